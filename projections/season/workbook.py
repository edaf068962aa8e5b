"""Standings as an Excel file, one sheet for each table; openpyxl, which writes it, is optional."""

import io
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from projections.season.forms import columns, heading, remarks
from projections.season.settings import Settings
from projections.season.standings import Table
from projections.statistics.libraries import need

MADE = datetime(2000, 1, 1, tzinfo=UTC)
"""The date inside every file, so that equal standings give equal bytes."""
_FORBIDDEN = re.compile(r"[\[\]:*?/\\]")
LONGEST = 31
"""The most characters in the name of a sheet."""


def need_library(what: str) -> None:
    """Raise LibraryMissing if openpyxl is not installed; `what` needs it."""
    need(what, {"openpyxl": "openpyxl"})


def workbook(settings: Settings, tables: Sequence[Table]) -> bytes:
    """The bytes of the file; `need_library` says beforehand whether it can be made."""
    from openpyxl import Workbook
    from openpyxl.styles import Font

    book = Workbook()
    book.remove(book.active)
    book.properties.created = book.properties.modified = MADE.replace(tzinfo=None)
    chosen = columns(settings, tables)
    for table in tables:
        sheet = book.create_sheet(_free(_sheet_name(table), book.sheetnames))
        sheet.append([_text(heading(table))])
        sheet.append([column.head for column in chosen])
        for row in table.rows:
            sheet.append([_cell(column.value(row)) for column in chosen])
        sheet.append([])
        for line in remarks(table):
            sheet.append([_text(line)])
        for cell in (*sheet[1], *sheet[2]):
            cell.font = Font(bold=True)
        for letter, column in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", chosen, strict=False):
            texts = [len(str(_cell(column.value(row)))) for row in table.rows]
            sheet.column_dimensions[letter].width = 2 + max([len(column.head), *(min(text, 40) for text in texts)])
        sheet.freeze_panes = "A3"
    if not tables:
        book.create_sheet("Standings")
    written = io.BytesIO()
    book.save(written)
    return _without_times(written.getvalue())


def _cell(value: Any) -> Any:
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else round(float(value), 6)
    return _text(value) if isinstance(value, str) else value


def _text(text: str) -> str:
    """A text that no program takes for a formula, without characters that a sheet cannot hold."""
    kept = "".join(letter if letter.isprintable() else " " for letter in text)
    return f"'{kept}" if kept[:1] in ("=", "+", "-", "@") else kept


def _sheet_name(table: Table) -> str:
    parts = (table.place.season, table.place.division, table.place.league)
    return _FORBIDDEN.sub("-", " ".join(part for part in parts if part)).strip("' ")[:LONGEST] or "Standings"


def _free(name: str, taken: Sequence[str]) -> str:
    """A name that no other sheet has; capitals do not distinguish sheets."""
    used = {each.casefold() for each in taken}
    found, number = name, 2
    while found.casefold() in used:
        found, number = f"{name[: LONGEST - 5]} ({number})", number + 1
    return found


def _without_times(data: bytes) -> bytes:
    """The same archive with one date for all of its files."""
    written = io.BytesIO()
    with ZipFile(io.BytesIO(data)) as found, ZipFile(written, "w", ZIP_DEFLATED) as put:
        for name in found.namelist():
            content = found.read(name)
            if name == "docProps/core.xml":  # saving sets the time again
                content = re.sub(rb"(<dcterms:modified[^>]*>)[^<]*", rb"\g<1>2000-01-01T00:00:00Z", content)
            put.writestr(ZipInfo(name, MADE.timetuple()[:6]), content, ZIP_DEFLATED)
    return written.getvalue()
