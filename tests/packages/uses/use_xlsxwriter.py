import io
import zipfile
from datetime import datetime

import svgwrite
import tablib
import xlsxwriter

out = io.BytesIO()
w = xlsxwriter.Workbook(out, {"in_memory": True})
w.set_properties({"title": "t", "created": datetime(2024, 1, 1)})
s = w.add_worksheet("S")
f = w.add_format({"bold": True, "num_format": "0.00", "bg_color": "#ff0000"})
for r in range(5):
    s.write_row(r, 0, [r, f"s{r}", r / 3, datetime(2024, 1, r + 1), r % 2 == 0, None], f if r == 1 else None)
s.write_formula("G1", "=SUM(A1:A5)", value=10)
s.write_url("G2", "http://x.test", string="link")
s.write_rich_string("G3", "a ", f, "bold", " z")
s.merge_range("A7:C7", "merged")
s.conditional_format("A1:A5", {"type": "3_color_scale"})
s.data_validation("H1", {"validate": "list", "source": ["a", "b"]})
s.add_table("J1:K3", {"columns": [{"header": "x"}, {"header": "y"}], "data": [[1, 2], [3, 4]]})
c = w.add_chart({"type": "line"})
c.add_series({"values": "=S!$A$1:$A$5", "trendline": {"type": "linear"}})
s.insert_chart("L1", c)
w.close()
z = zipfile.ZipFile(out)
for n in sorted(z.namelist()):
    print(n, z.read(n).decode()[:700])
d = svgwrite.Drawing("x.svg", size=("10cm", "5cm"))
g = d.add(d.g(stroke="red", fill="none"))
g.add(d.line((0, 0), (10, 10)))
g.add(d.path(d="M 0 0 L 1 1"))
d.add(d.text("T <&>", insert=(1, 2)))
print(d.tostring())
try:
    d.circle(center=(0, 0), r="x")
except Exception as e:
    print(type(e).__name__, e)
t = tablib.Dataset(["a", 1], ["b", 2], headers=["n", "v"])
t.append_col([True, False], header="f")
print(t.export("csv"), t.export("json"), t.sort("v", reverse=True).dict, t["v"], t.export("html"))
print(tablib.Dataset().load("x,y\n1,2\n", format="csv").dict, t.filter([]).dict if False else t.transpose().headers)
