import io

from pypdf import PageObject, PdfReader, PdfWriter, Transformation
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject, create_string_object

w = PdfWriter()
for i in range(3):
    page = w.add_blank_page(200, 100 + i)
    font = DictionaryObject({NameObject("/Type"): NameObject("/Font"), NameObject("/Subtype"): NameObject("/Type1"), NameObject("/BaseFont"): NameObject("/Helvetica")})
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): DictionaryObject({NameObject("/F1"): font})})
    s = DecodedStreamObject()
    s.set_data(b"BT /F1 12 Tf 10 50 Td (Hello page %d) Tj ET" % i)
    page[NameObject("/Contents")] = w._add_object(s.flate_encode())
w.add_metadata({"/Title": "T", "/Author": "A"})
w.add_outline_item("start", 0)
w.add_attachment("f.txt", b"data")
out = io.BytesIO()
w.write(out)
r = PdfReader(out)
print(len(r.pages), r.metadata.title, [p.mediabox.height for p in r.pages], [p.extract_text() for p in r.pages], r.outline[0].title, dict(r.attachments))


e = PdfWriter(clone_from=r)
e.pages[0].rotate(90).scale_by(2)
print(e.pages[0].rotation, e.pages[0].mediabox)
e.encrypt("pw", algorithm="RC4-128")
enc = io.BytesIO()
e.write(enc)
r2 = PdfReader(enc)
print(r2.is_encrypted, r2.decrypt("bad"), r2.decrypt("pw"), len(r2.pages))
try:
    PdfReader(io.BytesIO(b"nothing"))
except Exception as x:
    print(type(x).__name__, x)
