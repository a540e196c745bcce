"""Records that several tests read."""

from __future__ import annotations

from tests.samples import SEVEN_SPADES

SAMPLE = '''[Event "Thursday club"]
[Site "Tallinn EST"]
[Date "2026.11.26"]
[Table "2"]
[Board "1"]
[Variant "sochi-codex"]
[Rules "ten=checked"]
[South "Anna"]
[West "Boris"]
[East "Clara"]
[Target "20"]
[Dealer "E"]
[Deal "S:SAKQJT9.C7.D7.HAK W:S87.CAKQJT98.DA E:DKQJT98.HQJT9"]
[Talon "H8 H7"]
''' + SEVEN_SPADES

SERBIAN = '''[Event "Nedelja"]
[Variant "serbian"]
[South "Ana"]
[West "Vera"]
[East "Boban"]
[Bule "60"]
[Refe "S:1 W:1 E:0"]
[Dealer "W"]
[Deal "S:SQ98.CK.DA.HKJT98 E:SAKJT.CT9.D98.HAQ W:S7.CAQJ87.DKQJ7"]
[Talon "H7 DT"]
[Auction "S"]
2 3 pass
hold 4 hold
pass
[Declarer "S"]
[Discard "S9 S8"]
[Contract "H"]
{East calls West in.}
[Defence "E"]
come stay-out call-partner kontra
[Defenders "W:called E:come"]
[Kontra "E:1"]
[Play "S"]
HK HQ DQ
DA D9 D7
*
[Claim "S:5 W:1 E:2"]
[Tricks "S:7 W:1 E:2"]
'''

MISERE = '''[Event "club"]
[Variant "sochi-codex"]
[Dealer "E"]
[Deal "S:S87.CA97.DQ97.HJ7 W:SKT9.CJT8.HKT98 E:SQJ.CKQ.DKJT8.HAQ"]
[Talon "DA SA"]
[Auction "S"]
misere=1= pass pass
[Note "1:after long thought"]
[Declarer "S"]
[Discard "CA DA"]
[Contract "misere"]
[Play "S"]
SA S9 SJ
; the jack was the mistake
DQ C8 D8
HJ^R!$3 H8 HQ
[Ruling "accepted"]
'''
