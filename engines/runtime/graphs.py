"""Passes over ONNX graphs for runtimes that take less than ONNX Runtime does, or are slow at a part of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from engines.runtime.backend import Array, Profile, Range, Shape


@dataclass(frozen=True, eq=False)
class Recurrence:
    """A bidirectional LSTM between two pieces of a graph; the projection of its input is done by the piece before.

    Gates are in ONNX's order: input, output, forget, cell.
    """

    gates: str
    """Name of the projected input: [time, batch, 2 * 4 * hidden], biases added, forward direction first."""
    states: str
    """Name of the result: [time, 2, batch, hidden], as ONNX's LSTM gives it."""
    weight: Array
    """[2, 4 * hidden, hidden] of the recurrence."""

    @property
    def hidden(self) -> int:
        """Units of one direction."""
        return int(self.weight.shape[2])


@dataclass(frozen=True, eq=False)
class Piece:
    """A part of a graph that has no recurrence, and the recurrences that follow it."""

    model: onnx.ModelProto
    profile: Profile
    recurrences: tuple[Recurrence, ...]


def fold_dequantised(model: onnx.ModelProto) -> onnx.ModelProto:
    """The model with its 8-bit weights as float32; TensorRT 8.6 knows no unsigned 8-bit integers."""
    graph = model.graph
    constants = {i.name: i for i in graph.initializer}
    folded: dict[str, Array] = {}
    nodes = []
    for node in graph.node:
        if node.op_type != "DequantizeLinear" or node.input[0] not in constants:
            nodes.append(node)
            continue
        codes, scale, zero = (numpy_helper.to_array(constants[name]) for name in node.input)
        shape = [1] * codes.ndim
        if scale.ndim:
            shape[_attribute(node, "axis", 1)] = -1
        scale, zero = (np.reshape(v, shape) if v.ndim else v for v in (scale, zero))
        folded[node.output[0]] = (codes.astype(np.float32) - zero.astype(np.float32)) * scale.astype(np.float32)
    used = {name for node in nodes for name in node.input}
    kept = [i for i in graph.initializer if i.name in used]
    kept += [numpy_helper.from_array(values, name) for name, values in folded.items()]
    return _rebuilt(model, nodes, list(graph.input), list(graph.output), kept)


def split_depthwise_upsampling(model: onnx.ModelProto) -> onnx.ModelProto:
    """The model with its depthwise transposed convolutions as ordinary ones, one a phase of the longer result.

    TensorRT 8.6 runs a transposed convolution group by group, a kernel for each channel: 6 microseconds a channel on an
    H200, which was nearly all the time of the stages that have one. Only convolutions over one axis whose result is
    exactly `stride` times as long are changed.
    """
    graph = model.graph
    constants = {i.name: i for i in graph.initializer}
    nodes: list[onnx.NodeProto] = []
    added: list[TensorProto] = []
    for node in graph.node:
        weight = constants.get(node.input[1]) if node.op_type == "ConvTranspose" else None
        split = _phases(node, numpy_helper.to_array(weight)) if weight is not None else None
        if split is None:
            nodes.append(node)
            continue
        name = node.output[0]
        columns = []
        for i, (kernel, before, after) in enumerate(split):
            phase = f"{name}.phase_{i}"
            added.append(numpy_helper.from_array(np.ascontiguousarray(kernel), f"{phase}.weight"))
            taken = [node.input[0], f"{phase}.weight", *node.input[2:]]
            settings = {"group": kernel.shape[0], "pads": [before, after]}
            nodes += [
                helper.make_node("Conv", taken, [phase], phase, **settings),
                helper.make_node("Unsqueeze", [phase, f"{name}.axis"], [f"{phase}.column"], f"{phase}_column"),
            ]
            columns.append(f"{phase}.column")
        nodes += [
            helper.make_node("Concat", columns, [f"{name}.columns"], f"{name}_columns", axis=3),
            helper.make_node("Reshape", [f"{name}.columns", f"{name}.shape"], [name], node.name),
        ]
        added += [
            numpy_helper.from_array(np.array([3], np.int64), f"{name}.axis"),
            numpy_helper.from_array(np.array([0, 0, -1], np.int64), f"{name}.shape"),
        ]
    used = {name for node in nodes for name in node.input}
    kept = [i for i in graph.initializer if i.name in used]
    return _rebuilt(model, nodes, list(graph.input), list(graph.output), [*kept, *added])


