//! Models run by `rten`.
//!
//! The library computes untrusted files. Shapes were checked before; any panic of the library becomes an error.

use std::{
    fmt::Display,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use rten::{ModelOptions, NodeId, OpRegistry, RunOptions, ThreadPool, ValueOrView, op_registry};
use rten_tensor::{AsView as _, Tensor};

use crate::{ModelError, model::Inputs, model::shown};

/// A loaded model.
pub(crate) struct Runner {
    model: rten::Model,
    inputs: Vec<NodeId>,
    outputs: Vec<NodeId>,
}

/// A thread of the library: one evaluation takes one core.
pub(crate) struct Core(Arc<ThreadPool>);

impl Runner {
    /// Loads a model whose shapes were checked.
    pub(crate) fn load(bytes: Vec<u8>, inputs: &[&str], outputs: &[&str]) -> Result<Self, ModelError> {
        let failed = |error: &dyn Display| ModelError::Load(first_line(error));
        let loaded = catch_unwind(|| {
            let mut options = ModelOptions::with_ops(registry());
            options.prepack_weights(true);
            options.load(bytes)
        });
        let model = loaded
            .map_err(|_| failed(&"a fault in the library"))?
            .map_err(|error| failed(&error))?;
        let ids = |names: &[&str]| -> Result<Vec<NodeId>, ModelError> {
            let found = names.iter().map(|name| model.node_id(name));
            found.collect::<Result<_, _>>().map_err(|error| failed(&error))
        };
        Ok(Runner {
            inputs: ids(inputs)?,
            outputs: ids(outputs)?,
            model,
        })
    }

    /// The outputs, one after the other, on a thread of the core.
    pub(crate) fn run(&self, inputs: Inputs, core: &Core) -> Result<Vec<Vec<f32>>, ModelError> {
        let failed = |error: &dyn Display| ModelError::Run(first_line(error));
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(&core.0)));
        let tensors: Vec<ValueOrView<'_>> = match inputs {
            Inputs::Planes(planes) => {
                let rows = planes.len() / (112 * 64);
                vec![Tensor::from_data(&[rows, 112, 8, 8], planes).into()]
            }
            Inputs::Sides { own, other, buckets } => {
                let rows = buckets.len();
                vec![
                    Tensor::from_data(&[rows, 768], own).into(),
                    Tensor::from_data(&[rows, 768], other).into(),
                    Tensor::from_data(&[rows, 1], buckets).into(),
                ]
            }
        };
        let given: Vec<_> = self.inputs.iter().copied().zip(tensors).collect();
        let run = catch_unwind(AssertUnwindSafe(|| self.model.run(given, &self.outputs, Some(options))));
        let values = run
            .map_err(|_| failed(&"a fault in the library"))?
            .map_err(|error| failed(&error))?;
        let numbers = values.into_iter().map(|value| {
            let tensor = value.into_tensor::<f32>();
            tensor
                .map(|tensor| tensor.to_vec())
                .ok_or_else(|| failed(&"an output is of another type"))
        });
        numbers.collect()
    }
}

impl Core {
    pub(crate) fn new() -> Self {
        Core(Arc::new(ThreadPool::with_num_threads(1)))
    }

    /// Works on the thread of the core, so that the library goes on there without handing anything over.
    pub(crate) fn enter(&self, work: impl FnOnce() + Send) {
        self.0.run(work);
    }
}

fn first_line(error: &dyn Display) -> String {
    shown(error.to_string().lines().next().unwrap_or_default())
}

/// The operators of [`crate::operators`]; `Selu` and `Mish` were written as others.
fn registry() -> OpRegistry {
    op_registry!(
        Abs,
        Add,
        BatchNormalization,
        Cast,
        Clip,
        Concat,
        Conv,
        Div,
        Elu,
        Equal,
        Erf,
        Exp,
        Expand,
        Flatten,
        Gather,
        GatherElements,
        Gemm,
        GlobalAveragePool,
        Greater,
        HardSigmoid,
        HardSwish,
        Identity,
        LayerNormalization,
        LeakyRelu,
        Less,
        Log,
        LogSoftmax,
        MatMul,
        Max,
        Min,
        Mul,
        Neg,
        Pow,
        Reciprocal,
        ReduceMean,
        ReduceSum,
        Relu,
        Reshape,
        Shape,
        Sigmoid,
        Slice,
        Softmax,
        Softplus,
        Split,
        Sqrt,
        Squeeze,
        Sub,
        Tanh,
        Transpose,
        Unsqueeze,
        Where
    )
}
