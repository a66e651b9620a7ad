//! The sources of values, by the text of a line.

use ttd_code::analysis::value_flow::captures::{CaptureStep, captured};
use ttd_code::analysis::value_flow::{
    InlineFunction, ItemKey, Parameter, SourceKind, StoreTarget, ValueSource, argument, assigned, elements,
    inline_results, returned,
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

#[test]
fn names_in_patterns() {
    let source =
        "match f(p)[0]:\n    case Q(1, [a, *_, b], w={'k': c}) | Q(c, b, a): pass\n    case str() as d: pass\n";
    let way = |line, name| -> Vec<String> {
        let found = captured(source, line, name).into_iter();
        let words = |step: &CaptureStep<'_>| match step {
            CaptureStep::Item(key) => format!("[{key}]"),
            CaptureStep::Attribute(name) => format!(".{name}"),
            CaptureStep::Positional(class, at) => format!("/{class} {at}"),
        };
        found.map(|found| found.subject.to_string() + &found.steps.iter().map(words).collect::<String>()).collect()
    };
    assert_eq!(way(2, "a"), ["f(p)[0]/Q 1[0]", "f(p)[0]/Q 2"]);
    assert_eq!(way(2, "b"), ["f(p)[0]/Q 1[-1]", "f(p)[0]/Q 1"]);
    assert_eq!(way(2, "c"), ["f(p)[0].w['k']", "f(p)[0]/Q 0"]);
    assert_eq!(way(3, "d"), ["f(p)[0]"]);
    assert!(way(3, "a").is_empty() && way(1, "a").is_empty());
}

#[test]
fn results_of_functions_without_statements() {
    let source = "f = lambda x: x.y, (a(n) for n in z)\n";
    let of = |function| inline_results(source, 1, function, None).into_iter().map(|from| from.text).collect::<Vec<_>>();
    assert_eq!(of(InlineFunction::Lambda), ["x.y"]);
    assert_eq!(of(InlineFunction::Generator), ["a(n)"]);
    let alone = "g = await t\nh = await u(1)\n";
    let kind = |line, name| assigned(alone, line, StoreTarget::Name(name))[0].kind;
    assert_eq!((kind(1, "g"), kind(2, "h")), (SourceKind::Awaited, SourceKind::Call));
}
