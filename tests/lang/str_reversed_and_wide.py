"""Texts with characters of all widths: replaced, reversed, padded, in UTF-16 and UTF-32."""

print('a,b,a'.replace(',', ';'), b'aXbX'.replace(b'X', b'Y'), bytearray(b'aXbX').replace(b'X', b'Y'), 'aaa'.replace('a', 'b', 2))
print('ABC'.isupper(), 'aBC'.isupper(), '12'.isupper(), 'A1'.isupper(), ''.islower(), 'abc1'.islower(), '-5'.zfill(6), 'é'.zfill(4))
for t in 'abé中😀xyz'*30, 'é'*10, 'ab', '中'*7+'a', '':
    assert t[::-1] == ''.join(reversed(list(t))), t
    for c in 'utf-16','utf-16-le','utf-16-be','utf-32','utf-32-be':
        assert t.encode(c).decode(c) == t
    print(len(t.encode('utf-16')), t[5:1:-1], t[7::-1], t[-2:1:-1][:9])
