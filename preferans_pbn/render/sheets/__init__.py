"""The score sheet of a session as a picture, drawn as players keep it on paper.

`sheet_picture` chooses by the columns of the sheet: pool, dump and whists in sectors round the middle; bule and supe
in three columns a player; the common kasa as a ledger.
"""

from __future__ import annotations

from preferans_pbn.render.drawing import Picture
from preferans_pbn.render.sheets.bule import bule_picture
from preferans_pbn.render.sheets.history import SheetHistory as SheetHistory
from preferans_pbn.render.sheets.history import Written
from preferans_pbn.render.sheets.kasa import kasa_picture
from preferans_pbn.render.sheets.pool import pool_picture
from preferans_pbn.render.words import ENGLISH, Spelling

__all__ = ["SheetHistory", "Written", "sheet_picture"]


def sheet_picture(history: SheetHistory, spelling: Spelling = ENGLISH) -> Picture:
    """The sheet of a session."""
    columns = tuple(history.columns)
    if "Kasa" in columns:
        return kasa_picture(history, spelling)
    return bule_picture(history, spelling) if "Bule" in columns else pool_picture(history, spelling)
