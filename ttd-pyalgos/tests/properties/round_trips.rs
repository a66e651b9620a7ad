//! What is written is read again, and what is computed cleverly equals what is computed simply.

use crate::random::Random;
use malachite_bigint::BigInt;
use ttd_pyalgos::codec::deflate::{Encoder, MZFlush, Recipe};
use ttd_pyalgos::codec::inflate::Decoder;
use ttd_pyalgos::codec::zlib::Format;
use ttd_pyalgos::codec::{base64, hex, quoted, uu};
use ttd_pyalgos::hash::algorithm::Algorithm;
use ttd_pyalgos::numbers::{numparse, scale};
use ttd_pyalgos::text::{bytesearch, quote, wtf8};
use ttd_pyalgos::time::calendar;
use ttd_pyalgos::timsort;

#[test]
fn integers() {
    let mut random = Random::new(1);
    for _ in 0..2000 {
        let base = 2 + random.below(35) as u32;
        let words = (0..random.below(6)).map(|_| random.next()).collect();
        let mut i = BigInt::new(malachite_bigint::Sign::Plus, words);
        if random.below(2) == 0 {
            i = -i;
        }
        let text = i.to_str_radix(base);
        assert_eq!(numparse::parse_int(&text, base, 4300).as_ref(), Ok(&i), "{text} in base {base}");
        assert_eq!(numparse::parse_int(&text.to_uppercase(), base, 4300), Ok(i));
    }
}

#[test]
fn floats() {
    let mut random = Random::new(2);
    for _ in 0..20_000 {
        let x = f64::from_bits(u64::from(random.next()) << 32 | u64::from(random.next()));
        if x.is_nan() {
            continue;
        }
        let text = quote::float_text(x);
        assert_eq!(numparse::parse_float(&text).map(f64::to_bits), Some(x.to_bits()), "{text}");
        let (mantissa, exponent) = scale::frexp(x);
        assert_eq!(scale::ldexp(mantissa, exponent).to_bits(), x.to_bits(), "{text}");
        let complex = format!("({text}{}j)", if text.starts_with('-') { text.clone() } else { format!("+{text}") });
        assert_eq!(numparse::parse_complex(&complex), Some((x, x)), "{complex}");
    }
}

#[test]
fn text_codecs() {
    let mut random = Random::new(3);
    for round in 0..2000 {
        let data = random.bytes(300);
        for strict in [false, true] {
            assert_eq!(base64::decode(&base64::encode(&data, !strict), strict), Ok(data.clone()));
        }
        assert_eq!(hex::decode(&hex::encode(&data, None, 1)), Ok(data.clone()));
        for line in data.chunks(uu::LINE_MAX) {
            assert_eq!(uu::decode(&uu::encode(line, round % 2 == 0)).as_deref(), Ok(line));
        }
        for header in [false, true] {
            let style = quoted::Style { quote_tabs: round % 2 == 0, text: false, header };
            let text = quoted::encode(&data, style);
            assert!(text.split(|b| *b == b'\n').all(|line| line.len() <= 77), "{text:?}");
            assert_eq!(quoted::decode(&text, header), data, "{text:?}");
        }
    }
}

#[test]
fn compression_in_pieces() {
    let mut random = Random::new(4);
    for format in [Format::Raw, Format::Zlib, Format::Gzip] {
        for level in [-1, 0, 1, 6, 9] {
            let data: Vec<u8> = (0..20).flat_map(|_| random.bytes(2000)).collect();
            let mut encoder = Encoder::new(Recipe { level, format, window: 15, dictionary: None });
            let mut packed = Vec::new();
            for piece in data.chunks(1 + random.below(5000)) {
                encoder.write(piece, MZFlush::None, &mut packed);
            }
            encoder.write(&[], MZFlush::Finish, &mut packed);
            let mut decoder = Decoder::new(format, 15, None);
            let (mut out, mut at) = (Vec::new(), 0);
            while !decoder.ended() {
                let end = packed.len().min(at + 1 + random.below(700));
                let used = decoder.step(&packed[at..end], 1 + random.below(900), &mut out).expect("it is whole");
                assert!(used > 0 || decoder.has_more() || end > at || decoder.ended(), "no progress at {at}");
                at += used;
            }
            assert_eq!((at, out.len()), (packed.len(), data.len()));
            assert_eq!(out, data);
        }
    }
}

