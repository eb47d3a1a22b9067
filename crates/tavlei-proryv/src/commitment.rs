//! The record protocol over a wire: the record is a hash, checked when it is shown.
