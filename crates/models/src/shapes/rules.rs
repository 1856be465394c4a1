//! What each operator makes of the shapes of its inputs.

mod layout;

use super::Value;
use crate::{graph::Node, operators::Operator};

/// What a step makes, and the multiplications it takes.
pub(super) struct Made {
    pub(super) values: Vec<Value>,
    pub(super) work: u64,
}

/// More axes than any operator here is meant for.
const MOST_AXES: usize = 8;

/// Applies an operator to the shapes of its inputs; the error is what does not fit.
pub(super) fn apply(operator: Operator, node: &Node, inputs: &[Option<&Value>]) -> Result<Made, String> {
    let step = Step { node, inputs };
    let (values, work) = match operator {
        Operator::Map => (vec![step.mapped()?], 0),
        Operator::Join => (vec![Value::shaped(step.joined()?)], 0),
        Operator::Concat => (vec![step.concatenated()?], 0),
        Operator::Constant => (vec![step.constant()?], 0),
        Operator::Conv => step.convolved()?,
        Operator::Expand => (vec![step.expanded()?], 0),
        Operator::Flatten => (vec![step.flattened()?], 0),
        Operator::Gather => (vec![step.gathered()?], 0),
        Operator::GatherElements => (vec![Value::shaped(step.input(1)?.shape.clone())], 0),
        Operator::Gemm => step.gemm()?,
        Operator::GlobalPool => (vec![step.pooled()?], 0),
        Operator::MatMul => step.multiplied()?,
        Operator::Reduce => (vec![step.reduced()?], 0),
        Operator::Reshape => (vec![step.reshaped()?], 0),
        Operator::Shape => (vec![step.shape()?], 0),
        Operator::Slice => (vec![step.sliced()?], 0),
        Operator::Split => (step.split()?, 0),
        Operator::Squeeze => (vec![step.squeezed()?], 0),
        Operator::Transpose => (vec![step.transposed()?], 0),
        Operator::Unsqueeze => (vec![step.unsqueezed()?], 0),
    };
    if values.iter().any(|value| value.shape.len() > MOST_AXES) {
        return Err(format!("more than {MOST_AXES} axes are not supported"));
    }
    if values.iter().any(|value| value.shape.contains(&0)) {
        return Err("a tensor is empty".to_owned());
    }
    // Every number that is read or made takes at least one operation.
    let numbers = step.inputs.iter().flatten().copied().chain(&values);
    let counts = numbers.map(|value| value.count().unwrap_or(u64::MAX));
    let work = counts.fold(work, u64::saturating_add);
    Ok(Made { values, work })
}

struct Step<'a> {
    node: &'a Node,
    inputs: &'a [Option<&'a Value>],
}

