//! One HTML page with plots, which loads nothing.

use std::fmt::Write;

/// An axis.
#[derive(Clone, Copy)]
pub(crate) struct Axis<'a> {
    pub(crate) title: &'a str,
    pub(crate) log: bool,
}

/// A line.
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
}

/// Vertical bars: least, average and most at a place.
pub(crate) type Bars = Vec<(f64, [f64; 3])>;

/// A plot.
pub(crate) struct Plot<'a> {
    pub(crate) title: &'a str,
    pub(crate) x: Axis<'a>,
    pub(crate) y: Axis<'a>,
    pub(crate) series: Vec<Series>,
    pub(crate) bars: Option<(&'a str, Bars)>,
    /// Whether to draw where both are equal.
    pub(crate) diagonal: bool,
}

pub(crate) struct Page {
    body: String,
    title: String,
}

/// Colours that can be told apart, also without seeing red and green.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#8a6d3b"];
/// Lines of the same colour differ in their dashes.
const DASHES: [&str; 2] = ["", "5 3"];

/// The size of a plot, and the margins around it; the legend is on the right.
const WIDTH: f64 = 840.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 310.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 44.0;

/// From values to places.
struct Scale {
    log: bool,
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    fn new(axis: Axis<'_>, values: impl Iterator<Item = f64>, (from, to): (f64, f64)) -> Scale {
        let (mut low, mut high) = values
            .fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            (low, high) = (1.0, 2.0);
        }
        match axis.log {
            true => {
                low = 10_f64.powf(low.max(1e-9).log10().floor());
                high = 10_f64.powf(high.max(1e-9).log10().ceil()).max(low * 10.0);
            }
            false => {
                low = 0.0;
                let step = step(high);
                high = (high / step).ceil().max(1.0) * step;
            }
        }
        Scale { log: axis.log, low, high, from, to }
    }

    fn at(&self, value: f64) -> f64 {
        let share = match self.log {
            true => (value.max(self.low) / self.low).ln() / (self.high / self.low).ln(),
            false => (value - self.low) / (self.high - self.low),
        };
        self.from + share * (self.to - self.from)
    }

    fn ticks(&self) -> Vec<f64> {
        match self.log {
            true => {
                let (first, last) =
                    (self.low.log10().round() as i32, self.high.log10().round() as i32);
                (first..=last).map(|power| 10_f64.powi(power)).collect()
            }
            false => {
                let step = step(self.high);
                (0..=(self.high / step).round() as u32).map(|k| f64::from(k) * step).collect()
            }
        }
    }
}

/// The distance of ticks.
fn step(high: f64) -> f64 {
    let rough = (high / 6.0).max(1e-9);
    let power = 10_f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|&step| step >= rough)
        .unwrap_or(power)
}

