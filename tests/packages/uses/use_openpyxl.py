import datetime
import io

import openpyxl
from openpyxl.chart import BarChart, Reference
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation

wb = openpyxl.Workbook()
ws = wb.active
ws.title = "Data"
for i in range(1, 6):
    ws.append([i, f"row {i}", i * 1.5, datetime.datetime(2024, 1, i), i % 2 == 0])
ws["F1"] = "=SUM(A1:A5)"
ws["A1"].font = Font(bold=True, color="FF0000")
ws["B2"].fill = PatternFill("solid", fgColor="00FF00")
ws["C3"].alignment = Alignment(horizontal="center", wrap_text=True)
ws["C3"].border = Border(left=Side(style="thin"))
ws.merge_cells("A7:C7")
ws.freeze_panes = "B2"
ws.column_dimensions["B"].width = 30
ws.conditional_formatting.add("A1:A5", CellIsRule(operator="greaterThan", formula=["3"], font=Font(italic=True)))
dv = DataValidation(type="list", formula1='"a,b"')
ws.add_data_validation(dv)
dv.add("G1")
chart = BarChart()
chart.add_data(Reference(ws, min_col=1, min_row=1, max_row=5))
ws.add_chart(chart, "H1")
wb.create_sheet("Other")["A1"] = "x"
out = io.BytesIO()
wb.save(out)
out.seek(0)
back = openpyxl.load_workbook(out)
ws = back["Data"]
for row in ws.iter_rows(values_only=True):
    print(row)
print(back.sheetnames, ws["A1"].font.b, ws["A1"].font.color.rgb, ws["F1"].value, ws.merged_cells.ranges, ws.dimensions, ws.freeze_panes)
print(get_column_letter(703), ws["D2"].number_format, ws["C3"].border.left.style, ws["A1"], back.defined_names)
try:
    ws["A0"]
except Exception as e:
    print(type(e).__name__, e)
