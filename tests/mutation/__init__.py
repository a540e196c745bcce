"""How good is the corpus?  Every module of the engine is made wrong in every small way, and the cases are asked.

See `tests.mutation.__main__` for how it is run; nothing here is part of the gate.
"""
