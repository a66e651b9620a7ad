//! Days and dates of the proleptic Gregorian calendar.

const DAY: i64 = 86_400;

/// Days from 1970-01-01 to a date. Years begin in March internally, so that the leap day comes last and one formula
/// counts the months.
pub fn days(year: i64, month: i64, day: i64) -> i64 {
    if (1..1 << 20).contains(&year) && (1..=12).contains(&month) {
        return days_in_word(year as u32, month as u32) + day - 1;
    }
    let months = year * 12 + month - 1;
    let (year, month) = (months.div_euclid(12), months.rem_euclid(12) + 1);
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + day_of_year - 719_468
}

/// Days from 1970-01-01 to the first day of a month, where a short word has room: dividing is cheaper there.
fn days_in_word(year: u32, month: u32) -> i64 {
    let (year, month) = if month <= 2 { (year - 1, month + 9) } else { (year, month - 3) };
    i64::from(year * 365 + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5) - 719_468
}

/// Seconds from the epoch to the beginning of a day in UTC.
pub fn seconds(year: i64, month: i64, day: i64) -> i64 {
    days(year, month, day) * DAY
}

/// Year, month and day, given days since 1970-01-01.
pub fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097) as u32);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + i64::from(year) + i64::from(month <= 2), i64::from(month), i64::from(day))
}

/// The fields of `struct_time` in UTC: year, month, day, hour, minute, second, weekday (Monday is 0), day of the year
/// (from 1), and 0 for no daylight saving time.
pub fn fields(seconds: i64) -> [i64; 9] {
    let (day_number, rest) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
    let (year, month, day) = date(day_number);
    let weekday = (day_number + 3).rem_euclid(7);
    let day_of_year = day_number - days(year, 1, 1) + 1;
    [year, month, day, rest / 3600, rest / 60 % 60, rest % 60, weekday, day_of_year, 0]
}

/// The ISO year and week of a date, given by year, day of the year (from 0) and weekday (Monday is 0).
pub fn iso_week(year: i64, day_of_year: i64, weekday: i64) -> (i64, i64) {
    let week = (day_of_year - weekday + 10).div_euclid(7);
    if week < 1 {
        return (year - 1, weeks_in(year - 1));
    }
    if week > weeks_in(year) { (year + 1, 1) } else { (year, week) }
}

fn weeks_in(year: i64) -> i64 {
    // A year has 53 weeks when it begins on a Thursday, or is a leap year that begins on a Wednesday.
    let first = (days(year, 1, 1) + 3).rem_euclid(7);
    let leap = days(year + 1, 1, 1) - days(year, 1, 1) == 366;
    if first == 3 || first == 2 && leap { 53 } else { 52 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for day in (-800_000..800_000).step_by(97) {
            let (y, m, d) = date(day);
            assert_eq!(days(y, m, d), day);
        }
        for year in 1..3000 {
            for month in 1..=12 {
                // Beyond the months of a year, the formula counts by machine words.
                assert_eq!(days(year, month, 1), days(year + 1, month - 12, 1));
            }
        }
        assert_eq!(fields(0), [1970, 1, 1, 0, 0, 0, 3, 1, 0]);
        assert_eq!(fields(-1), [1969, 12, 31, 23, 59, 59, 2, 365, 0]);
        assert_eq!(fields(951_782_400), [2000, 2, 29, 0, 0, 0, 1, 60, 0]);
    }

    #[test]
    fn weeks() {
        assert_eq!(iso_week(1970, 0, 3), (1970, 1));
        assert_eq!(iso_week(2021, 0, 4), (2020, 53));
        assert_eq!(iso_week(2018, 364, 0), (2019, 1));
    }
}
