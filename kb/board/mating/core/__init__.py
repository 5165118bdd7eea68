"""The hot core of the mating prover: positions as bytes, moves, search, reachability.

The modules of this package are plain Python.  The ``.pxd`` file beside each one
adds C types when :mod:`kb.board.mating.build` compiles it; it changes speed only.
The package uses relative imports alone, so that a compiled copy of it can live
under another name.
"""
