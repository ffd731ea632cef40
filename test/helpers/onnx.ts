/** Writes small ONNX models (protocol buffers) with the few operators that tests need. */

type Field = readonly [number: number, wire: 0 | 2 | 5, value: bigint | Buffer];

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  do {
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(bytes);
}

function message(fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap(([number, wire, value]) => {
      const tag = varint(BigInt((number << 3) | wire));
      if (typeof value === "bigint") return [tag, varint(value)];
      return wire === 2 ? [tag, varint(BigInt(value.length)), value] : [tag, value];
    }),
  );
}

const int = (number: number, value: number): Field => [number, 0, BigInt(value)];
const bytes = (number: number, value: Buffer): Field => [number, 2, value];
const text = (number: number, value: string): Field => bytes(number, Buffer.from(value));

type ElementType = "float" | "int32" | "int64";
const elementTypes: Readonly<Record<ElementType, number>> = { float: 1, int32: 6, int64: 7 };

export interface Tensor {
  name: string;
  type: ElementType;
  shape: readonly number[];
  values: readonly number[];
}
interface Value {
  name: string;
  type: ElementType;
  /** A text for a dimension that varies. */
  shape: readonly (number | string)[];
}
interface Node {
  operator: string;
  inputs: readonly string[];
  outputs: readonly string[];
  /** Integers, and lists of them. */
  attributes?: Readonly<Record<string, number | readonly number[]>>;
}
export interface Model {
  nodes: readonly Node[];
  constants: readonly Tensor[];
  inputs: readonly Value[];
  outputs: readonly Value[];
  metadata: Readonly<Record<string, string>>;
}

function tensor({ name, type, shape, values }: Tensor): Buffer {
  const size = type === "int64" ? 8 : 4;
  const raw = Buffer.alloc(values.length * size);
  for (const [index, value] of values.entries()) {
    if (type === "float") raw.writeFloatLE(value, index * size);
    else if (type === "int32") raw.writeInt32LE(value, index * size);
    else raw.writeBigInt64LE(BigInt(value), index * size);
  }
  return message([
    ...shape.map((length) => int(1, length)),
    int(2, elementTypes[type]),
    text(8, name),
    bytes(9, raw),
  ]);
}

function valueInfo({ name, type, shape }: Value): Buffer {
  const dimensions = shape.map((length) =>
    bytes(1, message([typeof length === "number" ? int(1, length) : text(2, length)])),
  );
  const typed = message([int(1, elementTypes[type]), bytes(2, message(dimensions))]);
  return message([text(1, name), bytes(2, message([bytes(1, typed)]))]);
}

function attribute(name: string, value: number | readonly number[]): Buffer {
  return typeof value === "number"
    ? message([text(1, name), int(3, value), int(20, 2)])
    : message([text(1, name), ...value.map((one) => int(8, one)), int(20, 7)]);
}

const node = ({ operator, inputs, outputs, attributes = {} }: Node): Buffer =>
  message([
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, operator),
    ...Object.entries(attributes).map(([name, value]) => bytes(5, attribute(name, value))),
  ]);

/** A model with operators of version 13. */
export function onnxModel({ nodes, constants, inputs, outputs, metadata }: Model): Buffer {
  const graph = message([
    ...nodes.map((one) => bytes(1, node(one))),
    text(2, "test"),
    ...constants.map((one) => bytes(5, tensor(one))),
    ...inputs.map((one) => bytes(11, valueInfo(one))),
    ...outputs.map((one) => bytes(12, valueInfo(one))),
  ]);
  return message([
    int(1, 8),
    bytes(7, graph),
    bytes(8, message([text(1, ""), int(2, 13)])),
    ...Object.entries(metadata).map(([key, value]) =>
      bytes(14, message([text(1, key), text(2, value)])),
    ),
  ]);
}
