//! A run compared with an earlier one: the effect of a change of the interpreter.

use std::collections::BTreeMap;

use crate::report::record::Record;
use crate::report::section::Section;
use crate::report::stats;
use crate::report::stats::Summary;
use crate::report::table;
use crate::report::table::Table;
use crate::run::measure::Clock;

/// A change of the median that is reported even where the spreads are wide.
const WORTH_A_WORD: f64 = 0.10;

/// Ratios to the baseline, by program and configuration.
type Ratios = BTreeMap<(String, String), Summary>;

/// Makes the section that compares two runs by their ratios to the baselines, since machines may differ.
pub(crate) fn section(now: &[Record], last: &[Record], clock: Clock) -> Section {
    let (before, after) = (ratios(last, clock), ratios(now, clock));
    let mut text = String::from(
        "Ratios to CPython, now and in the result that is compared with. A change is marked when the spreads do not \
touch and the medians differ by a tenth or more.",
    );
    let both = baseline(last).zip(baseline(now));
    if let Some((then, here)) = both.filter(|(then, here)| then != here) {
        text += &format!(" **The baselines differ**: {then} then, {here} now.");
    }
    let mut section = Section::new("Since the last result", &text);
    let mut table = Table::new(["program", "how", "last", "now", "change", ""]);
    let mut changes: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for ((program, how), new) in &after {
        let Some(old) = before.get(&(program.clone(), how.clone())) else {
            continue;
        };
        let change = new.median / old.median;
        changes.entry(how).or_default().push(change);
        let notable = !new.agrees(old) && (change - 1.0).abs() >= WORTH_A_WORD;
        let word = match notable {
            false => "",
            true if change > 1.0 => "**slower**",
            true => "**faster**",
        };
        table.row([
            program.clone(),
            how.clone(),
            table::spread(Some(*old)),
            table::spread(Some(*new)),
            percent(change),
            word.to_owned(),
        ]);
    }
    for (how, all) in changes {
        let Some(mean) = stats::geometric_mean(&all) else {
            continue;
        };
        let cells = ["geometric mean", how, "", "", &percent(mean), ""];
        table.row(cells);
    }
    section.table("", table);
    section
}

fn percent(change: f64) -> String {
    format!("{:+.0} %", (change - 1.0) * 100.0)
}

/// Returns the first configuration with its version.
fn baseline(records: &[Record]) -> Option<String> {
    records.iter().find_map(|r| match r {
        Record::Header { configurations, .. } => configurations.first().map(|c| c.0.clone()),
        _ => None,
    })
}

fn ratios(records: &[Record], clock: Clock) -> Ratios {
    let mut seconds: BTreeMap<(&str, &str), Vec<Option<f64>>> = BTreeMap::new();
    for record in records.iter().filter(|r| r.is_comparable()) {
        let Record::Run { program, configuration, round, body, wall, cpu, .. } = record else {
            continue;
        };
        let all = seconds.entry((program, configuration)).or_default();
        all.resize(all.len().max(round + 1), None);
        all[*round] = Some(match clock {
            Clock::Body => *body,
            Clock::Wall => *wall,
            Clock::Cpu => *cpu,
        });
    }
    let base = baseline(records).unwrap_or_default();
    let mut out = Ratios::new();
    for ((program, how), over) in &seconds {
        let Some(under) = seconds.get(&(*program, base.as_str())) else {
            continue;
        };
        let summary = Summary::of(&stats::known(&stats::ratios(over, under)));
        if let Some(summary) = summary.filter(|_| *how != base) {
            out.insert(((*program).to_owned(), (*how).to_owned()), summary);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(configuration: &str, round: usize, body: f64) -> Record {
        Record::Run {
            table: "thesis".to_owned(),
            program: "p".to_owned(),
            configuration: configuration.to_owned(),
            round,
            scale: 1.0,
            body,
            wall: body,
            cpu: body,
            peak: 0,
        }
    }

    fn records(ours: f64) -> Vec<Record> {
        let machine = crate::run::machine::Machine::here(std::path::Path::new("."));
        vec![
            Record::Header {
                machine,
                command: String::new(),
                configurations: vec![("CPython".to_owned(), String::new())],
            },
            run("CPython", 0, 1.0),
            run("plain", 0, ours),
            run("CPython", 1, 2.0),
            run("plain", 1, ours * 2.0),
        ]
    }

    #[test]
    fn what_became_slower_is_marked() {
        let text = section(&records(0.8), &records(0.4), Clock::Body).markdown(None);
        assert!(text.contains("**slower**") && text.contains("+100 %"), "{text}");
        let text = section(&records(0.41), &records(0.4), Clock::Body).markdown(None);
        assert!(!text.contains("slower**"), "{text}");
    }
}
