# C types for reach.py: speed only.  Every name here is one of that module.
cimport cython

from . cimport geometry
from .geometry cimport mask

cdef int EN_PASSANT, KING, KINGS, PAWN, TURN
cdef mask ONE, ALL, LAST_RANKS

cdef class Reach:
    cdef int codes[64]
    cdef mask homes[64]
    cdef mask walks[64]
    cdef mask promoted[64]
    cdef mask placed[64]
    cdef int count
    cdef mask gone, white, black, kings, white_takes, black_takes

    @cython.locals(home=mask, index=int)
    cdef int _passed(self, int target, int taker) except -1

    @cython.locals(total=mask, index=int, code=int)
    cdef mask stands(self, int colour)

    @cython.locals(total=mask, index=int, code=int, walk=mask)
    cdef mask takes(self, int colour)

    @cython.locals(attacks=mask, home=mask, index=int, code=int)
    cdef mask fixed_attacks(self, int colour)

    @cython.locals(promoted=mask, code=int)
    cdef mask attacks(self, int index)

    @cython.locals(
        occupied=mask, free=mask, white_stands=mask, black_stands=mask, white_rules=mask, black_rules=mask,
        grown=bint, index=int, code=int, kind=int, prey=mask, allowed=mask, old=mask, new=mask
    )
    cdef bint _grow(self)

    @cython.locals(gone=mask, index=int, home=mask, everywhere=mask)
    cdef bint _open(self, mask occupied)

    @cython.locals(colour=int, old=mask, push=mask, new=mask, promoted=mask, more=mask)
    cdef bint _pawn(self, int index, mask free, mask victims, mask allowed)

    @cython.locals(held=mask, colour=int, other=int, home=mask)
    cdef mask _held(self, int index)

    @cython.locals(colour=int, home=mask, theirs=mask, file=mask)
    cdef bint _faces(self, int index, int other)

    @cython.locals(new=mask)
    cdef mask _flood(self, int kind, mask squares, mask allowed)

    @cython.locals(used=mask, square=int, code=int, index=int)
    cdef bint holds(self, bytes position)

    @cython.locals(index=int, here=mask, there=mask, other=int)
    cdef bint _in_order(self)

    @cython.locals(index=int)
    cdef int _place(self, int code, mask bit, mask used)
