"""Many records at once: on all cores of one machine, or on the machines of a cluster.

`cutting` makes chunks of the inputs, `pool` has them worked on by several processes, one module a command says what is
done with a chunk and how the results become one again.  What comes out is what one process would give, byte for byte.
"""
