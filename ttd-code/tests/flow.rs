//! The sources of values, by the text of a line.

use ttd_code::analysis::value_flow::{
    ItemKey, Parameter, SourceKind, StoreTarget, ValueSource, argument, assigned, elements, returned,
};

const SOURCE: &str = "\
def f(a, b):
    c = a.price
    d, e = b, f(c, b=2)
    for x in items: pass
    x, y = pair
    log.append(c)
    t += 1
    return d, e
Point(1, z)
self.shop = shop.open(z)
";

fn summary(from: Option<ValueSource<'_>>) -> Option<(SourceKind, &str, Option<usize>)> {
    from.map(|from| (from.kind, from.text, from.item))
}

#[test]
fn values_that_are_assigned() {
    let name = |line, name| summary(assigned(SOURCE, line, StoreTarget::Name(name)).first().copied());
    assert_eq!(name(2, "c"), Some((SourceKind::Load, "a.price", None)));
    assert_eq!(name(3, "d"), Some((SourceKind::Load, "b", None)));
    assert_eq!(name(3, "e"), Some((SourceKind::Call, "f(c, b=2)", None)));
    assert_eq!(name(4, "x"), Some((SourceKind::Iterable, "items", None)));
    assert_eq!(name(5, "y"), Some((SourceKind::Load, "pair", Some(1))));
    assert_eq!(name(7, "t"), Some((SourceKind::Computed, "t += 1", None)));
    assert_eq!(name(7, "c"), None);
    let item = summary(assigned(SOURCE, 6, StoreTarget::Item(ItemKey::Int(0))).first().copied());
    assert_eq!(item, Some((SourceKind::Load, "c", None)));
    let display = "x = {'a': b, 'c': [d, e]}";
    let text = summary(assigned(display, 1, StoreTarget::Item(ItemKey::Str("a"))).first().copied());
    assert_eq!(text, Some((SourceKind::Load, "b", None)));
    let number = summary(assigned(display, 1, StoreTarget::Item(ItemKey::Int(1))).first().copied());
    assert_eq!(number, Some((SourceKind::Load, "e", None)));
    // A target is not a display.
    let targets = "x[1] = [a for a, b in c]";
    let number = summary(assigned(targets, 1, StoreTarget::Item(ItemKey::Int(1))).first().copied());
    assert_eq!(number, Some((SourceKind::Computed, "[a for a, b in c]", None)));
    let targets = "x = [a for a, b in c]";
    let number = summary(assigned(targets, 1, StoreTarget::Item(ItemKey::Int(1))).first().copied());
    assert_eq!(number, None);
    let attribute = summary(assigned(SOURCE, 10, StoreTarget::Attribute("shop")).first().copied());
    assert_eq!(attribute, Some((SourceKind::Call, "shop.open(z)", None)));
}

#[test]
fn values_that_are_passed_and_returned() {
    assert_eq!(summary(returned(SOURCE, 8, Some(1))), Some((SourceKind::Load, "e", None)));
    assert_eq!(summary(returned(SOURCE, 8, None)), Some((SourceKind::Computed, "d, e", None)));
    let passed = |line, function, name, position| {
        let parameter = Parameter { function, name, position, call: None };
        summary(argument(SOURCE, line, parameter).first().copied())
    };
    assert_eq!(passed(3, "f", "a", Some(0)), Some((SourceKind::Load, "c", None)));
    assert_eq!(passed(3, "f", "b", Some(1)), Some((SourceKind::Computed, "2", None)));
    assert_eq!(passed(9, "__init__", "y", Some(2)), Some((SourceKind::Load, "z", None)));
    assert_eq!(passed(10, "open", "self", Some(0)), Some((SourceKind::Load, "shop", None)));
}

#[test]
fn values_that_comprehensions_put_in() {
    let put = |source, key| -> Vec<_> {
        let summary = elements(source, 1, key).into_iter();
        summary.map(|from| (from.kind, from.text)).collect()
    };
    let (number, text) = (ItemKey::Int(3), ItemKey::Str("a"));
    let nested = "x = [[f(b) for b in c] for c in {d: e.f for d in e}]";
    let list = (SourceKind::Computed, "[f(b) for b in c]");
    let all = [list, (SourceKind::Load, "e.f"), (SourceKind::Call, "f(b)")];
    assert_eq!(put(nested, number), all);
    assert_eq!(put(nested, text), [(SourceKind::Load, "e.f")]);
    assert_eq!(put("x = {a for a in b}, (a for a in b), [a]", number), []);
}
