//! `strftime` in the C locale and UTC.

use super::calendar::{iso_week, seconds};

const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Formats the nine fields of `struct_time`. Formats are bytes, because they may contain lone surrogates.
pub fn format(format: &[u8], fields: &[i64], zone: &str, offset: i64) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bytes = format.iter();
    while let Some(b) = bytes.next() {
        if *b != b'%' {
            out.push(*b);
            continue;
        }
        match bytes.next() {
            Some(code) if code.is_ascii() => directive(char::from(*code), fields, zone, offset, &mut out),
            Some(code) => out.extend([b'%', *code]),
            None => out.push(b'%'),
        }
    }
    out
}

fn directive(code: char, f: &[i64], zone: &str, offset: i64, out: &mut Vec<u8>) {
    let (year, month, day, hour, minute, second) = (f[0], f[1], f[2], f[3], f[4], f[5]);
    let (weekday, day_of_year) = (f[6], f[7] - 1);
    let sunday_first = (weekday + 1) % 7;
    let nested = match code {
        'c' => "%a %b %e %H:%M:%S %Y",
        'D' | 'x' => "%m/%d/%y",
        'F' => "%Y-%m-%d",
        'r' => "%I:%M:%S %p",
        'R' => "%H:%M",
        'T' | 'X' => "%H:%M:%S",
        _ => "",
    };
    if !nested.is_empty() {
        out.extend(format(nested.as_bytes(), f, zone, offset));
        return;
    }
    let text = match code {
        'a' => DAYS[weekday.rem_euclid(7) as usize][..3].to_owned(),
        'A' => DAYS[weekday.rem_euclid(7) as usize].to_owned(),
        'b' | 'h' => MONTHS[(month - 1).rem_euclid(12) as usize][..3].to_owned(),
        'B' => MONTHS[(month - 1).rem_euclid(12) as usize].to_owned(),
        'C' => format!("{:02}", year.div_euclid(100)),
        'd' => format!("{day:02}"),
        'e' => format!("{day:2}"),
        'g' => format!("{:02}", iso_week(year, day_of_year, weekday).0.rem_euclid(100)),
        'G' => iso_week(year, day_of_year, weekday).0.to_string(),
        'H' => format!("{hour:02}"),
        'I' => format!("{:02}", (hour + 11) % 12 + 1),
        'j' => format!("{:03}", day_of_year + 1),
        'k' => format!("{hour:2}"),
        'l' => format!("{:2}", (hour + 11) % 12 + 1),
        'm' => format!("{month:02}"),
        'M' => format!("{minute:02}"),
        'n' => "\n".to_owned(),
        'p' => if hour < 12 { "AM" } else { "PM" }.to_owned(),
        'P' => if hour < 12 { "am" } else { "pm" }.to_owned(),
        's' => (seconds(year, month, day) + hour * 3600 + minute * 60 + second - offset).to_string(),
        'S' => format!("{second:02}"),
        't' => "\t".to_owned(),
        'u' => (weekday + 1).to_string(),
        'U' => format!("{:02}", (day_of_year + 7 - sunday_first) / 7),
        'V' => format!("{:02}", iso_week(year, day_of_year, weekday).1),
        'w' => sunday_first.to_string(),
        'W' => format!("{:02}", (day_of_year + 7 - weekday) / 7),
        'y' => format!("{:02}", year.rem_euclid(100)),
        'Y' => year.to_string(),
        'z' => {
            let sign = if offset < 0 { '-' } else { '+' };
            format!("{sign}{:02}{:02}", offset.abs() / 3600, offset.abs() / 60 % 60)
        }
        'Z' => zone.to_owned(),
        '%' => "%".to_owned(),
        other => format!("%{other}"),
    };
    out.extend(text.into_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives() {
        let epoch = super::super::calendar::fields(0);
        assert_eq!(
            format(b"%Y-%m-%d %H:%M:%S %j %a %A %b %B %y %p %I %w %U %W %%", &epoch, "GMT", 0),
            b"1970-01-01 00:00:00 001 Thu Thursday Jan January 70 AM 12 4 00 00 %"
        );
        assert_eq!(
            format(b"%c|%x %X|%e %G %V %u %C %Z", &epoch, "GMT", 0),
            b"Thu Jan  1 00:00:00 1970|01/01/70 00:00:00| 1 1970 01 4 19 GMT"
        );
    }
}
