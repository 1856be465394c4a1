#!/usr/bin/env python3
"""Writes the models of the tests, and what onnxruntime makes of them.

    pip install chess==1.11.2 onnx onnxruntime numpy
    python3 make_models.py

`data/*.onnx` are small models: of the lc0 layout as `lc0 leela2onnx` writes them (a residual tower with squeeze and
excitation, a dense policy head, an attention policy head), of the Threefold layout, and models that must be refused.
`data/expected.txt` has their outputs for some positions.
"""

from pathlib import Path

import chess
import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

import lc0_positions as lc0

DATA = Path(__file__).parent / "data"
CHANCE = np.random.default_rng(24)
BATCH = "batch"


class Graph:
    """A graph under construction; every step names its output."""

    def __init__(self):
        self.nodes, self.weights, self.inputs, self.outputs = [], [], [], []

    def input(self, name, shape, kind=TensorProto.FLOAT):
        self.inputs.append(helper.make_tensor_value_info(name, kind, shape))
        return name

    def output(self, name, shape, kind=TensorProto.FLOAT):
        self.outputs.append(helper.make_tensor_value_info(name, kind, shape))

    def weight(self, name, values):
        self.weights.append(numpy_helper.from_array(np.asarray(values), name))
        return name

    def random(self, name, *shape, scale=None):
        scale = scale or 1.0 / np.sqrt(np.prod(shape[:-1]) if len(shape) < 4 else np.prod(shape[1:]))
        return self.weight(name, CHANCE.normal(0, scale, shape).astype(np.float32))

    def step(self, kind, inputs, name, outputs=None, **attributes):
        self.nodes.append(helper.make_node(kind, inputs, outputs or [name], name=name, **attributes))
        return name

    def conv(self, name, source, into, out_of, size):
        kernel = self.random(name + "/w/kernel", into, out_of, size, size)
        bias = self.random(name + "/w/bias", into, scale=0.1)
        pad = (size - 1) // 2
        return self.step("Conv", [source, kernel, bias], name, pads=[pad] * 4, kernel_shape=[size, size])

    def dense(self, name, source, inputs, outputs):
        product = self.step("MatMul", [source, self.random(name + "/w", inputs, outputs)], name + "/matmul")
        return self.step("Add", [product, self.random(name + "/b", outputs, scale=0.1)], name + "/add")

    def reshape(self, name, source, shape):
        return self.step("Reshape", [source, self.weight(name + "/shape", np.array(shape, np.int64))], name)

    def save(self, name, opset=17, metadata=None, producer="Lc0"):
        graph = helper.make_graph(self.nodes, "org.lczero/converted", self.inputs, self.outputs, self.weights)
        model = helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", opset)], producer_name=producer, ir_version=8
        )
        for key, value in (metadata or {}).items():
            entry = model.metadata_props.add()
            entry.key, entry.value = key, value
        (DATA / name).write_bytes(model.SerializeToString())


def rename(graph, old, new):
    """Gives the last step the name that an output must have."""
    node = graph.nodes[-1]
    assert node.output[0] == old
    node.output[0] = new


def value_head(graph, flow, filters, wdl):
    flow = graph.step("Relu", [graph.conv("/value/conv", flow, 2, filters, 1)], "/value/relu")
    flow = graph.reshape("/value/reshape", flow, [-1, 128])
    flow = graph.step("Relu", [graph.dense("/value/dense1", flow, 128, 4)], "/value/dense1/relu")
    if wdl:
        flow = graph.dense("/value/dense2", flow, 4, 3)
        graph.step("Softmax", [flow], "/output/wdl", axis=1)
        graph.output("/output/wdl", [BATCH, 3])
    else:
        flow = graph.dense("/value/dense2", flow, 4, 1)
        graph.step("Tanh", [flow], "/output/value")
        graph.output("/output/value", [BATCH, 1])


