# C types for geometry.py: speed only.  Every name here is one of that module.
cimport cython

ctypedef unsigned long long mask

cdef int BISHOP, KNIGHT, ROOK
cdef mask ALL, FILE_A, NOT_A, NOT_H, NOT_AB, NOT_GH

cdef mask straight(mask squares)

@cython.locals(sides=mask)
cdef mask diagonal(mask squares)

@cython.locals(near=mask, far=mask)
cdef mask jumps(mask squares)

@cython.locals(sides=mask)
cdef mask strikes(mask squares, int colour)

cdef mask steps(int kind, mask squares)

@cython.locals(file=mask)
cdef mask file_of(mask square)
