//! The thesis's published figures of five programs of the same kinds (2016, Jython and CPython 3.4, another machine).

/// A program's seconds in the thesis, by configuration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Published {
    /// Our program of this kind.
    pub(crate) program: &'static str,
    /// Jython without a debugger.
    pub(crate) jython: f64,
    /// Jython's pdb.
    pub(crate) jython_pdb: f64,
    /// The thesis's omniscient debugger.
    pub(crate) jython_odb: f64,
    /// The thesis's debugger that re-executes.
    pub(crate) jython_tdb: f64,
    /// CPython without a debugger.
    pub(crate) cpython: f64,
    /// CPython's pdb.
    pub(crate) cpython_pdb: f64,
    /// Sabin's epdb on CPython.
    pub(crate) cpython_epdb: f64,
}

/// The thesis's tables of forward overhead.
pub(crate) const FORWARD: [Published; 5] = [
    row("call_method", [0.030, 0.735, 0.296, 0.058, 0.006, 0.496, 203.627]),
    row("call_simple", [0.015, 0.686, 0.256, 0.041, 0.005, 0.492, 211.342]),
    row("fannkuch", [0.101, 0.615, 0.892, 0.116, 0.014, 0.396, 210.897]),
    row("nbody", [0.071, 0.626, 0.506, 0.091, 0.015, 0.775, 125.576]),
    row("raytrace", [0.252, 1.873, 1.043, 0.255, 0.017, 0.435, 175.506]),
];

/// The cost of counting on pybench, average and worst, for the thesis's counter and for one written in Python.
pub(crate) const COUNTING: [(&str, f64, f64); 2] =
    [("the thesis's counter", 2.27, 15.0), ("a counter in Python", 5.78, 58.0)];

/// Millions of events that fitted in a heap of 4 GB: in one frame, and in as many frames as possible (with millions
/// of frames).
pub(crate) const LIMITS: (f64, f64, f64) = (100.0, 50.0, 8.5);

const fn row(program: &'static str, seconds: [f64; 7]) -> Published {
    let [jython, jython_pdb, jython_odb, jython_tdb, cpython, cpython_pdb, cpython_epdb] = seconds;
    Published { program, jython, jython_pdb, jython_odb, jython_tdb, cpython, cpython_pdb, cpython_epdb }
}
