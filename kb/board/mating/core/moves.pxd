# C types for moves.py: speed only.  Every name here is one of that module.
cimport cython

cdef int PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING
cdef int TURN, CASTLING, EN_PASSANT, KINGS
cdef list RAYS, KNIGHT_STEPS, KING_STEPS, PAWN_TAKES
cdef bytes RIGHTS_KEPT

@cython.locals(wanted=int, target=int, queen=int, direction=int, piece=int, squares=bytes)
cpdef bint attacked(bytes position, int square, int attacker)

@cython.locals(
    marks=bytearray, them=int, queen=int, wanted=int, direction=int, shield=int, target=int, piece=int, squares=bytes
)
cdef bytearray shielding(bytes position, int king, int us)

@cython.locals(board=bytearray, us=int, kind=int, middle=int, enemy=int, square=int, squares=bytes)
cpdef bytes moved(bytes position, int origin, int target, int piece)

@cython.locals(forward=int, target=int, piece=int, targets=list, squares=bytes)
cdef list _pawn_targets(bytes position, int origin, int us)

@cython.locals(them=int, target=int, kind=int, after=bytes, targets=list, squares=bytes, promoting=bint)
cdef int _pawn_moves(bytes position, int origin, int us, int king, bint checked, list out) except -1

@cython.locals(us=int, walking=bint, target=int, other=int, after=bytes, squares=bytes)
cdef int _step_moves(bytes position, int origin, int piece, int king, bint checked, list out) except -1

@cython.locals(us=int, kind=int, first=int, last=int, direction=int, target=int, other=int, after=bytes, squares=bytes)
cdef int _line_moves(bytes position, int origin, int piece, int king, bint checked, list out) except -1

@cython.locals(rights=int, them=int, king=int)
cdef int _castling_moves(bytes position, int us, list out) except -1

@cython.locals(us=int, king=int, in_check=bint, shields=bytearray, origin=int, piece=int, kind=int, checked=bint, out=list)
cpdef list successors(bytes position)
