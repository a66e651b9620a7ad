//! The control flow of stack code: reachable steps and their stack depths, block leaders, and the edges with a line
//! event.
//!
//! Line events follow CPython: one happens before an instruction whose line differs from that of the instruction
//! executed before it, or that is reached by a backward jump. So an event belongs to an *edge*. If all edges into a
//! block have one, it is the block's (`entry_event`); otherwise each edge has its own. Edges into exception handlers
//! are unknown here: the interpreter compares lines when it unwinds (`Handler::line`).

use rustpython_compiler_core::bytecode::Opcode;

use super::decode::{NONE, StackCode};

/// The first step of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct Leader {
    /// The reachable steps that lead here, exceptions apart.
    pub(super) preds: Vec<u32>,
    /// Whether an exception handler begins here.
    pub(super) handler: bool,
    /// Whether all edges have a line event, which then happens at the block's start.
    pub(super) entry_event: bool,
}

/// The control flow of one code object.
#[derive(Debug)]
pub(super) struct ControlFlow {
    /// Stack depth before each step; `NONE` if unreachable.
    pub(super) depth: Vec<u32>,
    /// Index in `leaders` of each step, or `NONE`.
    pub(super) leader_of: Vec<u32>,
    /// The blocks' first steps.
    pub(super) leaders: Vec<Leader>,
    /// The largest depth.
    pub(super) max_depth: u32,
}

/// Whether execution never continues with the next step.
pub(super) fn ends_block(op: Opcode) -> bool {
    matches!(
        op,
        Opcode::JumpForward
            | Opcode::JumpBackward
            | Opcode::JumpBackwardNoInterrupt
            | Opcode::ReturnValue
            | Opcode::RaiseVarargs
            | Opcode::Reraise
    )
}

/// Returns the change of the stack's depth by a step: without a jump, and at the jump's target.
///
/// An exhausted `FOR_ITER` pushes nothing and `END_FOR` pops nothing: the front end counts a value there that CPython
/// never pushes either, because it jumps over the `END_FOR`.
fn effect(op: Opcode, arg: u32) -> (i64, i64) {
    match op {
        Opcode::ForIter => (1, 0),
        Opcode::EndFor => (0, 0),
        _ => {
            let n = i64::from(op.stack_effect(arg));
            (n, n)
        }
    }
}

/// Analyses the control flow of decoded stack code.
pub(super) fn analyse(stack: &StackCode, counted: bool) -> Result<ControlFlow, &'static str> {
    let n = stack.steps.len();
    let mut flow = ControlFlow { depth: vec![NONE; n], leader_of: vec![NONE; n], leaders: Vec::new(), max_depth: 0 };
    flow.walk(stack)?;
    flow.find_leaders(stack);
    for s in 0..n as u32 {
        let step = &stack.steps[s as usize];
        if flow.depth[s as usize] == NONE {
            continue;
        }
        if step.target != NONE {
            flow.add_pred(step.target, s);
        }
        if !ends_block(step.op) {
            flow.add_pred(s + 1, s);
        }
    }
    if counted {
        for s in 0..n {
            if let Some(leader) = flow.leader(s as u32).filter(|l| !l.handler && !l.preds.is_empty()) {
                let all = leader.preds.iter().all(|p| edge_event(stack, *p, s as u32));
                flow.leaders[flow.leader_of[s] as usize].entry_event = all;
            }
        }
    }
    Ok(flow)
}

/// Whether going from step `from` to step `to` is a line event, by CPython's rule.
pub(super) fn edge_event(stack: &StackCode, from: u32, to: u32) -> bool {
    let (a, b) = (&stack.steps[from as usize], &stack.steps[to as usize]);
    if to <= stack.entry || b.line == -1 {
        return false;
    }
    let last = if from <= stack.entry { -1 } else { a.line };
    let no_loop = b.op == Opcode::Send || a.op == Opcode::Send || a.op == Opcode::JumpBackwardNoInterrupt;
    let itself = from == to;
    // To CPython a superinstruction is one instruction; one that jumps to itself is a loop.
    (b.line != last || ((b.unit < a.unit || itself) && !no_loop)) && (a.unit != b.unit || itself)
}

impl ControlFlow {
    /// Returns the block that begins at a step, if one does.
    pub(super) fn leader(&self, step: u32) -> Option<&Leader> {
        self.leader_of.get(step as usize).filter(|l| **l != NONE).map(|l| &self.leaders[*l as usize])
    }

    /// Whether a step is reachable.
    pub(super) fn reached(&self, step: u32) -> bool {
        self.depth.get(step as usize).is_some_and(|d| *d != NONE)
    }

    /// Whether the edge from `from` to the block at `to` has a line event of its own.
    pub(super) fn has_edge_event(&self, stack: &StackCode, from: u32, to: u32) -> bool {
        self.leader(to).is_some_and(|l| !l.entry_event) && edge_event(stack, from, to)
    }

    fn walk(&mut self, stack: &StackCode) -> Result<(), &'static str> {
        let mut work = vec![(0u32, 0i64)];
        while let Some((at, depth)) = work.pop() {
            let slot = self.depth.get_mut(at as usize).ok_or("execution runs off the end of the code")?;
            if *slot != NONE {
                if i64::from(*slot) != depth {
                    return Err("stack depths differ at a join");
                }
                continue;
            }
            *slot = u32::try_from(depth).map_err(|_| "stack underflow")?;
            let step = &stack.steps[at as usize];
            let (next, jump) = effect(step.op, step.arg);
            if step.target != NONE {
                work.push((step.target, depth + jump));
            }
            if !ends_block(step.op) {
                work.push((at + 1, depth + next));
            }
            if let Some(row) = stack.table.get(step.handler as usize) {
                work.push((row.target, i64::from(row.depth) + 1 + i64::from(row.lasti)));
            }
            self.max_depth = self.max_depth.max((depth + next.max(jump).max(0)) as u32);
        }
        Ok(())
    }

    fn find_leaders(&mut self, stack: &StackCode) {
        for (s, step) in stack.steps.iter().enumerate() {
            if self.depth[s] == NONE {
                continue;
            }
            if step.target != NONE {
                self.mark_leader(step.target);
                self.mark_leader(s as u32 + 1);
            }
            if let Some(row) = stack.table.get(step.handler as usize) {
                let leader = self.mark_leader(row.target);
                self.leaders[leader as usize].handler = true;
            }
        }
        self.mark_leader(0);
    }

    fn mark_leader(&mut self, step: u32) -> u32 {
        if step as usize >= self.leader_of.len() || self.depth[step as usize] == NONE {
            return 0;
        }
        let slot = &mut self.leader_of[step as usize];
        if *slot == NONE {
            *slot = self.leaders.len() as u32;
            self.leaders.push(Leader::default());
        }
        *slot
    }

    fn add_pred(&mut self, to: u32, from: u32) {
        let leader = self.leader_of[to as usize];
        if leader != NONE {
            self.leaders[leader as usize].preds.push(from);
        }
    }
}
