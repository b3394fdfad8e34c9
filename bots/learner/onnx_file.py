"""Writes a network as an ONNX file: the few messages of the format that it takes, in protocol buffers by hand.

The field numbers are those of `onnx.proto`: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
"""

from collections.abc import Iterable, Mapping

import numpy as np

from bots.learner.network import Array

_FLOAT = 1
_IR, _OPERATORS = 8, 17
"""Versions of the format and of its operators: old enough for every onnxruntime that the arena has had."""


def as_onnx(weights: Mapping[str, Array], scale: float) -> bytes:
    """From observations as they are (``numbers``) to how much each action is wished for (``wishes``)."""
    kept = {
        "hidden": weights["hidden"] * np.float32(scale),
        "hidden_bias": weights["hidden_bias"],
        "policy": weights["policy"],
        "policy_bias": weights["policy_bias"],
    }
    steps = [
        ("MatMul", ["numbers", "hidden"], "a"),
        ("Add", ["a", "hidden_bias"], "b"),
        ("Relu", ["b"], "c"),
        ("MatMul", ["c", "policy"], "d"),
        ("Add", ["d", "policy_bias"], "wishes"),
    ]
    graph = b"".join(
        [
            *(_field(1, _node(*step)) for step in steps),
            _text(2, "policy"),
            *(_field(5, _tensor(name, values)) for name, values in kept.items()),
            _field(11, _named_rows("numbers", kept["hidden"].shape[0])),
            _field(12, _named_rows("wishes", kept["policy"].shape[1])),
        ]
    )
    return _number(1, _IR) + _field(7, graph) + _field(8, _text(1, "") + _number(2, _OPERATORS))


def _node(operator: str, inputs: Iterable[str], output: str) -> bytes:
    return b"".join([*(_text(1, name) for name in inputs), _text(2, output), _text(4, operator)])


def _tensor(name: str, values: Array) -> bytes:
    sizes = b"".join(_number(1, size) for size in values.shape)
    return sizes + _number(2, _FLOAT) + _text(8, name) + _field(9, values.astype("<f4").tobytes())


def _named_rows(name: str, width: int) -> bytes:
    """Any number of rows of this width."""
    sizes = _field(1, _text(2, "rows")) + _field(1, _number(1, width))
    return _text(1, name) + _field(2, _field(1, _number(1, _FLOAT) + _field(2, sizes)))


def _number(key: int, value: int) -> bytes:
    return _varint(key << 3) + _varint(value)


def _text(key: int, value: str) -> bytes:
    return _field(key, value.encode())


def _field(key: int, value: bytes) -> bytes:
    return _varint(key << 3 | 2) + _varint(len(value)) + value


def _varint(value: int) -> bytes:
    """
    >>> _varint(300).hex()
    'ac02'
    """
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])