#[test]
fn damaged_streams_are_refused() {
    let mut random = Random::new(5);
    let recipe = Recipe { level: 6, format: Format::Zlib, window: 15, dictionary: None };
    let mut encoder = Encoder::new(recipe);
    let mut packed = Vec::new();
    encoder.write(&[7; 5000], MZFlush::Finish, &mut packed);
    for _ in 0..2000 {
        let mut damaged = packed.clone();
        let at = random.below(damaged.len());
        damaged[at] ^= 1 << random.below(8);
        let mut decoder = Decoder::new(Format::Either, 15, None);
        let (mut out, mut from) = (Vec::new(), 0);
        for _ in 0..100 {
            match decoder.step(&damaged[from..], 10_000, &mut out) {
                Ok(used) => from += used,
                Err(_) => break,
            }
        }
        // The bits that say how well it was compressed are checked with the rest of the header.
        assert!(!decoder.ended() || out == [7; 5000], "bit in byte {at}");
    }
}

#[test]
fn a_hash_in_pieces_is_that_of_the_whole() {
    let mut random = Random::new(6);
    for number in 0..12 {
        let algorithm = Algorithm::from_number(number);
        let data = random.bytes(1000);
        let whole = algorithm.finish(&algorithm.update(&algorithm.start(), &data), 32);
        let mut state = algorithm.start();
        for piece in data.chunks(1 + random.below(200)) {
            state = algorithm.update(&state, piece);
        }
        assert_eq!(algorithm.finish(&state, 32), whole, "{}", algorithm.name());
    }
}

#[test]
fn positions_in_text_are_those_of_counting() {
    let mut random = Random::new(8);
    for _ in 0..500 {
        let text: String = (0..random.below(150)).map(|_| ['a', 'é', '€', '😀'][random.below(4)]).collect();
        let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let (bytes, count) = (text.as_bytes(), starts.len() - 1);
        assert_eq!(wtf8::count_chars(bytes), count);
        for (index, start) in starts.iter().enumerate() {
            assert_eq!(wtf8::nearer_position(bytes, count, index), *start);
        }
        assert!(wtf8::chars(bytes).eq(text.chars()));
        let needle: String = text.chars().skip(random.below(count + 1)).take(1 + random.below(3)).collect();
        if !needle.is_empty() {
            assert_eq!(bytesearch::find(bytes, needle.as_bytes()), text.find(&needle));
            assert_eq!(bytesearch::rfind(bytes, needle.as_bytes()), text.rfind(&needle));
            let pieces = bytesearch::split(bytes, needle.as_bytes(), usize::MAX);
            assert!(pieces.into_iter().eq(text.split(&needle).map(str::as_bytes)));
        }
    }
}

#[test]
fn days_are_counted_one_by_one() {
    let is_leap = |y: i64| y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
    let mut number = calendar::days(1599, 1, 1);
    for year in 1599..2402 {
        let mut of_year = 0;
        let months = [31, 28 + i64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        for (month, length) in (1..).zip(months) {
            for day in 1..=length {
                assert_eq!(calendar::days(year, month, day), number);
                assert_eq!(calendar::date(number), (year, month, day));
                // The week of a day is that of its Thursday, counted in the year of that.
                let weekday = (number + 3).rem_euclid(7);
                let thursday = number - weekday + 3;
                let iso_year = calendar::date(thursday).0;
                let week = (thursday - calendar::days(iso_year, 1, 1)) / 7 + 1;
                assert_eq!(calendar::iso_week(year, of_year, weekday), (iso_year, week), "{year}-{month}-{day}");
                (number, of_year) = (number + 1, of_year + 1);
            }
        }
    }
}

#[test]
fn sorting_is_stable_and_compares_little() {
    let mut random = Random::new(9);
    for n in [0, 1, 2, 31, 64, 65, 500, 4096] {
        for spread in [1, 3, 1000, usize::MAX >> 1] {
            let mut items: Vec<(usize, usize)> = (0..n).map(|i| (random.below(spread), i)).collect();
            let mut wanted = items.clone();
            wanted.sort_by_key(|item| item.0);
            let mut compared = 0usize;
            let Ok(()) = timsort::sort::<_, std::convert::Infallible>(&mut items, |a, b| {
                compared += 1;
                Ok(a.0 < b.0)
            });
            assert_eq!(items, wanted);
            assert!(compared <= n * (n.max(2).ilog2() as usize + 1), "{compared} comparisons of {n} items");
        }
    }
}