def tower_with_excitation():
    """A residual block with squeeze and excitation, a convolutional policy head, win-draw-loss and moves left."""
    graph, filters = Graph(), 4
    source = graph.input("/input/planes", [BATCH, 112, 8, 8])
    block = graph.step("Relu", [graph.conv("/inputconv", source, filters, 112, 3)], "/inputconv/relu")
    flow = graph.step("Relu", [graph.conv("/block0/conv1", block, filters, filters, 3)], "/block0/conv1/relu")
    flow = graph.conv("/block0/conv2", flow, filters, filters, 3)
    pooled = graph.step("GlobalAveragePool", [flow], "/block0/se/pooled")
    axes = graph.weight("/block0/se/axes", np.array([2, 3], np.int64))
    pooled = graph.step("Squeeze", [pooled, axes], "/block0/se/squeeze")
    pooled = graph.step("Relu", [graph.dense("/block0/se/1", pooled, filters, 2)], "/block0/se/relu")
    pooled = graph.dense("/block0/se/2", pooled, 2, 2 * filters)
    pooled = graph.reshape("/block0/se/reshape", pooled, [-1, 2 * filters, 1, 1])
    graph.step("Split", [pooled], "/block0/se/split", ["/block0/se/factor", "/block0/se/bias"], axis=1)
    factor = graph.step("Sigmoid", ["/block0/se/factor"], "/block0/se/sigmoid")
    flow = graph.step("Mul", [factor, flow], "/block0/se/mul")
    flow = graph.step("Add", [flow, "/block0/se/bias"], "/block0/se/add")
    flow = graph.step("Add", [flow, block], "/block0/mixin")
    flow = graph.step("Relu", [flow], "/block0/relu")
    policy = graph.step("Relu", [graph.conv("/policy/conv1", flow, filters, filters, 3)], "/policy/relu")
    policy = graph.conv("/policy/conv2", policy, 80, filters, 3)
    policy = graph.reshape("/policy/flatten", policy, [-1, 80 * 64])
    table = graph.weight("/const/mapping_table", CHANCE.choice(80 * 64, 1858, replace=False).astype(np.int32))
    graph.step("Gather", [policy, table], "/output/policy", axis=1)
    graph.output("/output/policy", [BATCH, 1858])
    value_head(graph, flow, filters, wdl=True)
    left = graph.reshape("/mlh/reshape", graph.conv("/mlh/conv", flow, 1, filters, 1), [-1, 64])
    graph.step("Relu", [graph.dense("/mlh/dense", left, 64, 1)], "/output/mlh")
    graph.output("/output/mlh", [BATCH, 1])
    graph.save("lc0_excitation.onnx")


def dense_policy():
    """The old heads: a dense policy, of two small products here, and one value. Mish as opset 17 writes it."""
    graph, filters = Graph(), 3
    source = graph.input("/input/planes", [BATCH, 112, 8, 8])
    flow = graph.conv("/inputconv", source, filters, 112, 1)
    soft = graph.step("Tanh", [graph.step("Softplus", [flow], "/mish/softplus")], "/mish/tanh")
    flow = graph.step("Mul", [soft, flow], "/mish")
    policy = graph.reshape("/policy/reshape", graph.conv("/policy/conv", flow, 1, filters, 1), [-1, 64])
    policy = graph.dense("/policy/dense0", policy, 64, 4)
    rename(graph, graph.dense("/policy/dense", policy, 4, 1858), "/output/policy")
    graph.output("/output/policy", [BATCH, 1858])
    value_head(graph, flow, filters, wdl=False)
    graph.save("lc0_dense.onnx", opset=11)


