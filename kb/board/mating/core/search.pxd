# C types for search.py: speed only.  Every name here is one of that module.
cimport cython

from . cimport materoom, moves, reach, survey

cdef int KINGS, TURN, LEVELS, REACH_COST, PROOFS_KEPT, DETOUR

cdef class Search:
    cdef long long dice
    cdef int turn, winner, loser, lowest, tests, cuts
    cdef public int mate, spent
    cdef survey.Survey eye
    cdef public list positions
    cdef list parents, shapes, waiting, proofs
    cdef set seen

    @cython.locals(node=int)
    cpdef bint run(self, int budget) except -1

    @cython.locals(node=int)
    cpdef list line(self)

    @cython.locals(level=int, last=int, pick=int, node=int, waiting=list)
    cdef int _next(self) except -2

    cdef int _draw(self, int sides)

    @cython.locals(position=bytes, shape=int, following=list, after=bytes, estimate=int, after_shape=int, index=int)
    cdef _expand(self, int node)

    @cython.locals(king=int)
    cdef bint _mated(self, bytes position) except -1

    @cython.locals(proof=reach.Reach)
    cdef bint _dead(self, bytes position) except -1