impl<'a> Step<'a> {
    fn input(&self, index: usize) -> Result<&'a Value, String> {
        self.optional(index)
            .ok_or_else(|| format!("input {} is missing", index + 1))
    }

    fn optional(&self, index: usize) -> Option<&'a Value> {
        self.inputs.get(index).copied().flatten()
    }

    /// Whole numbers that an attribute has in old versions and an input in new ones.
    fn integers(&self, attribute: &str, input: usize) -> Result<Option<Vec<i64>>, String> {
        if let Some(list) = self.node.list(attribute) {
            return match self.optional(input) {
                Some(_) => Err(format!("{attribute} is given twice")),
                None => Ok(Some(list.to_vec())),
            };
        }
        match self.optional(input) {
            None => Ok(None),
            Some(value) => match &value.integers {
                Some(integers) => Ok(Some(integers.clone())),
                None => Err(format!("input {} is not known before it is run", input + 1)),
            },
        }
    }

    fn axis(&self, usual: i64, rank: usize) -> Result<usize, String> {
        axis(self.node.number("axis").unwrap_or(usual), rank)
    }

    fn mapped(&self) -> Result<Value, String> {
        let input = self.input(0)?;
        let keeps = matches!(self.node.operator.as_str(), "Identity" | "Cast");
        Ok(Value {
            shape: input.shape.clone(),
            integers: input.integers.clone().filter(|_| keeps),
        })
    }

    fn joined(&self) -> Result<Vec<u64>, String> {
        let mut shape = Vec::new();
        for index in 0..self.inputs.len() {
            shape = stretched(&shape, &self.input(index)?.shape)?;
        }
        Ok(shape)
    }

    fn constant(&self) -> Result<Value, String> {
        if let Some(weight) = &self.node.constant {
            return Value::of(weight).map_err(|error| error.to_string());
        }
        let number = self.node.list("value_int").or_else(|| self.node.list("value_ints"));
        match (number, self.node.list("value_float")) {
            (Some([number]), _) if self.node.list("value_int").is_some() => Ok(Value {
                shape: Vec::new(),
                integers: Some(vec![*number]),
            }),
            (Some(numbers), _) => Ok(Value::list(numbers.to_vec())),
            (None, Some(_)) => Ok(Value::shaped(Vec::new())),
            (None, None) => Err("it has no value that is supported".to_owned()),
        }
    }

    fn convolved(&self) -> Result<(Vec<Value>, u64), String> {
        if self.node.numbers.contains_key("auto_pad") {
            return Err("auto_pad is not supported".to_owned());
        }
        let (source, kernel) = (&self.input(0)?.shape, &self.input(1)?.shape);
        let group = self.node.number("group").unwrap_or(1);
        let group = u64::try_from(group)
            .ok()
            .filter(|group| *group > 0)
            .ok_or("group is wrong")?;
        let axes = source.len().saturating_sub(2);
        if source.len() < 3 || kernel.len() != source.len() {
            return Err(format!("{source:?} and {kernel:?} do not fit each other"));
        }
        if kernel[1].checked_mul(group) != Some(source[1]) || !kernel[0].is_multiple_of(group) {
            return Err(format!("{} channels do not fit the kernel {kernel:?}", source[1]));
        }
        if let Some(bias) = self.optional(2)
            && bias.shape != [kernel[0]]
        {
            return Err(format!("the bias has the shape {:?}", bias.shape));
        }
        let listed = |name: &str, usual: i64, count: usize| -> Result<Vec<i64>, String> {
            let list = self.node.list(name).map_or_else(|| vec![usual; count], <[i64]>::to_vec);
            let fits = list.len() == count && list.iter().all(|number| (usual..=1024).contains(number));
            if fits {
                Ok(list)
            } else {
                Err(format!("{name} is wrong"))
            }
        };
        let (strides, dilations) = (listed("strides", 1, axes)?, listed("dilations", 1, axes)?);
        let pads = listed("pads", 0, 2 * axes)?;
        if let Some(size) = self.node.list("kernel_shape")
            && !size
                .iter()
                .map(|size| size.cast_unsigned())
                .eq(kernel[2..].iter().copied())
        {
            return Err("kernel_shape differs from the kernel".to_owned());
        }
        let mut shape = vec![source[0], kernel[0]];
        for at in 0..axes {
            let reach = (kernel[2 + at].cast_signed() - 1)
                .saturating_mul(dilations[at])
                .saturating_add(1);
            let room = source[2 + at].cast_signed() + pads[at] + pads[axes + at] - reach;
            if room < 0 {
                return Err("the kernel is larger than the board".to_owned());
            }
            shape.push((room / strides[at] + 1).cast_unsigned());
        }
        let value = Value::shaped(shape);
        let each = kernel[1..]
            .iter()
            .fold(1_u64, |product, size| product.saturating_mul(*size));
        let work = value.count().unwrap_or(u64::MAX).saturating_mul(each);
        Ok((vec![value], work))
    }

    fn pooled(&self) -> Result<Value, String> {
        let shape = &self.input(0)?.shape;
        if shape.len() < 3 {
            return Err(format!("{shape:?} has no board"));
        }
        let kept = |at: usize, size: u64| if at < 2 { size } else { 1 };
        Ok(Value::shaped(
            shape.iter().enumerate().map(|(at, size)| kept(at, *size)).collect(),
        ))
    }

    fn multiplied(&self) -> Result<(Vec<Value>, u64), String> {
        let (left, right) = (&self.input(0)?.shape, &self.input(1)?.shape);
        let fault = || format!("{left:?} and {right:?} cannot be multiplied");
        let ([left_batch @ .., rows, inner], [right_batch @ .., same, columns]) = (&left[..], &right[..]) else {
            return Err(fault());
        };
        if inner != same {
            return Err(fault());
        }
        let mut shape = stretched(left_batch, right_batch)?;
        shape.extend([*rows, *columns]);
        let value = Value::shaped(shape);
        let work = value.count().unwrap_or(u64::MAX).saturating_mul(*inner);
        Ok((vec![value], work))
    }

    fn gemm(&self) -> Result<(Vec<Value>, u64), String> {
        let matrix = |index: usize, turned: &str| -> Result<(u64, u64), String> {
            match self.input(index)?.shape[..] {
                [rows, columns] if self.node.number(turned).unwrap_or(0) == 0 => Ok((rows, columns)),
                [rows, columns] => Ok((columns, rows)),
                _ => Err("an input is not a matrix".to_owned()),
            }
        };
        let ((rows, inner), (same, columns)) = (matrix(0, "transA")?, matrix(1, "transB")?);
        if inner != same {
            return Err(format!("{inner} columns and {same} rows cannot be multiplied"));
        }
        let shape = vec![rows, columns];
        if let Some(bias) = self.optional(2)
            && stretched(&shape, &bias.shape)? != shape
        {
            return Err(format!("the bias has the shape {:?}", bias.shape));
        }
        let value = Value::shaped(shape);
        let work = value.count().unwrap_or(u64::MAX).saturating_mul(inner);
        Ok((vec![value], work))
    }

    fn reduced(&self) -> Result<Value, String> {
        let shape = &self.input(0)?.shape;
        let keeps = self.node.number("keepdims").unwrap_or(1) != 0;
        let axes = match self.integers("axes", 1)? {
            Some(axes) => self::axes(&axes, shape.len())?,
            None => (0..shape.len()).collect(),
        };
        let sizes = shape.iter().enumerate();
        let kept = sizes.filter_map(|(at, size)| {
            if axes.contains(&at) {
                keeps.then_some(1)
            } else {
                Some(*size)
            }
        });
        Ok(Value::shaped(kept.collect()))
    }
}

