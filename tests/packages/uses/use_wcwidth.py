from wcwidth import wcswidth, wcwidth

print([wcwidth(c) for c in "aé日\u0301\u200b\x07🎉"], wcswidth("コンニチハ, x"), wcswidth("a\x00b"), wcswidth("👩‍👩‍👧"))
