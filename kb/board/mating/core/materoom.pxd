# C types for materoom.py: speed only.  Every name here is one of that module.
cimport cython

from . cimport geometry, reach
from .geometry cimport mask

cdef int BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, CHECK
cdef mask ALL, ONE
cdef bytes DISTANCE
cdef list KING_STEPS, RAYS

cdef class MateRoom:
    cdef reach.Reach room
    cdef int winner
    cdef mask fixed, checks, guards, liners, king_walk, blockers
    cdef bint loose
    cdef list states
    cdef bytearray known

    @cython.locals(code=int, kind=int, attacks=mask)
    cdef _note(self, int index)

    @cython.locals(square=int)
    cpdef bint possible(self) except -1

    @cython.locals(bit=mask)
    cdef bint _open(self, int square) except -1

    @cython.locals(front=mask, far=mask, square=int, distance=int, steps=bytearray)
    cpdef bytes aim(self)

    @cython.locals(around=mask, flights=mask, liners=mask, flight=int, behind=int)
    cdef bint _shut(self, int square, mask bit)

    @cython.locals(beside=bytes, full=int, state=int, index=int, gifts=list)
    cdef bint _fits(self, int square) except -1

    @cython.locals(size=int, gift=int, place=int, state=int)
    cdef bint _add(self, list gifts, int full) except -1

    @cython.locals(gifts=list, everywhere=mask, beside=bytes, flag=int, target=int)
    cdef list _blocking(self, int index, int square)

    @cython.locals(gifts=list, code=int, kind=int, walk=mask, origin=int, gift=int)
    cdef list _guarding(self, int index, int square)

    @cython.locals(gift=int, beside=bytes, flag=int, target=int)
    cdef int _seen(self, mask view, int square)

    @cython.locals(bit=mask, view=mask, first=int, last=int, direction=int, ray=bytes, target=int)
    cdef mask _view(self, int kind, int colour, int origin, int king)

cpdef bint mate_possible(reach.Reach room, int winner) except -1

cpdef bytes mate_aim(reach.Reach room, int winner)