/// An axis; negative ones are counted from the end.
fn axis(number: i64, rank: usize) -> Result<usize, String> {
    let counted = if number < 0 { number + rank as i64 } else { number };
    let axis = usize::try_from(counted).ok().filter(|axis| *axis < rank);
    axis.ok_or_else(|| format!("there is no axis {number}"))
}

fn axes(numbers: &[i64], rank: usize) -> Result<Vec<usize>, String> {
    numbers.iter().map(|number| axis(*number, rank)).collect()
}

/// Two shapes stretched to the same: sizes of 1 are repeated, missing ones are added in front.
fn stretched(left: &[u64], right: &[u64]) -> Result<Vec<u64>, String> {
    let rank = left.len().max(right.len());
    let size = |shape: &[u64], at: usize| (at + shape.len()).checked_sub(rank).map_or(1, |at| shape[at]);
    (0..rank)
        .map(|at| match (size(left, at), size(right, at)) {
            (left, right) if left == right => Ok(left),
            (1, size) | (size, 1) => Ok(size),
            _ => Err(format!("{left:?} and {right:?} do not fit each other")),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduced(axes_twice: bool) -> Result<Made, String> {
        let mut node = Node::default();
        if axes_twice {
            node.numbers.insert("axes".to_owned(), vec![0]);
        }
        let (input, axes) = (
            Value::shaped(vec![100, 200]),
            Value {
                shape: vec![1],
                integers: Some(vec![1]),
            },
        );
        apply(Operator::Reduce, &node, &[Some(&input), Some(&axes)])
    }

    #[test]
    fn what_is_read_counts_as_work_and_axes_are_given_once() {
        assert!(reduced(false).unwrap().work >= 20_000);
        assert_eq!(reduced(true).map(|_| ()), Err("axes is given twice".to_owned()));
    }
}
