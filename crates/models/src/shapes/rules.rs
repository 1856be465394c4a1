//! What each operator makes of the shapes of its inputs.

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

    fn concatenated(&self) -> Result<Value, String> {
        let first = self.input(0)?;
        let axis = self.axis(0, first.shape.len())?;
        let mut whole = Value {
            shape: first.shape.clone(),
            integers: first.integers.clone().filter(|_| first.shape.len() == 1),
        };
        for index in 1..self.inputs.len() {
            let next = self.input(index)?;
            let others = |shape: &[u64]| -> Vec<u64> {
                let kept = shape.iter().enumerate().filter(|(at, _)| *at != axis);
                kept.map(|(_, size)| *size).collect()
            };
            if next.shape.len() != first.shape.len() || others(&next.shape) != others(&first.shape) {
                return Err(format!("{:?} and {:?} cannot be joined", first.shape, next.shape));
            }
            whole.shape[axis] = whole.shape[axis].saturating_add(next.shape[axis]);
            whole.integers = match (whole.integers, &next.integers) {
                (Some(mut known), Some(more)) => {
                    known.extend(more);
                    Some(known)
                }
                _ => None,
            };
        }
        Ok(whole)
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

    fn expanded(&self) -> Result<Value, String> {
        let wanted = self.integers("", 1)?.ok_or("its shape is missing")?;
        let wanted: Option<Vec<u64>> = wanted.iter().map(|size| u64::try_from(*size).ok()).collect();
        let wanted = wanted.ok_or("a size is negative")?;
        Ok(Value::shaped(stretched(&self.input(0)?.shape, &wanted)?))
    }

    fn flattened(&self) -> Result<Value, String> {
        let shape = &self.input(0)?.shape;
        let at = self.node.number("axis").unwrap_or(1);
        let at = if at == shape.len() as i64 {
            shape.len()
        } else {
            axis(at, shape.len())?
        };
        let product = |sizes: &[u64]| sizes.iter().fold(1_u64, |product, size| product.saturating_mul(*size));
        Ok(Value::shaped(vec![product(&shape[..at]), product(&shape[at..])]))
    }

    fn gathered(&self) -> Result<Value, String> {
        let (source, indices) = (self.input(0)?, self.input(1)?);
        let axis = self.axis(0, source.shape.len())?;
        let shape = [&source.shape[..axis], &indices.shape[..], &source.shape[axis + 1..]].concat();
        let picked = |all: &Vec<i64>, indices: &Vec<i64>| -> Option<Vec<i64>> {
            let at = |index: &i64| usize::try_from(if *index < 0 { index + all.len() as i64 } else { *index }).ok();
            indices.iter().map(|index| all.get(at(index)?).copied()).collect()
        };
        let integers = match (&source.integers, &indices.integers) {
            (Some(all), Some(indices)) if source.shape.len() == 1 => picked(all, indices),
            _ => None,
        };
        Ok(Value { shape, integers })
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

    fn reshaped(&self) -> Result<Value, String> {
        let source = self.input(0)?;
        let wanted = self.integers("shape", 1)?.ok_or("its shape is missing")?;
        let zero_is_zero = self.node.number("allowzero").unwrap_or(0) != 0;
        let count = source.count().ok_or("the tensor is too large")?;
        let (mut shape, mut open) = (Vec::new(), None);
        for (at, size) in wanted.iter().enumerate() {
            shape.push(match *size {
                -1 if open.is_none() => {
                    open = Some(at);
                    1
                }
                0 if !zero_is_zero => *source.shape.get(at).ok_or("a size is copied from nothing")?,
                size => u64::try_from(size).map_err(|_| "a size is negative")?,
            });
        }
        let known = shape.iter().try_fold(1_u64, |product, size| product.checked_mul(*size));
        let known = known.filter(|known| *known > 0).ok_or("a size is zero")?;
        if let Some(open) = open {
            shape[open] = count / known;
        }
        if shape.iter().product::<u64>() != count {
            return Err(format!("{:?} does not become {wanted:?}", source.shape));
        }
        Ok(Value {
            shape,
            integers: source.integers.clone(),
        })
    }

    fn shape(&self) -> Result<Value, String> {
        let shape: Vec<i64> = self.input(0)?.shape.iter().map(|size| size.cast_signed()).collect();
        let bound = |name: &str, usual: usize| match self.node.number(name) {
            Some(at) if at < 0 => (at + shape.len() as i64).clamp(0, shape.len() as i64) as usize,
            Some(at) => (at as usize).min(shape.len()),
            None => usual,
        };
        let (start, end) = (bound("start", 0), bound("end", shape.len()));
        Ok(Value::list(
            shape.get(start..end).ok_or("start is behind end")?.to_vec(),
        ))
    }

    fn sliced(&self) -> Result<Value, String> {
        let source = self.input(0)?;
        let starts = self.integers("starts", 1)?.ok_or("its starts are missing")?;
        let ends = self.integers("ends", 2)?.ok_or("its ends are missing")?;
        let usual = (0..starts.len() as i64).collect();
        let axes = self::axes(&self.integers("axes", 3)?.unwrap_or(usual), source.shape.len())?;
        let steps = self.integers("", 4)?.unwrap_or_else(|| vec![1; starts.len()]);
        if starts.len() != ends.len() || starts.len() != axes.len() || starts.len() != steps.len() {
            return Err("its bounds differ in number".to_owned());
        }
        let mut value = source.clone();
        for (((start, end), axis), step) in starts.into_iter().zip(ends).zip(axes).zip(steps) {
            if step != 1 {
                return Err("steps other than 1 are not supported".to_owned());
            }
            let size = value.shape[axis].cast_signed();
            let bound = |at: i64| if at < 0 { at.saturating_add(size) } else { at }.clamp(0, size);
            let (start, end) = (bound(start), bound(end));
            value.shape[axis] = (end - start).max(0).cast_unsigned();
            value.integers = value
                .integers
                .filter(|_| source.shape.len() == 1)
                .and_then(|all| all.get(start as usize..end.max(start) as usize).map(<[i64]>::to_vec));
        }
        Ok(value)
    }

    fn split(&self) -> Result<Vec<Value>, String> {
        let source = self.input(0)?;
        let axis = self.axis(0, source.shape.len())?;
        let whole = source.shape[axis];
        let parts = self.node.outputs.len() as u64;
        let sizes = match self.integers("split", 1)? {
            Some(sizes) => sizes.iter().map(|size| u64::try_from(*size).unwrap_or(0)).collect(),
            None if parts > 0 && whole.is_multiple_of(parts) => vec![whole / parts; parts as usize],
            None => return Err(format!("{whole} cannot be cut into {parts} equal parts")),
        };
        if sizes.len() as u64 != parts || sizes.iter().fold(0_u64, |sum, size| sum.saturating_add(*size)) != whole {
            return Err(format!("the parts {sizes:?} do not make {whole}"));
        }
        let part = |size: u64| {
            let mut shape = source.shape.clone();
            shape[axis] = size;
            Value::shaped(shape)
        };
        Ok(sizes.into_iter().map(part).collect())
    }

    fn squeezed(&self) -> Result<Value, String> {
        let source = self.input(0)?;
        // Without axes the batch would be squeezed as well when it has one position.
        let axes = self.integers("axes", 1)?.ok_or("its axes are missing")?;
        let axes = self::axes(&axes, source.shape.len())?;
        if axes.iter().any(|axis| source.shape[*axis] != 1) {
            return Err(format!("{:?} cannot be squeezed at {axes:?}", source.shape));
        }
        let sizes = source.shape.iter().enumerate();
        Ok(Value {
            shape: sizes
                .filter(|(at, _)| !axes.contains(at))
                .map(|(_, size)| *size)
                .collect(),
            integers: source.integers.clone(),
        })
    }

    fn unsqueezed(&self) -> Result<Value, String> {
        let source = self.input(0)?;
        let axes = self.integers("axes", 1)?.ok_or("its axes are missing")?;
        let rank = source.shape.len() + axes.len();
        let axes = self::axes(&axes, rank.min(2 * MOST_AXES))?;
        let mut sizes = source.shape.iter();
        let shape: Option<Vec<u64>> = (0..rank)
            .map(|at| {
                if axes.contains(&at) {
                    Some(1)
                } else {
                    sizes.next().copied()
                }
            })
            .collect();
        Ok(Value {
            shape: shape.ok_or("an axis is named twice")?,
            integers: source.integers.clone(),
        })
    }

    fn transposed(&self) -> Result<Value, String> {
        let shape = &self.input(0)?.shape;
        let order = match self.node.list("perm") {
            Some(order) => self::axes(order, shape.len())?,
            None => (0..shape.len()).rev().collect(),
        };
        let mut sorted = order.clone();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..shape.len()) {
            return Err(format!("{order:?} is no order of {} axes", shape.len()));
        }
        Ok(Value::shaped(order.into_iter().map(|axis| shape[axis]).collect()))
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