def attention_policy():
    """An attention policy head with one encoder layer, Selu and Mish, at opset 18 as one operator each."""
    graph, filters, width, heads = Graph(), 4, 8, 2
    source = graph.input("/input/planes", [BATCH, 112, 8, 8])
    flow = graph.step("Mish", [graph.conv("/inputconv", source, filters, 112, 1)], "/inputconv/mish")
    value_head(graph, flow, filters, wdl=True)
    flow = graph.step("Transpose", [flow], "/policy/transpose", perm=[0, 2, 3, 1])
    flow = graph.reshape("/policy/squares", flow, [-1, filters])
    skip = graph.step("Selu", [graph.dense("/policy/dense1", flow, filters, width)], "/policy/selu")
    parts = []
    for letter, turned in (("Q", [0, 2, 1, 3]), ("K", [0, 2, 3, 1]), ("V", [0, 2, 1, 3])):
        part = graph.reshape(f"/mha/{letter}", graph.dense(f"/mha/{letter}/dense", skip, width, width), [-1, 64, heads, 4])
        parts.append(graph.step("Transpose", [part], f"/mha/{letter}/turned", perm=turned))
    flow = graph.step("MatMul", parts[:2], "/mha/QK")
    flow = graph.step("Mul", [flow, graph.weight("/mha/scale", np.array([0.5], np.float32))], "/mha/scaled")
    flow = graph.step("Softmax", [flow], "/mha/softmax", axis=3)
    flow = graph.step("Transpose", [graph.step("MatMul", [flow, parts[2]], "/mha/QKV")], "/mha/out", perm=[0, 2, 1, 3])
    flow = graph.reshape("/mha/out/reshape", flow, [-1, width])
    flow = graph.step("Add", [graph.dense("/mha/out/dense", flow, width, width), skip], "/mha/skip")
    norm = [graph.random("/ln/scale", width, scale=1.0), graph.random("/ln/bias", width, scale=0.1)]
    flow = graph.step("LayerNormalization", [flow, *norm], "/ln", axis=1, epsilon=1e-6)
    query = graph.reshape("/policy/Q", graph.dense("/policy/Q/dense", flow, width, width), [-1, 64, width])
    key = graph.reshape("/policy/K", graph.dense("/policy/K/dense", flow, width, width), [-1, 64, width])
    turned = graph.step("Transpose", [key], "/policy/K/turned", perm=[0, 2, 1])
    flow = graph.step("MatMul", [query, turned], "/policy/QK")
    bounds = [
        graph.weight("/policy/starts", np.array([0, 56, 0], np.int32)),
        graph.weight("/policy/ends", np.array([2**31 - 1, 64, width], np.int32)),
    ]
    extra = graph.step("Slice", [key, *bounds], "/policy/slice")
    extra = graph.step("MatMul", [extra, graph.random("/policy/extra/w", width, 8)], "/policy/extra")
    flow = graph.reshape("/policy/flat", flow, [-1, 4096])
    extra = graph.reshape("/policy/extra/flat", extra, [-1, 64])
    flow = graph.step("Concat", [flow, extra], "/policy/concat", axis=1)
    table = graph.weight("/const/mapping_table", CHANCE.choice(4160, 1858, replace=False).astype(np.int32))
    graph.step("Gather", [flow, table], "/output/policy", axis=1)
    graph.output("/output/policy", [BATCH, 1858])
    graph.save("lc0_attention.onnx", opset=18)


def planted(name="lc0_planted.onnx", poison=False):
    """The policy falls with the index, so the first legal move is best; the value counts queens."""
    graph = Graph()
    source = graph.input("/input/planes", [BATCH, 112, 8, 8])
    kernel = np.zeros((1, 112, 1, 1), np.float32)
    kernel[0, 4], kernel[0, 10] = 1.0, -1.0
    if poison:
        kernel[0, 0] = np.nan
    flow = graph.step("Conv", [source, graph.weight("/kernel", kernel)], "/conv", kernel_shape=[1, 1])
    flow = graph.reshape("/flat", flow, [-1, 64])
    flow = graph.step("MatMul", [flow, graph.weight("/sum", np.full((64, 1), 0.5, np.float32))], "/queens")
    graph.step("Tanh", [flow], "/output/value")
    graph.output("/output/value", [BATCH, 1])
    zero = graph.step("Mul", [flow, graph.weight("/zero", np.array([0.0], np.float32))], "/nothing")
    falling = graph.weight("/falling", (-0.01 * np.arange(1858)).astype(np.float32))
    graph.step("Add", [zero, falling], "/output/policy")
    graph.output("/output/policy", [BATCH, 1858])
    graph.save(name)


def value_random():
    """The layout of `threefold train --export-onnx`, with few neurons."""
    graph, hidden = Graph(), 4
    for side in ("own", "other"):
        graph.input(side, [BATCH, 768])
    graph.input("bucket", [BATCH, 1], TensorProto.INT64)
    weights = graph.random("hidden_weights", 768, hidden, scale=0.3)
    bias = graph.random("hidden_bias", hidden, scale=0.3)
    zero, one = graph.weight("zero", np.float32(0)), graph.weight("one", np.float32(1))
    for side in ("own", "other"):
        graph.step("Gemm", [side, weights, bias], side + "_sums")
        graph.step("Clip", [side + "_sums", zero, one], side + "_clamped")
        graph.step("Mul", [side + "_clamped", side + "_clamped"], side + "_squared")
    flow = graph.step("Concat", ["own_squared", "other_squared"], "hidden", axis=1)
    outputs = [graph.random("output_weights", 2 * hidden, 8, scale=0.7), graph.random("output_bias", 8, scale=0.3)]
    flow = graph.step("Gemm", [flow, *outputs], "outputs")
    flow = graph.step("GatherElements", [flow, "bucket"], "output", axis=1)
    graph.step("Mul", [flow, graph.weight("scale", np.float32(296))], "centipawns")
    graph.output("centipawns", [BATCH, 1])
    graph.save("value_random.onnx", opset=13, producer="threefold")


