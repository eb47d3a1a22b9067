"""Proryv: both sides choose their move at once."""

from tavlei import _native

_game = _native.proryv

Position = _game.Position
Strategies = _game.Strategies
Tablebase = _game.Tablebase
Matrix = _game.Matrix
matrix = _game.matrix
action_count = _game.action_count
encode = _game.encode
decode = _game.decode
observations = _game.observations
masks = _game.masks
playouts = _game.playouts