fn number(value: f64) -> String {
    match value {
        _ if value >= 1e6 || (value > 0.0 && value < 1e-3) => format!("{value:.0e}"),
        _ if value.fract() == 0.0 => format!("{value}"),
        _ => format!("{value:.3}").trim_end_matches('0').to_owned(),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

impl Page {
    pub(crate) fn new(title: &str) -> Page {
        Page { body: String::new(), title: title.to_owned() }
    }

    pub(crate) fn text(&mut self, text: &str) {
        let _ = writeln!(self.body, "<p>{}</p>", escaped(text));
    }

    pub(crate) fn table(&mut self, head: &[&str], rows: &[Vec<String>]) {
        let cells = |row: Vec<String>, tag: &str| {
            row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect::<String>()
        };
        let head = cells(head.iter().map(|&cell| cell.to_owned()).collect(), "th");
        let _ = writeln!(self.body, "<table><tr>{head}</tr>");
        for row in rows {
            let _ = writeln!(self.body, "<tr>{}</tr>", cells(row.clone(), "td"));
        }
        self.body += "</table>\n";
    }

    pub(crate) fn plot(&mut self, plot: &Plot<'_>) {
        let points = || plot.series.iter().flat_map(|series| &series.points);
        let bars = || plot.bars.iter().flat_map(|(_, bars)| bars);
        let xs = points().map(|point| point.0).chain(bars().map(|bar| bar.0));
        let ys = points().map(|point| point.1).chain(bars().flat_map(|bar| bar.1));
        let x = Scale::new(plot.x, xs, (LEFT, WIDTH - RIGHT));
        let y = Scale::new(plot.y, ys, (HEIGHT - BOTTOM, TOP));
        let mut svg = String::new();
        for tick in x.ticks() {
            let (at, text) = (x.at(tick), number(tick));
            let (low, high) = (HEIGHT - BOTTOM, TOP);
            let _ = writeln!(
                svg,
                "<line class=g x1={at:.1} x2={at:.1} y1={low} y2={high} /><text x={at:.1} y={:.1} \
                 text-anchor=middle>{text}</text>",
                low + 16.0
            );
        }
        for tick in y.ticks() {
            let (at, text, right) = (y.at(tick), number(tick), WIDTH - RIGHT);
            let _ = writeln!(
                svg,
                "<line class=g x1={LEFT} x2={right} y1={at:.1} y2={at:.1} /><text x={:.1} y={:.1} \
                 text-anchor=end>{text}</text>",
                LEFT - 6.0,
                at + 4.0
            );
        }
        let middle = (LEFT + WIDTH - RIGHT) / 2.0;
        let _ = writeln!(
            svg,
            "<text x={middle} y={} text-anchor=middle>{}</text><text transform='translate(14 {}) rotate(-90)' \
             text-anchor=middle>{}</text>",
            HEIGHT - 8.0,
            escaped(plot.x.title),
            (TOP + HEIGHT - BOTTOM) / 2.0,
            escaped(plot.y.title)
        );
        if plot.diagonal {
            let (low, high) = (x.low.max(y.low), x.high.min(y.high));
            let _ = writeln!(
                svg,
                "<line class=d x1={:.1} y1={:.1} x2={:.1} y2={:.1} />",
                x.at(low),
                y.at(low),
                x.at(high),
                y.at(high)
            );
        }
        if let Some((_, bars)) = &plot.bars {
            for (place, [least, average, most]) in bars {
                let (at, low, middle, high) =
                    (x.at(*place), y.at(*least), y.at(*average), y.at(*most));
                let _ = writeln!(
                    svg,
                    "<line class=b x1={at:.1} x2={at:.1} y1={low:.1} y2={high:.1} /><circle class=b cx={at:.1} \
                     cy={middle:.1} r=3.5 />"
                );
            }
        }
        let mut legend: Vec<(String, String)> = Vec::new();
        for (number, series) in plot.series.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            let dash = DASHES[number / COLOURS.len() % DASHES.len()];
            let style = format!("stroke='{colour}' stroke-dasharray='{dash}'");
            let line: Vec<String> = series
                .points
                .iter()
                .map(|point| format!("{:.1},{:.1}", x.at(point.0), y.at(point.1)))
                .collect();
            let _ = writeln!(svg, "<polyline class=s {style} points='{}' />", line.join(" "));
            for point in &series.points {
                let _ = writeln!(
                    svg,
                    "<circle cx={:.1} cy={:.1} r=2.6 fill='{colour}'><title>{}: {}, {}</title></circle>",
                    x.at(point.0),
                    y.at(point.1),
                    escaped(&series.name),
                    number_of(point.0),
                    number_of(point.1)
                );
            }
            legend.push((format!("<line class=s {style} x2=22 />"), series.name.clone()));
        }
        if let Some((name, _)) = &plot.bars {
            legend.push(("<line class=b x1=11 x2=11 y1=-7 y2=7 />".to_owned(), (*name).to_owned()));
        }
        if plot.diagonal {
            legend.push(("<line class=d x2=22 />".to_owned(), "linear".to_owned()));
        }
        for (number, (mark, name)) in legend.iter().enumerate() {
            let (left, top) = (WIDTH - RIGHT + 14.0, TOP + 12.0 + 19.0 * number as f64);
            let _ = writeln!(
                svg,
                "<g transform='translate({left} {top})'>{mark}<text x=28 y=4>{}</text></g>",
                escaped(name)
            );
        }
        let _ = writeln!(
            self.body,
            "<figure><figcaption>{}</figcaption><svg viewBox='0 0 {WIDTH} {HEIGHT}' width={WIDTH} height={HEIGHT} \
             role=img>{svg}</svg></figure>",
            escaped(plot.title)
        );
    }

    pub(crate) fn finish(self) -> String {
        let Page { body, title } = self;
        format!(
            "<!doctype html>\n<html lang=en><meta charset=utf-8><title>{title}</title>\n<style>\n\
             body {{ font: 15px/1.45 sans-serif; max-width: 62em; margin: 2em auto; padding: 0 1em; color: #222 }}\n\
             figure {{ margin: 1.6em 0 }} figcaption {{ font-weight: bold; margin-bottom: .4em }}\n\
             svg text {{ font: 12px sans-serif; fill: #333 }}\n\
             .g {{ stroke: #e3e3e3 }} .d {{ stroke: #999; stroke-dasharray: 2 3 }}\n\
             .s {{ fill: none; stroke-width: 1.8 }} .b {{ stroke: #8a8a8a; fill: #8a8a8a; stroke-width: 2 }}\n\
             table {{ border-collapse: collapse; margin: 1em 0 }} td, th {{ padding: .15em .7em; text-align: right; \
             border-bottom: 1px solid #ddd }} td:first-child, th:first-child {{ text-align: left }}\n\
             </style>\n<h1>{title}</h1>\n{body}</html>\n"
        )
    }
}

/// A number for a hint.
fn number_of(value: f64) -> String {
    number((value * 100.0).round() / 100.0)
}
