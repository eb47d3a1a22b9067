"""Ashtarashki: stones 1, 2 and 3 that beat one another in a ring."""

from tavlei import _native

_game = _native.ashtarashki

Position = _game.Position
Entry = _game.Entry
Proof = _game.Proof
action_count = _game.action_count
encode = _game.encode
decode = _game.decode
observations = _game.observations
masks = _game.masks
playouts = _game.playouts
