//! A model that was read from a file, checked and loaded.

use std::{fmt, fs, io::Read as _, path::Path, sync::Arc};

use crate::{
    Layout, ModelError, Port,
    graph::{Dimension, Graph},
    operators,
    runner::{Core, Runner},
    shapes::{self, Cost},
};

/// Files larger than this are not read.
pub const LARGEST_FILE: u64 = 512 << 20;

/// Models whose weights and tensors take more bytes than this are not run.
pub const LARGEST_MEMORY: u64 = 512 << 20;

/// Models whose single evaluation takes more multiplications than this are not run: at a thousand million a second it
/// lasts sixteen seconds.
pub const MOST_WORK: u64 = 16_000_000_000;

/// A model that can evaluate positions. It is shared by all who play with it.
pub struct Model {
    /// What people call it: the name of its file.
    name: String,
    layout: Layout,
    ports: [Vec<Port>; 2],
    producer: String,
    note: String,
    cost: Cost,
    steps: usize,
    /// Its batch is fixed to one position.
    single: bool,
    runner: Runner,
}

/// The numbers that a model gets for some positions.
#[cfg_attr(
    not(feature = "onnx"),
    expect(dead_code, reason = "only the library that runs models reads them")
)]
pub(crate) enum Inputs {
    /// 112 planes of 64 squares for each position.
    Planes(Vec<f32>),
    /// For each position the inputs of the side to move, those of the other side, and the output set.
    Sides {
        own: Vec<f32>,
        other: Vec<f32>,
        buckets: Vec<i32>,
    },
}

/// What a model says of some positions.
pub(crate) struct Outputs {
    /// A logit for each of 1,858 moves; empty without a policy.
    pub(crate) policy: Vec<f32>,
    /// One number for each position, or three.
    pub(crate) values: Vec<f32>,
}

impl Model {
    /// Reads, checks and loads a file.
    pub fn read(path: &Path) -> Result<Arc<Self>, ModelError> {
        // Neither a directory nor a pipe, which would be waited for.
        let facts = fs::metadata(path)?;
        if !facts.is_file() {
            return Err(ModelError::NotAFile);
        }
        let mut bytes = Vec::new();
        if facts.len() <= LARGEST_FILE {
            fs::File::open(path)?.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
        }
        let size = facts.len().max(bytes.len() as u64);
        if size > LARGEST_FILE {
            return Err(ModelError::FileSize {
                size: size >> 20,
                limit: LARGEST_FILE >> 20,
            });
        }
        let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy();
        Model::from_bytes(&name, bytes)
    }

    /// Checks and loads the bytes of a file.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> Result<Arc<Self>, ModelError> {
        let graph = Graph::read(&bytes)?;
        let layout = Layout::of(&graph)?;
        let single = graph
            .inputs
            .iter()
            .any(|port| port.shape.first() == Some(&Dimension::Fixed(1)));
        let rows = if single { 1 } else { layout.most_rows() };
        let cost = shapes::survey(&graph, rows as u64)?;
        let rewritten = operators::rewritten(&bytes, &graph)?.into_owned();
        drop(bytes);
        let (policy, value) = layout.outputs();
        let outputs: Vec<&str> = policy.into_iter().chain([value]).collect();
        let runner = Runner::load(rewritten, layout.inputs(), &outputs)?;
        Ok(Arc::new(Model {
            name: name.to_owned(),
            layout,
            producer: graph.producer,
            note: graph.documentation,
            cost,
            steps: graph.nodes.len(),
            single,
            ports: [graph.inputs, graph.outputs],
            runner,
        }))
    }

    /// The name of its file, without the ending.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its layout.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// The program that wrote the file, as it says.
    pub fn producer(&self) -> &str {
        &self.producer
    }

    /// How many positions may be evaluated at once.
    pub(crate) const fn most_rows(&self) -> usize {
        if self.single { 1 } else { self.layout.most_rows() }
    }

    /// Evaluates positions on this thread, which must belong to the core.
    pub(crate) fn run(&self, inputs: Inputs, core: &Core) -> Result<Outputs, ModelError> {
        let mut tensors = self.runner.run(inputs, core)?.into_iter();
        let mut next = |what: &'static str| -> Result<Vec<f32>, ModelError> {
            let missing = || ModelError::Run("an output is missing".to_owned());
            let numbers = tensors.next().ok_or_else(missing)?;
            if numbers.iter().all(|number| number.is_finite()) {
                Ok(numbers)
            } else {
                Err(ModelError::NotANumber(what))
            }
        };
        let (policy, value) = self.layout.outputs();
        Ok(Outputs {
            policy: policy.map_or_else(|| Ok(Vec::new()), &mut next)?,
            values: next(value)?,
        })
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model")
            .field("name", &self.name)
            .field("layout", &self.layout)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for Model {
    /// What the file is, over several lines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "layout    {}", self.layout)?;
        writeln!(f, "game      {}", self.layout.game().name())?;
        for (label, ports) in ["input", "output"].iter().zip(&self.ports) {
            for port in ports {
                writeln!(f, "{label:<9} {port}")?;
            }
        }
        let batch = if self.single {
            "one at a time"
        } else {
            "any number at once"
        };
        writeln!(f, "positions {batch}")?;
        if !self.producer.is_empty() {
            writeln!(f, "written   by {}", shown(&self.producer))?;
        }
        if !self.note.is_empty() {
            writeln!(f, "note      {}", shown(&self.note))?;
        }
        writeln!(f, "steps     {}", self.steps)?;
        write!(
            f,
            "needs     {:.1} MB and {:.1} million multiplications for {} position{}",
            self.cost.memory as f64 / f64::from(1 << 20),
            self.cost.work as f64 / 1e6,
            self.most_rows(),
            if self.most_rows() == 1 { "" } else { "s" }
        )
    }
}

/// An untrusted text on one short line.
pub(crate) fn shown(text: &str) -> String {
    const LONGEST: usize = 200;
    text.chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .take(LONGEST)
        .collect()
}
