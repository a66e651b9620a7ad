from prettytable import ALL, MARKDOWN, PrettyTable, from_csv
import io

t = PrettyTable(["City", "Area", "Rain"])
t.add_rows([["Adelaide", 1295, 600.5], ["Brisbane", 5905, 1146.4], ["Darwin", 112, None]])
t.align["City"] = "l"
t.sortby = "Area"
t.float_format = ".2"
print(t)
t.set_style(MARKDOWN)
print(t.get_string(fields=["City", "Rain"], start=1))
print(t.get_html_string(attributes={"class": "x"})[:120], t.get_json_string()[:60])
print(from_csv(io.StringIO("a,b\n1,2\n"), hrules=ALL).get_csv_string())