def material(name, worth, metadata=None):
    """Material in centipawns, from one product for each side; `worth` is by plane of 64 inputs."""
    graph = Graph()
    for side in ("own", "other"):
        graph.input(side, [BATCH, 768])
    weights = graph.weight("worth", np.repeat(np.array(worth, np.float32), 64).reshape(768, 1))
    graph.step("MatMul", ["own", weights], "own_worth")
    graph.step("MatMul", ["other", weights], "other_worth")
    flow = graph.step("Sub", ["own_worth", "other_worth"], "difference")
    graph.step("Mul", [flow, graph.weight("half", np.float32(0.5))], "centipawns")
    graph.output("centipawns", [BATCH, 1])
    graph.save(name, opset=13, metadata=metadata, producer="threefold tests")


def refused():
    """Files that must end in words."""

    def lc0_shell(policy=1858, planes=112, batch=BATCH):
        graph = Graph()
        graph.input("/input/planes", [batch, planes, 8, 8])
        graph.output("/output/policy", [batch, policy])
        graph.output("/output/wdl", [batch, 3])
        return graph

    def heads(graph, flow, policy=1858):
        """From [N, 64] to both outputs, of constants."""
        one = graph.step("MatMul", [flow, graph.weight("/thin", np.zeros((64, 1), np.float32))], "/thin/out")
        graph.step("Add", [one, graph.weight("/policy/w", np.zeros(policy, np.float32))], "/output/policy")
        third = graph.weight("/wdl/w", np.full(3, 1 / 3, np.float32))
        graph.step("Add", [one, third], "/output/wdl")

    def plain(graph, planes=112):
        kernel = graph.weight("/kernel", np.zeros((1, planes, 1, 1), np.float32))
        flow = graph.step("Conv", ["/input/planes", kernel], "/conv", kernel_shape=[1, 1])
        return graph.reshape("/flat", flow, [-1, 64])

    graph = lc0_shell(policy=1857)
    heads(graph, plain(graph), 1857)
    graph.save("refused_policy.onnx")
    graph = lc0_shell(planes=19)
    heads(graph, plain(graph, 19))
    graph.save("refused_planes.onnx")
    graph = lc0_shell(batch=4)
    heads(graph, plain(graph))
    graph.save("refused_batch.onnx")
    # The outputs are declared as they should be and are something else.
    graph = lc0_shell()
    heads(graph, plain(graph), 77)
    graph.save("refused_lie.onnx")
    # A pyramid: every step doubles the tensor.
    graph = lc0_shell()
    flow = plain(graph)
    doubled = flow
    for step in range(40):
        doubled = graph.step("Concat", [doubled, doubled], f"/double{step}", axis=1)
    graph.step("Slice", [doubled, graph.weight("/s", np.array([0, 0])), graph.weight("/e", np.array([2**31, 64]))], "/cut")
    heads(graph, "/cut")
    graph.save("refused_doubling.onnx")
    graph = lc0_shell()
    huge = graph.weight("/huge", np.array([1 << 20, 1 << 20], np.int64))
    flow = graph.step("Expand", [graph.weight("/one", np.float32(1).reshape(1, 1)), huge], "/expand")
    flow = graph.step("ReduceMean", [flow], "/mean", axes=[0, 1])
    flow = graph.step("Add", [plain(graph), flow], "/sum")
    heads(graph, flow)
    graph.save("refused_huge.onnx")
    # So many products that a move would take hours, of little memory.
    graph = lc0_shell()
    flow = plain(graph)
    square = graph.step("Expand", [graph.weight("/one", np.float32(1).reshape(1, 1)), graph.weight("/size", np.array([2048, 2048], np.int64))], "/square")
    for step in range(12):
        square = graph.step("MatMul", [square, square], f"/power{step}")
    mean = graph.step("ReduceMean", [square], "/mean", axes=[0, 1])
    heads(graph, graph.step("Add", [flow, mean], "/sum"))
    graph.save("refused_work.onnx")
    # A loop without an end.
    graph = lc0_shell()
    flow = plain(graph)
    body = helper.make_graph(
        [
            helper.make_node("Identity", ["going"], ["go_on"]),
            helper.make_node("Identity", ["state"], ["next"]),
        ],
        "body",
        [
            helper.make_tensor_value_info("round", TensorProto.INT64, []),
            helper.make_tensor_value_info("going", TensorProto.BOOL, []),
            helper.make_tensor_value_info("state", TensorProto.FLOAT, [BATCH, 64]),
        ],
        [
            helper.make_tensor_value_info("go_on", TensorProto.BOOL, []),
            helper.make_tensor_value_info("next", TensorProto.FLOAT, [BATCH, 64]),
        ],
    )
    always = graph.weight("/always", np.array(True))
    graph.step("Loop", ["", always, flow], "/loop", body=body)
    heads(graph, "/loop")
    graph.save("refused_loop.onnx")
    # A step that waits for itself.
    graph = lc0_shell()
    flow = plain(graph)
    graph.step("Add", [flow, "/second"], "/first")
    graph.step("Add", ["/first", flow], "/second")
    heads(graph, "/second")
    graph.save("refused_cycle.onnx")
    # Weights in another file.
    graph = lc0_shell()
    heads(graph, plain(graph))
    outside = graph.weights[0]
    outside.ClearField("raw_data")
    outside.data_location = TensorProto.EXTERNAL
    entry = outside.external_data.add()
    entry.key, entry.value = "location", "/etc/passwd"
    graph.save("refused_external.onnx")
    # Another kind of model altogether.
    graph = Graph()
    graph.input("image", [1, 3, 8, 8])
    flow = graph.reshape("flat", "image", [-1, 192])
    graph.step("MatMul", [flow, graph.weight("w", np.zeros((192, 4), np.float32))], "label")
    graph.output("label", [1, 4])
    graph.save("refused_image.onnx", producer="pytorch")
    planted("refused_nan.onnx", poison=True)