def _phases(node: onnx.NodeProto, weight: Array) -> list[tuple[Array, int, int]] | None:
    """Kernel [channels, 1, taps] and padding before and after, for every phase; None if it cannot be split."""
    values = {a.name: helper.get_attribute_value(a) for a in node.attribute}
    channels, each, taps = weight.shape if weight.ndim == 3 else (0, 0, 0)
    (stride,) = values.get("strides", [1])[:1]
    before, after = values.get("pads", [0, 0])[:2]
    (extra,) = values.get("output_padding", [0])[:1]
    plain = values.get("dilations", [1]) == [1] and "output_shape" not in values and not values.get("auto_pad")
    depthwise = channels > 1 and each == 1 and values.get("group", 1) == channels
    if not (plain and depthwise) or taps - stride - before - after + extra != 0:
        return None
    phases = []
    for phase in range(stride):
        # Sample `stride * q + phase` of the result is the sum over d of x[q + d] * weight[phase + before - stride * d].
        wanted = [d for d in range(-taps, taps + 1) if 0 <= phase + before - stride * d < taps]
        first, last = min(0, *wanted), max(0, *wanted)
        kernel = np.zeros((channels, 1, last - first + 1), weight.dtype)
        for d in wanted:
            kernel[:, 0, d - first] = weight[:, 0, phase + before - stride * d]
        phases.append((kernel, -first, last))
    return phases


def cut_at_recurrences(model: onnx.ModelProto, profile: Profile) -> list[Piece]:
    """Cut a graph at its LSTMs into pieces to be run one after the other, the LSTMs between them.

    TensorRT runs an LSTM as a loop of small kernels, 28 microseconds a step, and cannot capture it; a kernel of our
    own needs one. A piece takes the graph's inputs and whatever earlier pieces and LSTMs made; results of the whole
    graph may come from any piece. What has a fixed size and needs no LSTM is computed where it is taken. A graph
    without LSTMs is one piece.
    """
    model, recurrences = _project(model)
    shapes = {which: _shapes(model, profile, which) for which in Range._fields}
    levels = _levels(model, recurrences)
    makers = {name: node for node in model.graph.node for name in node.output if name}
    floats = _float_tensors(model)
    fixed = {name for name, shape in shapes["smallest"].items() if shape == shapes["largest"][name]}
    carry = {name for name in floats if levels[name] > 0 or name not in fixed}
    results = [output.name for output in model.graph.output]
    wanted = [*results, *(r.gates for r in recurrences)]
    pieces: list[Piece] = []
    carried: list[set[str]] = [set() for _ in range(max(levels.values(), default=0) + 1)]
    slices: list[tuple[list[onnx.NodeProto], set[str]]] = []
    # From the last piece back: what a later piece takes, an earlier one must give.
    for level in reversed(range(len(carried))):
        given = {name for name in wanted if levels[name] == level} | carried[level]
        nodes, taken = _slice(model, makers, levels, carry, given, level)
        for name in taken:
            if name in makers:
                carried[levels[name]].add(name)
        slices.append((nodes, taken))
    for level, (nodes, taken) in enumerate(reversed(slices)):
        outputs_of = [name for name in [*wanted, *sorted(carried[level] - set(wanted))] if levels[name] == level]
        inputs = [_value_info(name, floats, shapes) for name in sorted(taken)]
        ranges = {name: Range(*(shapes[which][name] for which in Range._fields)) for name in sorted(taken)}
        outputs = [_value_info(name, floats, shapes) for name in outputs_of]
        used = {name for node in nodes for name in node.input}
        initialisers = [i for i in model.graph.initializer if i.name in used]
        pieces.append(
            Piece(
                _rebuilt(model, nodes, inputs, outputs, initialisers),
                replace(profile, shapes=ranges),
                tuple(r for r in recurrences if levels[r.gates] == level),
            )
        )
    return pieces


