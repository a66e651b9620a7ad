//! Properties of the algorithms, on random inputs and against simple implementations.

mod random;
mod regex;
mod round_trips;
