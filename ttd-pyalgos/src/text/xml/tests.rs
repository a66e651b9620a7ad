//! Documents and their events, and errors with their places.

use super::{AttributeValue, Place, Scanner, What, error};

fn events(text: &str) -> Vec<String> {
    let mut scanner = Scanner::new(text, 0, Place::Prolog, 0, true);
    let mut found = Vec::new();
    while let Some(event) = scanner.next_event() {
        let shown = match event.what {
            What::Start(name, attributes, empty) => {
                let value = |v| match v {
                    AttributeValue::Plain(v) => v.into_owned(),
                    AttributeValue::Raw(v) => format!("raw {v}"),
                };
                let attributes: Vec<String> =
                    attributes.into_iter().map(|(n, v)| format!(" {n}={}", value(v))).collect();
                format!("<{name}{}{}>", attributes.concat(), if empty { "/" } else { "" })
            }
            What::End(name) => format!("</{name}>"),
            What::Text(text) => text.into_owned(),
            What::Instruction(target, data) => format!("<?{target} {data}?>"),
            What::Comment(text) => format!("<!--{text}-->"),
            What::Reference(name) => format!("&{name};"),
            What::Error(code) => {
                found.push(format!("{code} at {}", event.start));
                break;
            }
            other => format!("{other:?}"),
        };
        found.push(shown);
    }
    found
}

#[test]
fn a_document_is_taken_apart() {
    let text = "<a x='1&lt;&#65;' y=\"&e;\">t\r\nu&amp;&e;<![CDATA[<]]]>\n<b/></a>\n<!--c--><?p d?>";
    let found = events(text);
    let expected = [
        "<a x=1<A y=raw &e;>",
        "t",
        "\n",
        "u",
        "&",
        "&e;",
        "CdataStart",
        "<]",
        "CdataEnd",
        "\n",
        "<b/>",
        "</a>",
        "Space",
        "<!--c-->",
        "<?p d?>",
    ];
    assert_eq!(found, expected);
}

#[test]
fn errors_have_expats_numbers_and_places() {
    let last = |text: &str| events(text).pop().unwrap_or_default();
    assert_eq!(last("<a></a><b/>"), format!("{} at 7", error::JUNK_AFTER_ROOT));
    assert_eq!(last("text"), format!("{} at 0", error::SYNTAX));
    assert_eq!(last("<a b='1' b='2'/>"), format!("{} at 9", error::DUPLICATE_ATTRIBUTE));
    assert_eq!(last("<a>&#0;</a>"), format!("{} at 3", error::BAD_CHAR_REF));
    assert_eq!(last("<a b=1/>"), format!("{} at 5", error::INVALID_TOKEN));
    assert_eq!(last("<a>]]></a>"), format!("{} at 5", error::INVALID_TOKEN));
}

#[test]
fn declarations_are_taken_apart_when_they_are_complete() {
    let text = " a [<!ENTITY e \"x>y\"><!-- > -->]> rest";
    let (found, end) = super::declaration::tokens(text, 0, false).unwrap();
    assert_eq!((found.len(), end), (9, Some(33)));
    assert_eq!(super::declaration::tokens(&text[..30], 0, false).unwrap().1, None);
}