def slow():
    """A model that is allowed and takes its time: the products depend on the position, so none is made beforehand."""
    graph = Graph()
    source = graph.input("/input/planes", [BATCH, 112, 8, 8])
    kernel = graph.weight("/kernel", np.zeros((1, 112, 1, 1), np.float32))
    flow = graph.reshape("/flat", graph.step("Conv", [source, kernel], "/conv", kernel_shape=[1, 1]), [-1, 64])
    nothing = graph.step("ReduceMean", [flow], "/nothing", axes=[0, 1])
    small = graph.weight("/small", np.full((1, 1), 1e-3, np.float32))
    size = graph.weight("/size", np.array([1024, 1024], np.int64))
    square = graph.step("Add", [graph.step("Expand", [small, size], "/square"), nothing], "/product")
    for step in range(14):
        square = graph.step("MatMul", [square, square], f"/product{step}")
    mean = graph.step("ReduceMean", [square], "/mean", axes=[0, 1])
    flow = graph.step("MatMul", [flow, graph.weight("/thin", np.zeros((64, 1), np.float32))], "/thin/out")
    flow = graph.step("Add", [flow, graph.step("Mul", [mean, graph.weight("/zero", np.zeros((1, 1), np.float32))], "/none")], "/sum")
    graph.step("Add", [flow, graph.weight("/policy/w", np.zeros(1858, np.float32))], "/output/policy")
    graph.output("/output/policy", [BATCH, 1858])
    graph.step("Tanh", [flow], "/output/value")
    graph.output("/output/value", [BATCH, 1])
    graph.save("slow.onnx")