def _project(model: onnx.ModelProto) -> tuple[onnx.ModelProto, list[Recurrence]]:
    """The graph with each LSTM's input projection as a product and its result as an input."""
    graph = model.graph
    constants = {i.name: i for i in graph.initializer}
    inputs = list(graph.input)
    nodes: list[onnx.NodeProto] = []
    added: list[TensorProto] = []
    recurrences: list[Recurrence] = []
    for node in graph.node:
        if node.op_type != "LSTM":
            nodes.append(node)
            continue
        weight, recurrence, bias = (numpy_helper.to_array(constants[name]) for name in node.input[1:4])
        hidden = recurrence.shape[2]
        name = f"lstm_{len(recurrences)}"
        projection = np.concatenate(list(weight)).T  # [input, 2 * 4 * hidden]
        both = (bias[:, : 4 * hidden] + bias[:, 4 * hidden :]).reshape(-1)
        added += [
            numpy_helper.from_array(np.ascontiguousarray(projection), f"{name}.projection"),
            numpy_helper.from_array(both, f"{name}.bias"),
        ]
        nodes += [
            helper.make_node("MatMul", [node.input[0], f"{name}.projection"], [f"{name}.product"], f"{name}_product"),
            helper.make_node("Add", [f"{name}.product", f"{name}.bias"], [f"{name}.gates"], f"{name}_gates"),
        ]
        states = node.output[0]
        inputs.append(helper.make_tensor_value_info(states, TensorProto.FLOAT, ["time", 2, 1, hidden]))
        recurrences.append(Recurrence(f"{name}.gates", states, recurrence.copy()))
    used = {name for node in nodes for name in node.input}
    kept = [i for i in graph.initializer if i.name in used]
    return _rebuilt(model, nodes, inputs, list(graph.output), [*kept, *added]), recurrences


def _levels(model: onnx.ModelProto, recurrences: list[Recurrence]) -> dict[str, int]:
    """By tensor: how many LSTMs, one after the other, are behind it."""
    levels = {i.name: 0 for i in (*model.graph.input, *model.graph.initializer)}
    states = {r.gates: r.states for r in recurrences}
    later = {r.states for r in recurrences}
    for name in later:
        del levels[name]
    waiting = list(model.graph.node)
    while waiting:
        left = []
        for node in waiting:
            if any(name and name not in levels for name in node.input):
                left.append(node)
                continue
            level = max((levels[name] for name in node.input if name), default=0)
            for name in node.output:
                levels[name] = level
                if name in states:
                    levels[states[name]] = level + 1
        assert len(left) < len(waiting), "an LSTM that depends on itself"
        waiting = left
    return levels


def _slice(
    model: onnx.ModelProto,
    makers: Mapping[str, onnx.NodeProto],
    levels: Mapping[str, int],
    carry: set[str],
    given: set[str],
    level: int,
) -> tuple[list[onnx.NodeProto], set[str]]:
    """The nodes that make `given` in a piece, in order, and what they take: inputs, and what was made earlier."""
    constants = {i.name for i in model.graph.initializer}
    chosen: set[int] = set()
    taken: set[str] = set()
    waiting = list(given)
    while waiting:
        name = waiting.pop()
        node = makers.get(name)
        if name in constants or not name:
            continue
        if node is None or (levels[name] < level and name in carry):
            taken.add(name)
            continue
        if id(node) not in chosen:
            chosen.add(id(node))
            waiting += node.input
    return [node for node in model.graph.node if id(node) in chosen], taken


def _float_tensors(model: onnx.ModelProto) -> set[str]:
    inferred = onnx.shape_inference.infer_shapes(model).graph
    values = (*inferred.value_info, *inferred.input, *inferred.output)
    return {v.name for v in values if v.type.tensor_type.elem_type == TensorProto.FLOAT}


def _shapes(model: onnx.ModelProto, profile: Profile, which: str) -> dict[str, Shape]:
    """The shape of every tensor when the inputs have their smallest, usual or largest shapes."""
    given = {name: getattr(shapes, which) for name, shapes in profile.shapes.items()}
    concrete = onnx.ModelProto()
    concrete.CopyFrom(model)
    time = next((i for i in concrete.graph.input if i.name not in given), None)
    if time is not None:
        # Only the length of the sequence varies in a graph with LSTMs, and they keep it.
        length = _sequence_length(model, given)
        for value in concrete.graph.input:
            if value.name not in given:
                value.type.tensor_type.shape.dim[0].dim_value = length
    for value in concrete.graph.input:
        for dim, size in zip(value.type.tensor_type.shape.dim, given.get(value.name, ()), strict=False):
            dim.dim_value = size
    for value in concrete.graph.output:
        for dim in value.type.tensor_type.shape.dim:
            dim.Clear()
    inferred = onnx.shape_inference.infer_shapes(concrete, data_prop=True).graph
    return {
        value.name: tuple(dim.dim_value for dim in value.type.tensor_type.shape.dim)
        for value in (*inferred.value_info, *inferred.input, *inferred.output)
    }


