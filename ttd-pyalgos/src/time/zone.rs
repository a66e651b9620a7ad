//! Time zones: local time by the rules of a compiled file of the zone database, or of a POSIX `TZ` text.

use tz::{TimeZone, timezone::TimeZoneSettings};

use super::calendar;

/// What is known of a moment's local time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// Seconds east of UTC.
    pub offset: i64,
    /// Whether daylight saving time is in effect.
    pub daylight: bool,
    /// The abbreviation.
    pub name: String,
}

/// A time zone.
#[derive(Debug)]
pub struct Zone(TimeZone);

impl Zone {
    /// The zone that a file of the database describes; without one, that of a text like `CET-1CEST,M3.5.0,M10.5.0/3`.
    /// `None` where neither can be read: then the time is UTC.
    pub fn read(name: &str, file: Option<&[u8]>) -> Option<Zone> {
        if let Some(zone) = file.and_then(|file| TimeZone::from_tz_data(file).ok()) {
            return Some(Zone(zone));
        }
        // A file is not looked for again: it was asked for already.
        let settings = TimeZoneSettings::new(&[], |_| Err(Box::from("no file")));
        let texts = [name.to_string(), with_usual_rule(name)];
        texts.iter().find_map(|text| settings.parse_posix_tz(text).ok()).map(Zone)
    }

    /// The local time at a moment, in seconds since 1970.
    pub fn at(&self, seconds: i64) -> Local {
        match self.0.find_local_time_type(seconds) {
            Ok(found) => Local {
                offset: found.ut_offset().into(),
                daylight: found.is_dst(),
                name: found.time_zone_designation().to_string(),
            },
            Err(_) => Local { offset: 0, daylight: false, name: "UTC".into() },
        }
    }

    /// The seconds east of UTC at a moment.
    pub fn offset(&self, seconds: i64) -> i64 {
        self.0.find_local_time_type(seconds).map_or(0, |found| found.ut_offset().into())
    }

    /// The moment of a local time given as if it were UTC. `daylight` decides between two: 1 with daylight saving time,
    /// 0 without, negative as it was then.
    pub fn moment(&self, as_utc: i64, daylight: i64) -> i64 {
        let day = 86_400;
        let around = [as_utc - day, as_utc + day, as_utc - 180 * day, as_utc + 180 * day].map(|moment| self.at(moment));
        let fits = |local: &&Local| self.at(as_utc - local.offset).offset == local.offset;
        let mut found: Vec<&Local> = around.iter().filter(fits).collect();
        // Of two the earlier one, which is the one with the larger offset.
        found.sort_by_key(|local| -local.offset);
        let wanted = |local: &&&Local| local.daylight == (daylight > 0);
        if daylight >= 0 {
            // A time that was not then is counted with the offset of the other half of the year.
            let found = found.iter().find(wanted).copied().or_else(|| around.iter().find(|local| wanted(&local)));
            if let Some(local) = found {
                return as_utc - local.offset;
            }
        }
        let before = around[0].offset;
        as_utc - found.first().map_or(before, |local| local.offset)
    }
}

/// A text with a second name but without a rule has that of the United States.
fn with_usual_rule(name: &str) -> String {
    format!("{name},M3.2.0,M11.1.0")
}

/// The nine fields of a moment's local time, and what it is.
pub fn fields(zone: Option<&Zone>, seconds: i64) -> ([i64; 9], Local) {
    let utc = || Local { offset: 0, daylight: false, name: "UTC".into() };
    let local = zone.map_or_else(utc, |zone| zone.at(seconds));
    let mut fields = calendar::fields(seconds.saturating_add(local.offset));
    fields[8] = i64::from(local.daylight);
    (fields, local)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BERLIN: &str = "CET-1CEST,M3.5.0,M10.5.0/3";

    #[test]
    fn a_text_with_rules() {
        let zone = Zone::read(BERLIN, None).expect("a valid text");
        let summer = zone.at(1_720_000_000);
        assert_eq!((summer.offset, summer.daylight, summer.name.as_str()), (7200, true, "CEST"));
        let winter = zone.at(1_700_000_000);
        assert_eq!((winter.offset, winter.daylight, winter.name.as_str()), (3600, false, "CET"));
        assert!(Zone::read("No/Such_Zone", None).is_none());
        assert_eq!(Zone::read("EST+05EDT", None).map(|zone| zone.at(1_720_000_000).offset), Some(-14_400));
    }

    #[test]
    fn moments_of_local_times() {
        let zone = Zone::read(BERLIN, None).expect("a valid text");
        for moment in (1_700_000_000..1_732_000_000).step_by(86_123) {
            let local = zone.at(moment);
            assert_eq!(zone.moment(moment + local.offset, i64::from(local.daylight)), moment);
            assert_eq!(zone.moment(moment + local.offset, -1), moment);
        }
        // 2:30 in the night in which clocks are put back: twice.
        let twice = calendar::seconds(2024, 10, 27) + 2 * 3600 + 1800;
        assert_eq!(zone.moment(twice, 1), twice - 7200);
        assert_eq!(zone.moment(twice, 0), twice - 3600);
    }
}
