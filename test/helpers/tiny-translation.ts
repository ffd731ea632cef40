/**
 * A translation model without training, in the format of Marian: whatever it reads, it writes its
 * two words. Its only decoder layer passes on the former word, from which the next one follows.
 */

interface Item {
  name: string;
  type: number;
  shape: readonly number[];
  data: Buffer;
}

const float32 = 0x404;
const int8 = 0x101;
/** Width of the layers; at least the number of words. */
const width = 16;
/** Items are aligned to this number of bytes. */
const alignment = 256;

const configuration = (words: number) => `type: transformer
dim-vocabs:
  - ${words}
  - ${words}
dim-emb: ${width}
enc-depth: 1
dec-depth: 1
transformer-heads: 2
transformer-dim-ffn: ${width}
transformer-ffn-depth: 2
transformer-ffn-activation: relu
transformer-dim-decoder-ffn: 0
transformer-decoder-ffn-depth: 0
transformer-decoder-autoreg: self-attention
transformer-preprocess: ""
transformer-postprocess: "da"
transformer-postprocess-emb: "d"
transformer-postprocess-top: ""
transformer-no-projection: false
transformer-train-positions: false
transformer-tied-layers: []
transformer-guided-alignment-layer: last
tied-embeddings: false
tied-embeddings-src: false
tied-embeddings-all: false
skip: false
layer-normalization: false
ulr: false
lemma-dim-emb: 0
lemma-dependency: ""
output-omit-bias: false
input-types: []
max-length: 50
version: v1.9
`;

const aligned = (bytes: number) => Math.ceil(bytes / alignment) * alignment;
function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function marianFile(items: readonly Item[]): Buffer {
  const head = [uint64(1), uint64(items.length)];
  for (const { name, type, shape, data } of items)
    head.push(
      uint64(name.length + 1),
      uint64(type),
      uint64(shape.length),
      uint64(aligned(data.length)),
    );
  for (const { name } of items) head.push(Buffer.from(`${name}\0`));
  for (const { shape } of items) head.push(Buffer.from(Int32Array.from(shape).buffer));
  const position = head.reduce((sum, { length }) => sum + length, 0) + 8;
  const padding = (Math.floor(position / alignment) + 1) * alignment - position;
  head.push(uint64(padding), Buffer.alloc(padding));
  for (const { data } of items) head.push(data, Buffer.alloc(aligned(data.length) - data.length));
  return Buffer.concat(head);
}

/**
 * A model that writes the words with the ids `first` and `second`, of `count` words. Id 0 ends a
 * sentence.
 */
function model(count: number, first: number, second: number): Buffer {
  const items: Item[] = [];
  const add = (
    name: string,
    shape: readonly [number, number],
    values: [at: number, value: number][] = [],
  ) => {
    const numbers = new Float32Array(shape[0] * shape[1]);
    for (const [at, value] of values) numbers[at] = value;
    items.push({ name, type: float32, shape, data: Buffer.from(numbers.buffer) });
  };
  add("encoder_Wemb", [count, width]);
  add(
    "decoder_Wemb",
    [count, width],
    [first, second].map((id) => [id * width + id, 4]),
  );
  for (const layer of ["encoder_l1_self", "decoder_l1_self", "decoder_l1_context"])
    for (const part of ["q", "k", "v", "o"]) {
      add(`${layer}_W${part}`, [width, width]);
      add(`${layer}_b${part}`, [1, width]);
    }
  for (const layer of ["encoder_l1_ffn", "decoder_l1_ffn"])
    for (const part of [1, 2]) {
      add(`${layer}_W${part}`, [width, width]);
      add(`${layer}_b${part}`, [1, width]);
    }
  add(
    "decoder_ff_logit_out_W",
    [width, count],
    [
      [first * count + second, 1],
      [second * count, 1],
    ],
  );
  // The first word needs no former one.
  add("decoder_ff_logit_out_b", [1, count], [[first, 8]]);
  const data = Buffer.from(`${configuration(count)}\0`);
  items.push({ name: "special:model.yml", type: int8, shape: [data.length], data });
  return marianFile(items);
}

/** Fields of protocol buffers. */
const varint = (value: number): number[] => {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest === 0n ? low : low | 0x80);
  } while (rest > 0n);
  return bytes;
};
const integer = (field: number, value: number) =>
  Buffer.from([...varint(field << 3), ...varint(value)]);
const bytesField = (field: number, value: Buffer) =>
  Buffer.concat([Buffer.from([...varint((field << 3) | 2), ...varint(value.length)]), value]);
function float(field: number, value: number): Buffer {
  const bytes = Buffer.from([...varint((field << 3) | 5), 0, 0, 0, 0]);
  bytes.writeFloatLE(value, bytes.length - 4);
  return bytes;
}

/**
 * A vocabulary of SentencePiece: the end of a sentence, unknown words, the given words, and
 * letters.
 */
function vocabulary(words: readonly string[]): { bytes: Buffer; count: number } {
  const [normal, unknown, control] = [1, 2, 3];
  const pieces: [text: string, score: number, type: number][] = [
    ["</s>", 0, control],
    ["<unk>", 0, unknown],
    ...words.map((word): [string, number, number] => [`▁${word}`, -1, normal]),
    ["▁", -3, normal],
    ..."abcdefghijklmnopqrstuvwxyz."
      .split("")
      .map((letter, index): [string, number, number] => [letter, -4 - index / 100, normal]),
  ];
  const listed = pieces.map(([text, score, type]) =>
    bytesField(
      1,
      Buffer.concat([bytesField(1, Buffer.from(text)), float(2, score), integer(3, type)]),
    ),
  );
  // Unigram; ids of unknown words, begin, end and padding.
  const trainer = [
    integer(3, 1),
    integer(4, pieces.length),
    integer(40, 1),
    integer(41, -1),
    integer(42, 0),
    integer(43, -1),
  ];
  const normaliser = [
    bytesField(1, Buffer.from("identity")),
    integer(3, 1),
    integer(4, 1),
    integer(5, 1),
  ];
  const bytes = Buffer.concat([
    ...listed,
    bytesField(2, Buffer.concat(trainer)),
    bytesField(3, Buffer.concat(normaliser)),
  ]);
  return { bytes, count: pieces.length };
}

/** The files of a model whose translation of every sentence is two words. */
export function tinyTranslation(first: string, second: string) {
  const { bytes, count } = vocabulary([first, second]);
  return {
    "model.bin": model(count, 2, 3),
    "shortlist.bin": Buffer.alloc(0),
    "vocabulary.spm": bytes,
  };
}
