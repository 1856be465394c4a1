//! Shapes of the steps that move numbers: concatenation, slices, reshaping and the like.

use super::{super::Value, MOST_AXES, Step, axes, axis, stretched};

impl Step<'_> {
    pub(super) fn concatenated(&self) -> Result<Value, String> {
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

    pub(super) fn expanded(&self) -> Result<Value, String> {
        let wanted = self.integers("", 1)?.ok_or("its shape is missing")?;
        let wanted: Option<Vec<u64>> = wanted.iter().map(|size| u64::try_from(*size).ok()).collect();
        let wanted = wanted.ok_or("a size is negative")?;
        Ok(Value::shaped(stretched(&self.input(0)?.shape, &wanted)?))
    }

    pub(super) fn flattened(&self) -> Result<Value, String> {
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

    pub(super) fn gathered(&self) -> Result<Value, String> {
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

    pub(super) fn reshaped(&self) -> Result<Value, String> {
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

    pub(super) fn shape(&self) -> Result<Value, String> {
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

    pub(super) fn sliced(&self) -> Result<Value, String> {
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

    pub(super) fn split(&self) -> Result<Vec<Value>, String> {
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

    pub(super) fn squeezed(&self) -> Result<Value, String> {
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

    pub(super) fn unsqueezed(&self) -> Result<Value, String> {
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

    pub(super) fn transposed(&self) -> Result<Value, String> {
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