POSITIONS = [
    ("startpos", ""),
    ("startpos", "e2e4"),
    ("startpos", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5"),
    ("startpos", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"),
    ("startpos", "d2d4 d7d5 c2c4 d5c4 e2e4 b7b5 a2a4 c7c6"),
    ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", ""),
    ("rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3", "e4d3 c2d3"),
    ("r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 9", ""),
    ("r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b Kq - 4 9", "e8c8"),
    ("1n6/P5P1/8/k7/7K/8/p5p1/1N6 w - - 0 1", ""),
    ("1n6/P5P1/8/k7/7K/8/p5p1/1N6 b - - 0 1", ""),
    ("8/5k2/8/8/3R4/8/2K5/8 b - - 96 150", "f7e6"),
    ("8/8/8/4k3/8/8/Q7/1K6 w - - 0 1", ""),
]


def history(start, moves):
    board = chess.Board() if start == "startpos" else chess.Board(start)
    seen = [lc0.Seen(board, True)]
    for move in moves.split():
        board.push_uci(move)
        latest = lc0.Seen(board, False)
        latest.repeated = any(earlier.identity == latest.identity for earlier in seen)
        seen.append(latest)
    return seen


def planes(seen):
    tensor = np.zeros((112, 64), np.float32)
    for step, masks in enumerate(lc0.steps(seen)):
        for number, mask in enumerate(masks):
            for square in range(64):
                tensor[13 * step + number, square] = mask >> square & 1
    board = seen[-1].board
    own, other = board.turn, not board.turn
    tensor[104] = board.has_queenside_castling_rights(own)
    tensor[105] = board.has_kingside_castling_rights(own)
    tensor[106] = board.has_queenside_castling_rights(other)
    tensor[107] = board.has_kingside_castling_rights(other)
    tensor[108] = board.turn == chess.BLACK
    tensor[109] = board.halfmove_clock
    tensor[111] = 1
    return tensor.reshape(1, 112, 8, 8)


def features(board, side):
    """The 768 inputs of a side: docs/network.md."""
    row = np.zeros(768, np.float32)
    turned = 0 if side == chess.WHITE else 56
    mirrored = 7 if chess.square_file(board.king(side)) >= 4 else 0
    for square, piece in board.piece_map().items():
        kind = piece.piece_type - 1 + (0 if piece.color == side else 6)
        row[kind * 64 + (square ^ turned ^ mirrored)] = 1
    return row.reshape(1, 768)


def expected():
    """For every model and position: the values, then the logits of the legal moves in the order of their UCI text."""
    lines = []
    for name in ("lc0_excitation", "lc0_dense", "lc0_attention", "lc0_planted", "value_random", "value_material"):
        session = onnxruntime.InferenceSession(DATA / f"{name}.onnx", providers=["CPUExecutionProvider"])
        known = {value.name for value in session.get_inputs()}
        outputs = [value.name for value in session.get_outputs()]
        lines.append(f"model {name}.onnx")
        for start, moves in POSITIONS:
            seen = history(start, moves)
            board = seen[-1].board
            if "own" in known:
                given = {"own": features(board, board.turn), "other": features(board, not board.turn)}
                if "bucket" in known:
                    given["bucket"] = np.array([[(len(board.piece_map()) - 2) // 4]], np.int64).clip(0, 7)
                found = [session.run(["centipawns"], given)[0][0][0]]
            else:
                value = "/output/wdl" if "/output/wdl" in outputs else "/output/value"
                policy, values = session.run(["/output/policy", value], {"/input/planes": planes(seen)})
                legal = sorted(board.legal_moves, key=lambda move: move.uci())
                found = list(values[0]) + [policy[0][lc0.policy_index(board, move)] for move in legal]
            lines.append(f"position {chess.Board().fen() if start == 'startpos' else start}")
            lines.append(f"moves {moves}")
            lines.append(" ".join(f"{number:.6f}" for number in found))
    (DATA / "expected.txt").write_text("\n".join(lines) + "\n")


def main():
    DATA.mkdir(exist_ok=True)
    tower_with_excitation()
    dense_policy()
    attention_policy()
    planted()
    value_random()
    # Pawn, knight, bishop, rook, queen, king; own, then enemy.
    kinds = [100, 320, 330, 500, 900, 0]
    material("value_material.onnx", kinds + [-worth for worth in kinds])
    # In Ransom the inputs of rooks are points, those of kings are quiet turns.
    kinds = [100, 300, 300, 60, 500, 0]
    material("ransom_material.onnx", kinds + [-worth for worth in kinds], {"threefold.game": "ransom"})
    refused()
    slow()
    expected()
    for path in sorted(DATA.glob("*.onnx")):
        print(f"{path.stat().st_size:>8} {path.name}")


if __name__ == "__main__":
    main()
