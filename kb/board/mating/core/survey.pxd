# C types for survey.py: speed only.  Every name here is one of that module.
cimport cython

from . cimport moves

cdef int BISHOP, KING, KINGS, KNIGHT, PAWN, QUEEN, ROOK, HOPELESS, NEVER
cdef int LEVELS
cdef bytes CORNERS, DISTANCE, EDGE, HOPS
cdef list KING_STEPS

cdef class Survey:
    cdef int winner, loser, bishop_colours, own_colours, officer_count, pawn_count, foe_count
    cdef public int shape
    cdef public bytes aim
    cdef int counts[16]
    cdef int officers[64]
    cdef int pawns[64]
    cdef int foes[64]

    @cython.locals(heavy=int, minors_only=bint, king=int, friend=int, estimate=int, free=int)
    cpdef int look(self, bytes position)

    @cython.locals(code=int, square=int, piece=int, kind=int, colour=int)
    cdef int _count(self, bytes position) except -1

    cdef bint _hopeless(self)

    @cython.locals(knights=int)
    cdef bint _mates_alone(self)

    @cython.locals(free=int, squares=bytes, square=int, piece=int)
    cdef int _flights(self, bytes position, int king)

    @cython.locals(first=int, second=int, index=int, gap=int)
    cdef int _escort(self, int king)

    @cython.locals(best=int, index=int, gap=int)
    cdef int _nearest(self, int king)

    @cython.locals(best=int, index=int, row=int, gap=int, other=int)
    cdef int _contact(self, int friend)

    @cython.locals(best=int, ahead=int, index=int, square=int, left=int)
    cdef int _promotion(self, bytes position)

    @cython.locals(
        only_bishops=bint, first=int, best=int, corner=int, along=int, up=int, walk=int, gap=int, other=int
    )
    cdef int _help(self, int king, int friend, bytes position)

    @cython.locals(best=int, index=int, square=int)
    cdef int _hops(self, bytes position, int corner)

    @cython.locals(near=int, beside=int)
    cdef int _pair(self, int friend, int square, int step)

    @cython.locals(best=int, index=int, square=int, kind=int, need=int, ahead=int)
    cdef int _blocker(self, bytes position, int target)
