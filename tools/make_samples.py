#!/usr/bin/env python3
"""Makes the two PDF files of samples/ with the standard library alone.

Usage: make_samples.py [FOLDER]. The same script gives the same bytes, so a change of the text shows
as a change of the files. Text is set in Helvetica, which every reader of PDF brings along; widths
are those of Adobe's published metrics, in thousandths of the size.
"""
import pathlib
import sys

WIDTH, HEIGHT, MARGIN = 595, 842, 64  # points; A4
WIDTHS = dict(zip(map(chr, range(32, 127)), [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584]))
STYLES = {  # mark: font, size, space before, indent
    "# ": ("F2", 20, 0, 0), "## ": ("F2", 14, 16, 0), "### ": ("F2", 11.5, 10, 0),
    "! ": ("F2", 10.5, 8, 0), "- ": ("F1", 10.5, 3, 14), "": ("F1", 10.5, 7, 0)}
COLUMN = 118  # points, in tables

MANUAL = """\
# CP-40 centrifugal pump: operation and maintenance
Hale Pump Works, document HPW-CP40-OM, revision 7, January 2026.
This manual is for fitters of waterworks who install, run and repair the single-stage pump CP-40. \
Read it whole before the first start, and keep it beside the pump.

## 1 The pump at a glance
The CP-40 lifts clean cold water. It is not made for sewage, hot water or salt water.
| Quantity | Value |
| Rated flow | 40 cubic metres an hour |
| Rated head | 32 metres |
| Motor power | 7.5 kW |
| Rated speed | 2,900 rpm |
| Largest inlet pressure | 6 bar |
| Largest casing pressure | 10 bar |
| Water temperature | 2 to 40 degrees Celsius |
| Mass without motor | 86 kg |
The noise at one metre is 74 dB(A) at the rated flow.

## 2 Safety
! WARNING: Lock the main switch and hang out the tag before any cover is opened. The motor can \
start without notice when the level switch calls for water.
! WARNING: The casing holds pressure after the pump has stopped. Open the drain plug and wait until \
the gauge shows zero.
! CAUTION: The bearing housing reaches 85 degrees Celsius in service. Let it cool for 30 minutes \
before touching it.
Lift the pump only by the two eyes of the base frame. The eye bolt of the motor carries the motor \
alone.
===
## 3 Installation
### 3.1 Foundation
The base frame stands on a concrete block of at least 1.5 times the mass of pump and motor. Let the \
grout set for seven days before the anchor bolts are tightened to 60 N.m.
### 3.2 Pipes
The suction pipe must be one size larger than the inlet flange, and it must rise towards the pump \
without a high point where air could stay. Support both pipes so that no force rests on the flanges.
### 3.3 Alignment
Align the coupling with a dial gauge. The radial error must not be over 0.05 mm and the gap of the \
coupling is 3 mm.

## 4 Operation
### 4.1 First start
- Fill the casing and the suction pipe with water, and open the vent until no more bubbles come.
- Turn the shaft by hand. It must turn freely.
- Open the suction valve fully and close the discharge valve.
- Start the motor for one second and check the direction of rotation against the arrow.
- Start the motor and open the discharge valve within 60 seconds.
### 4.2 Daily watch
Read the discharge pressure, the motor current and the bearing temperature once a shift and enter \
them in the log. Stop the pump when the motor draws more than 15.2 A or when the bearing housing is \
over 95 degrees Celsius.
### 4.3 Standing still
A pump that stands still for more than four weeks must be turned by hand once a week. Drain the \
casing when frost is expected.
===
## 5 Maintenance
### 5.1 Plan
| Part | Work | Interval |
| Shaft seal | look for drips | weekly |
| Coupling | look for cracks | every 1,000 hours |
| Bearings | grease, 12 g each | every 2,000 hours |
| Wear ring | measure the gap | every 8,000 hours |
| Shaft seal | replace | every 16,000 hours |
### 5.2 Grease
Use lithium soap grease of grade NLGI 2. Do not mix it with grease on a sodium base. Too much grease \
overheats a bearing: never press in more than 12 g.
### 5.3 Shaft seal
A new seal may drip for the first ten hours. After that more than 20 drops a minute mean that the \
seal must be replaced. Never run the pump dry, not even for a few seconds: the faces of the seal \
burn.
### 5.4 Wear ring
The gap of a new wear ring is 0.30 mm. Replace the ring when the gap is over 0.60 mm, because the \
pump then loses about a tenth of its flow.

## 6 Putting together
### 6.1 Tightening torques
| Bolts | Thread | Torque |
| Casing bolts | M12 | 85 N.m |
| Impeller nut | M16 x 1.5 | 110 N.m |
| Bearing cover | M8 | 22 N.m |
| Coupling guard | M6 | 9 N.m |
| Motor feet | M10 | 45 N.m |
Tighten the casing bolts crosswise in three steps: 30 N.m, 60 N.m and 85 N.m. Use a new casing gasket \
each time; the old one does not seal twice.
### 6.2 Pressure test
Fill the casing and raise the pressure to 15 bar for ten minutes. No drop of water may appear.
===
## 7 After special events
### 7.1 Frost
Let the casing thaw at room temperature. Do not use a flame. Look for cracks, then do the pressure \
test of section 6.2.
### 7.2 Flood
Before the pump is started after a flood, the motor must be dried and its insulation resistance \
must measure at least 1 megaohm. Replace the grease of both bearings and flush the casing with \
drinking water until it runs clear.
### 7.3 Lightning
Have the motor starter looked at by an electrician. The surge arrester shows a red mark when it is \
spent.

## 8 Faults
| Sign | Likely cause | Remedy |
| No flow | air in the casing | fill and vent again |
| Flow too small | wear ring worn | measure the gap |
| Pump shakes | coupling out of line | align, section 3.3 |
| Bearing hot | too much grease | take grease out |
| Motor trips | voltage too low | call electrician |

## 9 Spare parts and service
Order spare parts with the serial number on the plate of the casing. The service desk of Hale Pump \
Works answers on working days from 07:00 to 16:00. The warranty lasts 24 months from the delivery, \
and it ends at once when a seal of another maker is fitted.
"""

