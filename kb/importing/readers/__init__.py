"""Readers: one module for each kind of file, all giving the same lines."""