def _sequence_length(model: onnx.ModelProto, given: Mapping[str, Shape]) -> int:
    for value in model.graph.input:
        for dim, size in zip(value.type.tensor_type.shape.dim, given.get(value.name, ()), strict=False):
            if dim.dim_param:
                return size
    raise ValueError("a graph with an LSTM needs an input of variable length")


def _value_info(name: str, floats: set[str], shapes: Mapping[str, Mapping[str, Shape]]) -> onnx.ValueInfoProto:
    smallest, largest = shapes["smallest"][name], shapes["largest"][name]
    dims = [a if a == b else f"{name}.{i}" for i, (a, b) in enumerate(zip(smallest, largest, strict=True))]
    return helper.make_tensor_value_info(name, TensorProto.FLOAT if name in floats else TensorProto.INT64, dims)


def half_precision(model: onnx.ModelProto, keep: frozenset[str]) -> onnx.ModelProto:
    """The model computing in float16, but for the nodes named in `keep` and the reading of shapes.

    Inputs and outputs stay float32; casts stand only where the precision changes. Weights beyond the range of float16
    are clipped to it.
    """
    graph = model.graph
    floats = _float_tensors(model)
    constants = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    floats |= {name for name, values in constants.items() if values.dtype == np.float32}
    precise = {i.name: True for i in graph.input}
    results = {o.name for o in graph.output}
    nodes: list[onnx.NodeProto] = []
    initialisers: dict[str, Array] = {}
    casts: dict[tuple[str, bool], str] = {}

    def cast(name: str, to_float: bool) -> str:
        key = (name, to_float)
        if key not in casts:
            casts[key] = f"{name}_{'float' if to_float else 'half'}"
            kind = TensorProto.FLOAT if to_float else TensorProto.FLOAT16
            nodes.append(helper.make_node("Cast", [name], [casts[key]], f"{casts[key]}_cast", to=kind))
        return casts[key]

    def take(name: str, in_float: bool) -> str:
        if name in constants:
            values = constants[name]
            if in_float or values.dtype != np.float32:
                initialisers[name] = values
                return name
            limit = np.finfo(np.float16).max
            initialisers[f"{name}_half"] = np.clip(values, -limit, limit).astype(np.float16)
            return f"{name}_half"
        if name not in floats or precise[name] == in_float:
            return name
        return cast(name, in_float)

    for node in graph.node:
        copy = onnx.NodeProto()
        copy.CopyFrom(node)
        in_float = node.name in keep or not any(name in floats for name in (*node.input, *node.output))
        if node.op_type == "Shape":
            nodes.append(copy)
            continue
        for i, name in enumerate(node.input):
            if name:
                copy.input[i] = take(name, in_float)
        for i, name in enumerate(node.output):
            if name in floats:
                precise[name] = in_float
                if name in results and not in_float:
                    copy.output[i] = f"{name}_half_result"
        nodes.append(copy)
        for name in node.output:
            if name in results and name in floats and not in_float:
                kind = TensorProto.FLOAT
                nodes.append(helper.make_node("Cast", [f"{name}_half_result"], [name], f"{name}_result_cast", to=kind))
                precise[name] = True
    kept = [numpy_helper.from_array(np.asarray(v, order="C"), name) for name, v in initialisers.items()]
    return _rebuilt(model, nodes, list(graph.input), list(graph.output), kept)


def nodes_after(model: onnx.ModelProto, initialisers: frozenset[str]) -> frozenset[str]:
    """Names of the nodes that depend on a node which takes one of the initialisers, those nodes not included."""
    behind: set[str] = set()
    names = []
    for node in model.graph.node:  # in topological order
        follows = not behind.isdisjoint(node.input)
        if follows:
            names.append(node.name)
        if follows or not initialisers.isdisjoint(node.input):
            behind.update(node.output)
    return frozenset(names)


def _attribute(node: onnx.NodeProto, name: str, default: int) -> int:
    return next((int(a.i) for a in node.attribute if a.name == name), default)


def _rebuilt(
    model: onnx.ModelProto,
    nodes: list[onnx.NodeProto],
    inputs: list[onnx.ValueInfoProto],
    outputs: list[onnx.ValueInfoProto],
    initialisers: list[TensorProto],
) -> onnx.ModelProto:
    graph = helper.make_graph(nodes, model.graph.name, inputs, outputs, initialisers)
    return helper.make_model(
        graph,
        opset_imports=list(model.opset_import),
        ir_version=model.ir_version,
        producer_name=model.producer_name,
    )
