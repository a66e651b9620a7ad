"""Values, names and output that would be harmful if a page took them for HTML."""

attack = "<img src=x onerror=\"document.title='broken'\">"
nested = {"<script>document.title = 'broken'</script>": [attack, "</span><b>bold</b>"]}


def show(text):
    print(text)
    return text


class Odd:
    def __repr__(self):
        return "<b onmouseover=alert(1)>odd</b> &amp; \u202e reversed"


odd = Odd()
result = show(attack)
raise ValueError(attack)
