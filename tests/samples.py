"""Texts that the tests of several parts use."""

from __future__ import annotations

SEVEN_SPADES = """\
[Auction "S"]
6S 6C pass
7S pass
[Declarer "S"]
[Discard "C7 D7"]
[Contract "7S"]
[Defence "W"]
whist whist
[Play "S"]
SA S7 D8
SK S8 D9
HA DA H9
HK C8 HT
H8 C9 HJ
HQ H7 CT
DK SQ CJ
SJ CQ DT
ST CK DJ
S9 CA DQ
[Tricks "S:8 W:0 E:2"]
[ScoreTable "Seat;Pool;Dump;Whists"]
S 4 0 -
W 0 0 -
E 0 0 S:8
"""
"""What follows the talon of a deal: seven spades, eight tricks; the whisters owe two together and take two."""
