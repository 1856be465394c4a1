//! Iterative deepening over the root moves.

use play::Record;

use super::{
    Breadth, Evaluate, Finding, INFINITY, Interrupted, Limits, Line, Minimax, Searchable, WIN, WIN_BOUND, Window,
    Windows, order, score,
};

impl<R: Searchable, E: Evaluate<R>> Minimax<R, E> {
    /// Searches the current position of the record and reports every completed iteration.
    ///
    /// Returns the result of the last completed iteration, or `None` if there is none; the results of an interrupted
    /// iteration are dropped.
    pub fn think(
        &mut self,
        record: &Record<R>,
        limits: &Limits<'_>,
        breadth: Breadth,
        report: &mut dyn FnMut(&Finding<R::Move>),
    ) -> Option<Finding<R::Move>> {
        let position = record.position();
        self.begin(record);
        let mut roots = self.ordered_roots(position, record.legal());
        let mut found = None;
        let mut best = None;
        for depth in 1..=limits.depth {
            let window = self.aspiration(best, breadth);
            let narrow = self.iteration(position, &roots, depth, breadth, window, limits);
            let Ok(exact) = narrow.and_then(|exact| match exact {
                exact if breadth.is_inside(window, &exact) => Ok(exact),
                _ => self.iteration(position, &roots, depth, breadth, Window::OPEN, limits),
            }) else {
                break;
            };
            let best = *best.insert(exact.first()?.points);
            promote(&mut roots, &exact);
            let finding = Finding {
                depth,
                lines: exact.into_iter().map(Exact::into_line).collect(),
                nodes: self.nodes,
            };
            report(&finding);
            found = Some(finding);
            // A win or loss within the depth searched is proven: looking deeper cannot shorten it, and only further
            // lines could still change.
            let proven = best.abs() > WIN_BOUND && (WIN - best.abs()) as u32 <= depth;
            let settled = proven && matches!(breadth, Breadth::Lines(1) | Breadth::Within(_));
            if settled || limits.are_up() {
                break;
            }
        }
        found
    }

    /// The move to play when there was no time for a single iteration: the one with the best class.
    pub fn at_first_sight(&mut self, record: &Record<R>) -> Option<R::Move> {
        self.begin(record);
        self.ordered_roots(record.position(), record.legal()).first().copied()
    }

    fn begin(&mut self, record: &Record<R>) {
        self.nodes = 0;
        self.passed_to = 0;
        self.foreseen = None;
        self.workspace.table.begin();
        self.workspace.near.begin();
        self.workspace.order.begin();
        self.keys.clear();
        let plies = record.moves().len();
        let earlier = plies.saturating_sub(record.position().reversible_plies());
        let keys = (earlier..plies)
            .filter_map(|ply| record.position_after(ply))
            .map(R::key);
        self.keys.extend(keys);
        self.root = self.keys.len();
    }

    fn ordered_roots(&mut self, position: &R, legal: &[R::Move]) -> Vec<R::Move> {
        let mut ranked = std::mem::take(&mut self.workspace.buffers[0]);
        self.workspace.order.rank(position, legal, 0, None, &mut ranked);
        let mut roots = Vec::with_capacity(legal.len());
        while let Some(mv) = order::next(&mut ranked, roots.len()) {
            roots.push(mv);
        }
        self.workspace.buffers[0] = ranked;
        roots
    }

    /// The root moves whose scores are exact if the best is [inside](Breadth::is_inside) the window, best first.
    fn iteration(
        &mut self,
        position: &R,
        roots: &[R::Move],
        depth: u32,
        breadth: Breadth,
        window: Window,
        limits: &Limits<'_>,
    ) -> Result<Vec<Exact<R::Move>>, Interrupted> {
        let mut exact: Vec<Exact<R::Move>> = Vec::new();
        self.keys.truncate(self.root);
        self.keys.push(position.key());
        for &mv in roots {
            let alpha = breadth.threshold(&exact).max(window.alpha);
            let open = Window { alpha, ..window };
            let points = if exact.is_empty() || self.settings.windows == Windows::Open {
                self.after(position, None, mv, depth - 1, 0, open, limits)?
            } else {
                self.scout(position, None, mv, [depth - 1; 2], 0, open, limits)?
            };
            if points > alpha {
                self.extend_line(0, mv);
                let place = exact.partition_point(|earlier| earlier.points >= points);
                let line = self.workspace.lines[0].clone();
                exact.insert(place, Exact { points, line });
                breadth.cut(&mut exact);
                if points >= window.beta {
                    break;
                }
            }
        }
        Ok(exact)
    }

    /// The aspiration window of the next iteration.
    fn aspiration(&self, best: Option<i32>, breadth: Breadth) -> Window {
        let below = match breadth {
            Breadth::Lines(1) => 0,
            Breadth::Within(margin) => margin,
            // Further lines may lie anywhere below the best.
            Breadth::Lines(_) => return Window::OPEN,
        };
        match (self.settings.windows, best) {
            (Windows::Aspiration(margin), Some(best)) if best.abs() <= WIN_BOUND => Window {
                alpha: best - margin - below,
                beta: best + margin,
            },
            (Windows::Open | Windows::Null | Windows::Aspiration(_), _) => Window::OPEN,
        }
    }
}

/// A root move searched with a window open above, so that its score is no bound.
struct Exact<M> {
    points: i32,
    line: Vec<M>,
}

impl<M> Exact<M> {
    fn into_line(self) -> Line<M> {
        Line {
            score: score(self.points),
            moves: self.line,
        }
    }
}

impl Breadth {
    /// A further move is of interest only above this.
    fn threshold<M>(self, exact: &[Exact<M>]) -> i32 {
        match self {
            Breadth::Lines(lines) => exact.get(lines.max(1) - 1).map_or(-INFINITY, |last| last.points),
            Breadth::Within(margin) => exact
                .first()
                .map_or(-INFINITY, |best| lowest_alike(best.points, margin) - 1),
        }
    }

    /// Whether neither the best score nor that of a move as good is a bound.
    fn is_inside<M>(self, window: Window, exact: &[Exact<M>]) -> bool {
        let lowest = |best: i32| match self {
            Breadth::Lines(_) => best,
            Breadth::Within(margin) => lowest_alike(best, margin),
        };
        let best = exact.first().map(|best| best.points);
        window == Window::OPEN || best.is_some_and(|best| window.alpha < lowest(best) && best < window.beta)
    }

    /// Drops what is no longer of interest.
    fn cut<M>(self, exact: &mut Vec<Exact<M>>) {
        match self {
            Breadth::Lines(lines) => exact.truncate(lines.max(1)),
            Breadth::Within(margin) => {
                let lowest = lowest_alike(exact.first().map_or(0, |best| best.points), margin);
                exact.retain(|line| line.points >= lowest);
            }
        }
    }
}

/// The least score that still looks like `best`; a slower win does not.
const fn lowest_alike(best: i32, margin: i32) -> i32 {
    if best.abs() > WIN_BOUND { best } else { best - margin }
}

/// The moves with exact scores go to the front, best first; the others keep their order.
fn promote<M: Copy + PartialEq>(roots: &mut [M], exact: &[Exact<M>]) {
    for (place, line) in exact.iter().enumerate() {
        if let Some(at) = roots.iter().position(|root| Some(root) == line.line.first()) {
            roots[place..=at].rotate_right(1);
        }
    }
}
