//! Arrays of numpy, made through its Python interface.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyTuple};

/// An array of these values, in the order of the last index.
pub(crate) fn array<'py>(py: Python<'py>, bytes: &[u8], dtype: &str, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    let numpy = py.import("numpy")?;
    let shape = PyTuple::new(py, shape)?;
    if bytes.is_empty() {
        return numpy.call_method1("zeros", (shape, dtype));
    }
    // The array owns the bytes and can be written to.
    numpy.call_method1("frombuffer", (PyByteArray::new(py, bytes), dtype))?.call_method1("reshape", (shape,))
}

/// A vector of numbers.
pub(crate) fn vector<'py>(py: Python<'py>, numbers: &[f64]) -> PyResult<Bound<'py, PyAny>> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
    array(py, &bytes, "float64", &[numbers.len()])
}

/// Bytes as an array of another type.
pub(crate) fn converted<'py>(array: &Bound<'py, PyAny>, dtype: &str) -> PyResult<Bound<'py, PyAny>> {
    array.call_method1("astype", (dtype,))?.into_bound_py_any(array.py())
}