LEASE = """\
# Lease of workshop premises
between Orchard Yard Estates Ltd ("the Landlord") and Brindle Valley Water Cooperative ("the \
Tenant"), signed on 12 May 2025.

## 1 Premises
The Landlord lets to the Tenant the workshop Unit 6, Orchard Yard, with a floor of 340 square metres, \
two loading doors and eight marked parking spaces. The yard is shared with the other units.

## 2 Term
The lease begins on 1 June 2025 and runs for five years. It is renewed for two years each time \
unless one party gives notice in writing at least six months before the end.

## 3 Rent
The rent is 2,450 euros a month, due on the third working day of each month. From 1 June 2027 it \
follows the consumer price index once a year, and it never rises by more than 3 percent in one year. \
Interest of 5 percent a year runs on rent that is more than 14 days late.

## 4 Deposit
The Tenant pays a deposit of 7,350 euros before the keys are handed over. The Landlord returns it \
within 60 days of the end of the lease, less the cost of damage that is listed in writing.

## 5 Costs
The Tenant pays electricity, water and heating by meter. Waste, cleaning of the yard and insurance of \
the building are paid by the Landlord and are part of the rent.
===
## 6 Use
The premises may be used as a workshop and store for pumps, pipes and measuring devices. Work with an \
open flame needs the written consent of the Landlord, which must not be refused without a reason. No \
more than 200 litres of fuel may be kept in the store.

## 7 Repairs
The Landlord repairs the roof, the outer walls, the loading doors and the heating. The Tenant repairs \
what costs less than 150 euros in each case, up to 600 euros in one year. A defect must be reported \
within five working days after it was seen.

## 8 Changes
The Tenant may put up shelves and a crane of up to 500 kg. The crane must be taken down at the end of \
the lease and the floor made good.

## 9 Entry
The Landlord may enter with 48 hours' notice, and at once when there is danger.

## 10 Sublease
The Tenant may not sublet the premises, whole or in part, without written consent.

## 11 Ending early
Either party may end the lease with three months' notice when the premises cannot be used for more \
than 30 days in a row. The Landlord may end it at once when two months' rent is unpaid.

Signed for the Landlord: Marta Ilves. Signed for the Tenant: Tomas Brandt.
"""


def escaped(text):
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def length(text, size):
    return sum(WIDTHS[letter] for letter in text) * size / 1000


def lines_of(text, size, room):
    """The words of the text in lines that fit into the room."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and length(longer, size) > room:
            yield line
            longer = word
        line = longer
    yield line


def style_of(paragraph):
    mark = next(mark for mark in STYLES if paragraph.startswith(mark))
    return STYLES[mark], ("- " if mark == "- " else "") + paragraph[len(mark):]


def page_content(text, footer):
    """The drawing commands of one page."""
    y, commands = HEIGHT - MARGIN, []

    def put(x, y, font, size, words):
        commands.append(f"BT /{font} {size} Tf {x} {y:.1f} Td ({escaped(words)}) Tj ET")

    for paragraph in filter(None, text.split("\n")):
        if paragraph.startswith("|"):
            y -= 15
            for column, cell in enumerate(paragraph.strip("| ").split(" | ")):
                put(MARGIN + column * COLUMN, y, "F1", 10, cell)
            continue
        (font, size, before, indent), words = style_of(paragraph)
        y -= before
        for line in lines_of(words, size, (WIDTH - 2 * MARGIN - indent) * 0.96):
            y -= size * 1.3
            put(MARGIN + indent, y, font, size, line)
    assert y > MARGIN, "the page is too full"
    put(MARGIN, 36, "F1", 8, footer)
    return "\n".join(commands)


def pdf(title, text):
    pages = text.split("===\n")
    kids = " ".join(f"{5 + 2 * n} 0 R" for n in range(len(pages)))
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>"
    objects = ["<< /Type /Catalog /Pages 2 0 R >>",
               f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
               font.format("Helvetica"), font.format("Helvetica-Bold")]
    for number, page in enumerate(pages, 1):
        content = page_content(page, f"{title}    page {number} of {len(pages)}")
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Resources "
                       f"<< /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents {len(objects) + 2} 0 R >>")
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    objects.append(f"<< /Title ({escaped(title)}) >>")
    out, places = "%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    out += (f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n<< /Size "
            f"{len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>\nstartxref\n{len(out)}\n%%EOF\n")
    return out.encode("ascii")


def main():
    samples = pathlib.Path(__file__).parent.parent / "samples"
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else samples
    (folder / "pump-manual.pdf").write_bytes(pdf("CP-40 centrifugal pump", MANUAL))
    (folder / "workshop-lease.pdf").write_bytes(pdf("Lease of workshop premises", LEASE))


if __name__ == "__main__":
    main()
