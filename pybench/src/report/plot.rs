//! Charts of ratios and times: grouped bars on a logarithmic scale, as SVG.

use std::path::Path;
use std::sync::Once;

use plotters::coord::Shift;
use plotters::coord::combinators::LogCoord;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontStyle, register_font};

use crate::report::table::Column;

/// Where a group's bars begin and end, as fractions of its slot.
const MARGIN: f64 = 0.12;
const WIDTH: u32 = 1100;
/// The height of a bar, and of a line of the legend.
const BAR: u32 = 15;
const LEGEND: u32 = 21;

type Coordinates = Cartesian2d<LogCoord<f64>, RangedCoordf64>;
type Drawn<'a, B> = ChartContext<'a, B, Coordinates>;

/// A chart: a group of bars for every row, a bar for every series.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    /// The name of its file.
    pub(crate) name: String,
    /// What it shows.
    pub(crate) title: String,
    /// Whether the figures are ratios: their bars begin at 1, others at the edge.
    pub(crate) ratios: bool,
    /// What the groups are of.
    pub(crate) rows: Vec<String>,
    /// The series: a name, and a figure for every row.
    pub(crate) series: Vec<(String, Vec<Option<f64>>)>,
}

impl Chart {
    /// Makes a chart of the medians of columns of ratios.
    pub(crate) fn ratios(name: &str, title: &str, programs: &[&str], columns: &[Column<'_>]) -> Chart {
        let medians = |c: &Column<'_>| programs.iter().map(|p| c.summary(p).map(|s| s.median)).collect();
        Chart {
            name: name.to_owned(),
            title: title.to_owned(),
            ratios: true,
            rows: programs.iter().map(|p| (*p).to_owned()).collect(),
            series: columns.iter().map(|c| (c.head.clone(), medians(c))).collect(),
        }
    }

    /// Draws the chart as SVG into a folder; returns whether there were figures to draw.
    pub(crate) fn draw(&self, folder: &Path) -> Result<bool, String> {
        let Some(range) = self.range() else {
            return Ok(false);
        };
        with_font();
        let size = (WIDTH, 100 + self.row_height() * self.rows.len() as u32 + self.legend_height());
        let svg = folder.join(format!("{}.svg", self.name));
        let named = |e: String| format!("{}: {e}", self.name);
        self.draw_on(&SVGBackend::new(&svg, size).into_drawing_area(), range).map_err(named)?;
        Ok(true)
    }

    fn row_height(&self) -> u32 {
        (BAR * self.series.len() as u32).max(22) * 5 / 4
    }

    fn legend_height(&self) -> u32 {
        LEGEND * self.series.len() as u32 + 20
    }

    /// Returns the range of the figures with a margin; for ratios it includes 1.
    fn range(&self) -> Option<(f64, f64)> {
        let all = self.series.iter().flat_map(|(_, f)| f.iter().flatten());
        let mut all: Vec<f64> = all.copied().filter(|x| *x > 0.0).collect();
        if all.is_empty() {
            return None;
        }
        if self.ratios {
            all.push(1.0);
        }
        let low = all.iter().copied().fold(f64::INFINITY, f64::min);
        let high = all.iter().copied().fold(0.0, f64::max);
        Some((low / 1.5, high * 1.5))
    }

    fn draw_on<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, range: (f64, f64)) -> Result<(), String> {
        let text = |e: DrawingAreaErrorKind<B::ErrorType>| e.to_string();
        area.fill(&WHITE).map_err(text)?;
        let room = f64::from(self.legend_height()) / f64::from(self.row_height());
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, ("sans-serif", 20))
            .margin(12)
            .x_label_area_size(34)
            .y_label_area_size(200)
            .build_cartesian_2d((range.0..range.1).log_scale(), -room..self.rows.len() as f64)
            .map_err(text)?;
        self.draw_grid(area, &mut chart, range, -room).map_err(text)?;
        self.draw_bars(&mut chart, if self.ratios { 1.0 } else { range.0 }).map_err(text)?;
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerRight)
            .background_style(WHITE)
            .border_style(BLACK.mix(0.3))
            .label_font(("sans-serif", 14))
            .draw()
            .map_err(text)?;
        area.present().map_err(text)
    }

    /// Draws the grid with its numbers, and the names of the groups.
    fn draw_grid<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        chart: &mut Drawn<'_, B>,
        range: (f64, f64),
        bottom: f64,
    ) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
        let top = self.rows.len() as f64;
        let font = || ("sans-serif", 14).into_font().color(&BLACK);
        for x in ticks(range) {
            let shade = BLACK.mix(if self.ratios && x == 1.0 { 0.8 } else { 0.2 });
            chart.draw_series([PathElement::new([(x, bottom), (x, top)], shade)])?;
            let (left, low) = chart.backend_coord(&(x, bottom));
            let style = font().pos(Pos::new(HPos::Center, VPos::Top));
            area.draw(&Text::new(format!("{x}"), (left, low + 6), style))?;
        }
        for (row, name) in self.rows.iter().enumerate() {
            let (left, middle) = chart.backend_coord(&(range.0, top - row as f64 - 0.5));
            let style = font().pos(Pos::new(HPos::Right, VPos::Center));
            area.draw(&Text::new(name.clone(), (left - 6, middle), style))?;
        }
        Ok(())
    }

    fn draw_bars<B: DrawingBackend>(
        &self,
        chart: &mut Drawn<'_, B>,
        from: f64,
    ) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
        let share = (1.0 - 2.0 * MARGIN) / self.series.len() as f64;
        for (at, (name, figures)) in self.series.iter().enumerate() {
            let colour = Palette99::pick(at).to_rgba();
            let bars = figures.iter().enumerate().filter_map(|(row, x)| {
                let top = (self.rows.len() - row) as f64 - MARGIN - share * at as f64;
                let corners = [(from, top), ((*x)?, top - share * 0.9)];
                Some(Rectangle::new(corners, colour.filled()))
            });
            chart
                .draw_series(bars)?
                .label(name.clone())
                .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], colour.filled()));
        }
        Ok(())
    }
}

/// Returns round numbers in a range: 1, 2 and 5 of every power of ten, or the powers alone where those are many.
fn ticks((low, high): (f64, f64)) -> Vec<f64> {
    let powers = low.log10().floor() as i32..=high.log10().ceil() as i32;
    let digits: &[f64] = if powers.clone().count() > 5 { &[1.0] } else { &[1.0, 2.0, 5.0] };
    let all = powers.flat_map(|power| {
        digits.iter().map(move |digit| match power {
            // Dividing gives the number that prints as 0.2; multiplying by 0.1 does not.
            ..0 => digit / 10f64.powi(-power),
            _ => digit * 10f64.powi(power),
        })
    });
    all.filter(|x| (low..=high).contains(x)).collect()
}

/// Registers an embedded font, so that charts look alike on every machine.
fn with_font() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| {
        // The font is built in; drawing would fail if it could not be read.
        drop(register_font("sans-serif", FontStyle::Normal, dejavu::sans::regular()));
    });
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn round_numbers() {
        assert_eq!(ticks((0.15, 3.0)), [0.2, 0.5, 1.0, 2.0]);
        assert_eq!(ticks((0.5, 90_000.0)), [1.0, 10.0, 100.0, 1000.0, 10_000.0]);
    }
}
