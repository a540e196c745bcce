"""What holds for all foreign text formats: whatever is done to a text, it is read to its end, and piece by piece."""

from __future__ import annotations

import io
from itertools import islice

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from preferans_pbn.convert import Options, Source, find_format
from preferans_pbn.convert.rereading import changed_fields
from preferans_pbn.notation import dumps, iter_text
from tests.convert.test_convert_begin_end import text_of
from tests.convert.test_convert_deal_lines import ALL_PASS, LOG, SIX, SIX_LOG
from tests.convert.test_convert_ppn import PASSED, TAGS, VARIANT, WHOLE

JSON = ('{"id":2,"dealOrder":312,"cards":{"p1":"WQKJS5LP84","p2":"CEIAOT9N31","p3":"BDH7FVM2RG","t":"U6"},'
        '"bids":{"p1":"P","p2":"3","p3":"2"},"main":1,"discarded":"CE","contract":4,"accepted":8,"kontra":"K2",'
        '"refa":false,"value":16,"starts":3,"throws":[{"id":1,"starts":3,"cards":"BCW","winner":1}],'
        '"summary":{"p1":{"main":true,"tricks":7,"middle":-16},"p2":{"main":false,"tricks":3,"left":48},"p3":{}}}\n')
TEXTS = {
    "ppn": TAGS + VARIANT + WHOLE + "\n" + PASSED + "\n",
    "ppn-json": JSON,
    "deal-lines": f"# c\n{ALL_PASS} # d\n{LOG}\n\n{SIX_LOG}\n{SIX}\n",
    "begin-end": text_of("6s", 0, "6s pass pass") + text_of(moves="10d 8d Ad Ac"),
}
DEAL = {"ppn": PASSED + "\n", "ppn-json": JSON, "deal-lines": f"{SIX_LOG}\n{SIX}\n", "begin-end": text_of()}
QUIET = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def survives(form: str, data: bytes) -> None:
    for claims in (False, True):
        deals = list(find_format(form).read(Source.of_bytes(data, "x"), Options(claims=claims)))
        assert deals
        for one in deals:
            assert one.record is not None or one.diagnostics or one.losses
            assert all(found.name and found.path == "x" for found in one.diagnostics)
            if one.record is not None:
                [again] = iter_text(dumps(one.record).encode())
                assert again.record is not None
                assert not [found.message for found in again.diagnostics if found.severity == "error"]
                assert changed_fields(one.record, again.record) == []


@pytest.mark.parametrize("form", TEXTS)
@QUIET
@given(data=st.data())
def test_changed_text(form: str, data: st.DataObject) -> None:
    text = TEXTS[form]
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        length = data.draw(st.sampled_from([0, 1, 1, 2, 5, 40]))
        new = data.draw(st.sampled_from(["", " ", "\n", "0", "1", "9", "A", "W", "P", "G", "M", "[", "]", ",", '"', "♠",
                                         "#", ":", "-", "x", "begin ", "end", text[at : at + 30] * 2]))
        text = text[:at] + new + text[at + length :]
    survives(form, text.encode())


@pytest.mark.parametrize("form", TEXTS)
@QUIET
@given(data=st.binary(max_size=300))
def test_any_bytes(form: str, data: bytes) -> None:
    survives(form, data)
    survives(form, TEXTS[form].encode()[:200] + data)


@pytest.mark.parametrize("form", TEXTS)
def test_deals_come_while_the_source_is_read(form: str) -> None:
    deal = DEAL[form].encode()

    class Endless(io.RawIOBase):
        taken = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: object) -> int:
            assert isinstance(buffer, memoryview)
            if not Endless.taken and form == "ppn":
                data = TAGS.encode()
            else:
                data = deal * max(1, len(buffer) // len(deal))
            data = data[: len(buffer)]
            buffer[: len(data)] = data
            Endless.taken += len(data)
            return len(data)

    deals = find_format(form).read(Source.of_stream(io.BufferedReader(Endless(), 4096), "x"))
    found = list(islice(deals, 50))
    assert sum(one.record is not None for one in found) >= 40
    assert Endless.taken < 50 * len(deal) + (1 << 17)
