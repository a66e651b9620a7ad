//! The tables agree with CPython 3.13.

use rustpython_wtf8::Wtf8;

use super::{Case, names};

/// For each property the number of characters that have it, and the sum of their code points. In CPython 3.13: `[i for
/// i in range(0x110000) if not 0xd800 <= i < 0xe000 and chr(i).isalpha()]`, and so on.
#[test]
fn of_all_characters() {
    type Question = fn(char) -> bool;
    let questions: [(&str, Question, usize, u64); 13] = [
        ("alpha", super::is_alpha, 136_726, 14_893_071_681),
        ("alnum", super::is_alnum, 138_557, 14_996_615_746),
        ("decimal", super::is_decimal, 680, 32_783_620),
        ("digit", super::is_digit, 808, 36_528_954),
        ("numeric", super::is_numeric, 1_922, 107_907_824),
        ("space", super::is_space, 29, 141_704),
        ("printable", super::is_printable, 149_625, 15_870_251_364),
        ("xid_start", super::is_xid_start, 136_944, 14_905_111_165),
        ("xid_continue", super::is_xid_continue, 140_089, 15_251_168_663),
        ("lowercase", super::is_lowercase, 2_544, 116_308_964),
        ("uppercase", super::is_uppercase, 1_951, 95_541_008),
        ("titlecase", super::is_titlecase, 31, 220_514),
        ("wide", super::is_wide, 182_521, 28_138_467_709),
    ];
    for (name, question, count, sum) in questions {
        let found: Vec<u64> = (char::MIN..=char::MAX).filter(|c| question(*c)).map(u64::from).collect();
        assert_eq!((found.len(), found.iter().sum()), (count, sum), "{name}");
    }
}

/// For each case mapping, the sum of all resulting code points.
#[test]
fn conversions() {
    let sum = |conversion: fn(char, &mut u64)| {
        let mut sum = 0;
        (char::MIN..=char::MAX).for_each(|c| conversion(c, &mut sum));
        sum
    };
    let found = sum(|c, sum| Case::Upper.each(c, |c| *sum += u64::from(c)));
    assert_eq!(found, 620_503_216_271, "upper");
    let found = sum(|c, sum| Case::Lower.each(c, |c| *sum += u64::from(c)));
    assert_eq!(found, 620_509_567_515, "lower");
    let found = sum(|c, sum| Case::Title.each(c, |c| *sum += u64::from(c)));
    assert_eq!(found, 620_503_076_263, "title");
    let found = sum(|c, sum| *sum += folded(c));
    assert_eq!(found, 620_502_419_478, "fold");
}

fn folded(c: char) -> u64 {
    let text = super::casefold(Wtf8::new(&*c.to_string()));
    text.code_points().map(|c| u64::from(c.to_u32())).sum()
}

#[test]
fn names_that_came_later() {
    assert_eq!(names::character("bullet"), Some('\u{2022}'));
    assert_eq!(names::character("LATIN CAPITAL LETTER S WITH CURL"), None);
    assert_eq!(names::character("TANGUT IDEOGRAPH-17000"), None);
    assert_eq!(names::character("cuneiform sign kalam"), None);
    assert_eq!(names::name('\u{A7CC}'), None);
    assert_eq!(
        names::name('\u{FE18}').as_deref(),
        Some("PRESENTATION FORM FOR VERTICAL RIGHT WHITE LENTICULAR BRAKCET")
    );
}

#[test]
fn texts_that_only_later_versions_take() {
    assert_eq!(names::without_newer("a = '\u{4E2D}\\N{BULLET}\\N{no such}'"), None);
    assert_eq!(names::without_newer("\u{A7CC} = 1").as_deref(), Some("\u{FDD0} = 1"));
    let name = "'\\N{BULLET}\\N{TANGUT IDEOGRAPH-17000}'";
    let without = name.replace("TANGUT IDEOGRAPH-17000", &"?".repeat(22));
    assert_eq!(names::without_newer(name), Some(without));
}
