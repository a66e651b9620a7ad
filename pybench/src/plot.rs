//! Pictures of ratios and times: bars in groups, on a logarithmic scale, as SVG and as PNG.

use std::path::Path;
use std::sync::Once;

use plotters::prelude::*;
use plotters::style::{FontStyle, register_font};

use crate::table::Column;

/// Where a row of bars begins and ends in its place, as parts of it.
const MARGIN: f64 = 0.12;
const WIDTH: u32 = 1100;
const ROW: u32 = 26;

/// A picture: a group of bars for every row, a bar for every series.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    /// The name of its file.
    pub(crate) name: String,
    /// What it shows.
    pub(crate) title: String,
    /// What the groups are of.
    pub(crate) rows: Vec<String>,
    /// The series: a name, and a figure for every row.
    pub(crate) series: Vec<(String, Vec<Option<f64>>)>,
}

impl Chart {
    /// The medians of columns of ratios.
    pub(crate) fn ratios(
        name: &str,
        title: &str,
        programs: &[&str],
        columns: &[Column<'_>],
    ) -> Chart {
        let medians = |c: &Column<'_>| {
            programs
                .iter()
                .map(|p| c.summary(p).map(|s| s.median))
                .collect()
        };
        Chart {
            name: name.to_owned(),
            title: title.to_owned(),
            rows: programs.iter().map(|p| (*p).to_owned()).collect(),
            series: columns
                .iter()
                .map(|c| (c.head.clone(), medians(c)))
                .collect(),
        }
    }

    /// Draws it into a folder, twice.
    pub(crate) fn draw(&self, folder: &Path) -> Result<(), String> {
        let Some(range) = self.range() else {
            return Ok(());
        };
        with_font();
        let bars = self.rows.len() as u32 * (self.series.len() as u32 * 2 / 3).max(1);
        let size = (WIDTH, 130 + ROW * bars.max(4));
        let svg = folder.join(format!("{}.svg", self.name));
        let png = folder.join(format!("{}.png", self.name));
        let named = |e: String| format!("{}: {e}", self.name);
        self.draw_on(SVGBackend::new(&svg, size).into_drawing_area(), range)
            .map_err(named)?;
        self.draw_on(BitMapBackend::new(&png, size).into_drawing_area(), range)
            .map_err(named)
    }

    /// The smallest and the largest figure with some room, and 1 in any case: that is what ratios are held against.
    fn range(&self) -> Option<(f64, f64)> {
        let all = self.series.iter().flat_map(|(_, f)| f.iter().flatten());
        let all: Vec<f64> = all.copied().filter(|x| *x > 0.0).collect();
        if all.is_empty() {
            return None;
        }
        let low = all.iter().copied().fold(1.0, f64::min);
        let high = all.iter().copied().fold(1.0, f64::max);
        Some((low / 1.5, high * 1.5))
    }

    fn draw_on<B: DrawingBackend>(
        &self,
        area: DrawingArea<B, plotters::coord::Shift>,
        range: (f64, f64),
    ) -> Result<(), String> {
        let text = |e: DrawingAreaErrorKind<B::ErrorType>| e.to_string();
        let rows = self.rows.len();
        area.fill(&WHITE).map_err(text)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(&self.title, ("sans-serif", 20))
            .margin(12)
            .x_label_area_size(34)
            .y_label_area_size(190)
            .build_cartesian_2d((range.0..range.1).log_scale(), 0.0..rows as f64)
            .map_err(text)?;
        let label = |y: &f64| {
            let row = rows - 1 - (*y as usize).min(rows - 1);
            self.rows[row].clone()
        };
        // The labels are drawn by hand at the middle of each group: an axis of numbers would put them between two.
        chart
            .configure_mesh()
            .disable_y_mesh()
            .y_labels(0)
            .x_label_formatter(&|x| format!("{x}"))
            .draw()
            .map_err(text)?;
        for row in 0..rows {
            let y = (rows - 1 - row) as f64 + 0.5;
            let (x, y) = chart.backend_coord(&(range.0, y));
            let style = ("sans-serif", 14).into_font().color(&BLACK);
            let anchor = plotters::style::text_anchor::Pos::new(
                plotters::style::text_anchor::HPos::Right,
                plotters::style::text_anchor::VPos::Center,
            );
            let name = label(&((rows - 1 - row) as f64 + 0.5));
            let place = (x - 6, y);
            area.draw(&Text::new(name, place, style.pos(anchor)))
                .map_err(text)?;
        }
        let share = (1.0 - 2.0 * MARGIN) / self.series.len() as f64;
        for (at, (name, figures)) in self.series.iter().enumerate() {
            let colour = Palette99::pick(at).mix(0.9).to_rgba();
            let bars = figures.iter().enumerate().filter_map(|(row, x)| {
                let top = (rows - row) as f64 - MARGIN - share * at as f64;
                let corners = [(1.0, top), ((*x)?, top - share * 0.9)];
                Some(Rectangle::new(corners, colour.filled()))
            });
            chart
                .draw_series(bars)
                .map_err(text)?
                .label(name.clone())
                .legend(move |(x, y)| {
                    Rectangle::new([(x, y - 5), (x + 12, y + 5)], colour.filled())
                });
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerRight)
            .background_style(WHITE.mix(0.85))
            .border_style(BLACK.mix(0.3))
            .label_font(("sans-serif", 14))
            .draw()
            .map_err(text)?;
        area.present().map_err(text)
    }
}

/// Gives the pictures a font of their own, so that they look alike on every machine and need none to be installed.
fn with_font() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| {
        drop(register_font(
            "sans-serif",
            FontStyle::Normal,
            dejavu::sans::regular(),
        ));
    });
}
