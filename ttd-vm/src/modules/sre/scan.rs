//! `findall` and `split`: all matches at once, by one matcher, because no Python code runs in between.

use ttd_core::value::Value;
use ttd_pyalgos::regex::engine::{Stop, UNSET};

use super::job::{Job, Runner};
use crate::{Vm, native::*};

/// All matches: start, end and marks of each.
pub fn all_matches(runner: &mut Runner, from: usize, end: usize, limit: usize) -> Result<Vec<usize>, Stop> {
    let (mut out, mut at, mut advance, mut n) = (Vec::new(), from, false, 0);
    while at <= end && n < limit {
        let Some((start, stop)) = runner.search(at, advance)? else { break };
        out.push(start);
        out.push(stop);
        out.extend_from_slice(&runner.matcher.marks);
        advance = start == stop;
        at = stop;
        n += 1;
    }
    Ok(out)
}

/// The text of a span, or a default.
fn text(vm: &mut Vm, job: &Job, span: &[usize], default: Value) -> Value {
    if span[0] == UNSET || span[1] == UNSET || span[0] > span[1] {
        return default;
    }
    job.part(vm, span[0], span[1])
}

pub(super) fn findall(vm: &mut Vm, args: Args) -> Res {
    let job = Job::new(vm, args.get(0), args.get(1), args.opt(2), args.opt(3))?;
    let spans = job.run(vm, |runner| all_matches(runner, job.from, job.end, usize::MAX))?;
    let width = 2 + 2 * job.program.groups;
    let empty = job.part(vm, 0, 0);
    let mut out = Vec::with_capacity(spans.len() / width);
    for spans in spans.chunks_exact(width) {
        out.push(match job.program.groups {
            0 => job.part(vm, spans[0], spans[1]),
            1 => text(vm, &job, &spans[2..], empty),
            _ => {
                let groups: Vec<Value> = spans[2..].chunks_exact(2).map(|g| text(vm, &job, g, empty)).collect();
                vm.new_tuple(&groups)
            }
        });
        if out.len() % 1000 == 0 {
            vm.check_interrupt()?;
        }
    }
    Ok(vm.new_list(&out))
}

pub(super) fn split(vm: &mut Vm, args: Args) -> Res {
    let job = Job::new(vm, args.get(0), args.get(1), None, None)?;
    let limit = super::replace::limit(vm, args.opt(2))?;
    let spans = job.run(vm, |runner| all_matches(runner, job.from, job.end, limit))?;
    let width = 2 + 2 * job.program.groups;
    let (mut out, mut at) = (Vec::new(), 0);
    for spans in spans.chunks_exact(width) {
        out.push(job.part(vm, at, spans[0]));
        for group in spans[2..].chunks_exact(2) {
            out.push(text(vm, &job, group, Value::NONE));
        }
        at = spans[1];
        if out.len() % 1000 == 0 {
            vm.check_interrupt()?;
        }
    }
    out.push(job.part(vm, at, job.end));
    Ok(vm.new_list(&out))
}
