"""Tower checkers (Bashni): a captured piece goes under its captor."""

from tavlei import _native

_game = _native.towers

Position = _game.Position
Entry = _game.Entry
action_count = _game.action_count
encode = _game.encode
decode = _game.decode
observations = _game.observations
masks = _game.masks
playouts = _game.playouts
