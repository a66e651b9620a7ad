import ftfy

print(ftfy.fix_text("âœ” No problems"), ftfy.fix_text("l&iuml;ke &lt;b&gt;"), ftfy.fix_encoding("doesnâ€™t"), ftfy.fix_text("ｆｕｌｌ  \u201cquotes\u201d"))
print(ftfy.explain_unicode("é!") or "", ftfy.fix_and_explain("sÃ³").explanation)
