/**
 * MD5 (RFC 1321) as WebAssembly, for one message or for 4 or 8 messages at a time.
 *
 * Note: MD5 of several messages. Each of the 64 steps of a block depends on the step before, so one
 * message leaves most units of a processor idle. Several messages are independent: the same step of
 * four of them is one operation on a vector of 128 bits, and two such vectors are computed
 * alternately. On one core, 8 messages are hashed five times as fast as OpenSSL hashes them one
 * after another. WebAssembly runs on every platform without a native package.
 */

/** Where the code expects its data in its memory, in bytes. */
export const md5Layout = {
  /** The 64 constants of the steps, see `md5Constants`. */
  constants: 0,
  /**
   * Each call reads one pair of addresses per message: its next bytes and its state (4 words of 32
   * bits, at a multiple of 16).
   */
  messages: 256,
  end: 512,
} as const;

/** RFC 1321, section 3.4: the table T. */
export const md5Constants = Uint32Array.from({ length: 64 }, (_, step) =>
  Math.floor(2 ** 32 * Math.abs(Math.sin(step + 1))),
);

/** The state of an empty message: RFC 1321, section 3.3. */
export const md5Start = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);

export const md5BlockBytes = 64;

/** How many messages a call can hash. */
const md5Widths = [1, 4, 8] as const;
type Md5Width = (typeof md5Widths)[number];

/** Hashes this many blocks (at least one) of each message in the table. */
export type HashBlocks = (blocks: number) => void;

/** The rotations of the four rounds: RFC 1321, section 3.4. */
const rotations = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;

/** The word of a block that each step of a round adds. */
const wordOfStep = [
  (step: number) => step,
  (step: number) => (5 * step + 1) % 16,
  (step: number) => (3 * step + 5) % 16,
  (step: number) => (7 * step) % 16,
] as const;

// The binary format: WebAssembly Core Specification, chapter 5.
/** Bytes, in arrays of any depth. */
type Code = readonly (number | Code)[];
const typeOf = { i32: 0x7f, v128: 0x7b } as const;

function unsigned(value: number): number[] {
  const bytes = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}
function bytesOf(code: Code, into: number[] = []): number[] {
  for (const item of code) {
    if (typeof item === "number") into.push(item);
    else bytesOf(item, into);
  }
  return into;
}
const vector = (items: readonly Code[]): Code => [unsigned(items.length), items];
/** Code after its length in bytes. */
function sized(code: Code): Code {
  const bytes = bytesOf(code);
  return [unsigned(bytes.length), bytes];
}
const section = (id: number, content: Code): Code => [id, sized(content)];
const text = (value: string): Code => vector([...Buffer.from(value)].map((byte) => [byte]));
const vectorOp = (opcode: number): Code => [0xfd, unsigned(opcode)];

const get = (local: number): Code => [0x20, unsigned(local)];
const set = (local: number): Code => [0x21, unsigned(local)];
const tee = (local: number): Code => [0x22, unsigned(local)];
/** `value`: 0 to 63; larger ones need a second byte for their sign. */
const constant = (value: number): Code => [0x41, value];
const minusOne: Code = [0x41, 0x7f];
/** 64 as a signed number of two bytes. */
const blockSize: Code = [0x41, 0xc0, 0x00];
const add: Code = [0x6a];
const subtract: Code = [0x6b];
const loadWord = (offset: number): Code => [0x28, 2, unsigned(offset)];
const loop: Code = [0x03, 0x40];
const repeatIf: Code = [0x0d, 0];
const end: Code = [0x0b];

/**
 * The operations on the words of one message, or on vectors with one word of each of four messages.
 */
interface Arithmetic {
  type: number;
  messages: 1 | 4;
  add: Code;
  and: Code;
  or: Code;
  xor: Code;
  not: Code;
  /** Rotates the value on the stack to the left. `spare`: a local variable for it. */
  rotate: (bits: number, spare: number) => Code;
  /** The constant at this address, for each message. */
  load: (address: number) => Code;
}

const words: Arithmetic = {
  type: typeOf.i32,
  messages: 1,
  add,
  and: [0x71],
  or: [0x72],
  xor: [0x73],
  not: [minusOne, 0x73],
  rotate: (bits) => [constant(bits), 0x77],
  load: (address) => [constant(0), loadWord(address)],
};

const vectors: Arithmetic = {
  type: typeOf.v128,
  messages: 4,
  add: vectorOp(174),
  and: vectorOp(78),
  or: vectorOp(80),
  xor: vectorOp(81),
  not: vectorOp(77),
  rotate: (bits, spare) => [
    tee(spare),
    [constant(bits), vectorOp(171)],
    [get(spare), constant(32 - bits), vectorOp(173)],
    vectorOp(80),
  ],
  load: (address) => [constant(0), vectorOp(9), 2, unsigned(address)],
};

type Four = readonly [number, number, number, number];

/**
 * One or four messages that are hashed together, and the local variables of the function for them.
 */
interface Group {
  arithmetic: Arithmetic;
  /** The addresses of the next bytes and of the states, one for each message. */
  bytes: number[];
  states: number[];
  /** The working state (A, B, C, D), and that before the block. */
  state: Four;
  before: Four;
  /** The 16 words of the block. */
  block: number[];
  spare: Four;
}

/**
 * A vector of 32-bit words from two vectors on the stack, whose words are numbered 0 to 3 and 4 to
 * 7.
 */
const shuffle = (...from: Four): Code => [
  vectorOp(13),
  from.flatMap((word) => [0, 1, 2, 3].map((byte) => 4 * word + byte)),
];

/** Converts four vectors of four words: word n of vector m becomes word m of vector n. */
function transpose([a, b, c, d]: Four, spare: Four): Code {
  const merge = (one: number, other: number, words: Four, into: number): Code => [
    [get(one), get(other), shuffle(...words), set(into)],
  ];
  const [low, lowNext, high, highNext] = spare;
  return [
    merge(a, b, [0, 4, 1, 5], low),
    merge(c, d, [0, 4, 1, 5], lowNext),
    merge(a, b, [2, 6, 3, 7], high),
    merge(c, d, [2, 6, 3, 7], highNext),
    merge(low, lowNext, [0, 1, 4, 5], a),
    merge(low, lowNext, [2, 3, 6, 7], b),
    merge(high, highNext, [0, 1, 4, 5], c),
    merge(high, highNext, [2, 3, 6, 7], d),
  ];
}

const vectorLoad = (offset: number): Code => [vectorOp(0), 4, unsigned(offset)];
const vectorStore: Code = [vectorOp(11), 4, 0];
const wordStore = (offset: number): Code => [0x36, 2, unsigned(offset)];

/**
 * Loads 4 words of each message, which begin at `offset` of its address, into four local variables.
 */
function loadWords(group: Group, addresses: readonly number[], offset: number, into: Four): Code {
  if (group.arithmetic.messages === 1)
    return into.flatMap((local, word) => [
      get(addresses[0] as number),
      loadWord(offset + 4 * word),
      set(local),
    ]);
  const load = into.flatMap((local, message) => [
    get(addresses[message] as number),
    vectorLoad(offset),
    set(local),
  ]);
  return [load, transpose(into, group.spare)];
}

function storeState({ arithmetic, states, state, spare }: Group): Code {
  if (arithmetic.messages === 1)
    return state.flatMap((local, word) => [
      get(states[0] as number),
      get(local),
      wordStore(4 * word),
    ]);
  const store = state.flatMap((local, message) => [
    get(states[message] as number),
    get(local),
    vectorStore,
  ]);
  return [transpose(state, spare), store];
}

/** The functions F, G, H and I: RFC 1321, section 3.4, the first two with one operation less. */
function mix(round: number, { and, or, xor, not }: Arithmetic, b: Code, c: Code, d: Code): Code {
  switch (round) {
    case 0:
      return [c, d, xor, b, and, d, xor];
    case 1:
      return [b, c, xor, d, and, c, xor];
    case 2:
      return [b, c, xor, d, xor];
    default:
      return [d, not, b, or, c, xor];
  }
}

/**
 * One step of a block: A = B + rotate(A + mix(B, C, D) + word + constant). The four words take
 * turns as A.
 */
function stepCode({ arithmetic, state, block, spare }: Group, round: number, step: number): Code {
  const [a, b, c, d] = [0, 1, 2, 3].map((word) => state[(word - step + 16) % 4]) as [...Four];
  const word = block[(wordOfStep[round] as (step: number) => number)(step)] as number;
  const bits = (rotations[round] as Four)[step % 4] as number;
  const sum = [arithmetic.add];
  return [
    [get(a), get(word), sum],
    [arithmetic.load(md5Layout.constants + 4 * (16 * round + step)), sum],
    [mix(round, arithmetic, get(b), get(c), get(d)), sum],
    arithmetic.rotate(bits, spare[0]),
    [get(b), sum, set(a)],
  ];
}

/**
 * The body of a function that hashes several groups. Its parameter, local variable 0, is the number
 * of blocks.
 */
function functionCode(arithmetics: readonly Arithmetic[]): Code {
  const remaining = 0;
  const types: number[] = [];
  const local = (type: number): number => types.push(type);
  const four = (type: number): Four => [local(type), local(type), local(type), local(type)];
  const groups = arithmetics.map((arithmetic): Group => {
    const { type, messages } = arithmetic;
    const addresses = () => Array.from({ length: messages }, () => local(typeOf.i32));
    return {
      arithmetic,
      bytes: addresses(),
      states: addresses(),
      state: four(type),
      before: four(type),
      block: [...four(type), ...four(type), ...four(type), ...four(type)],
      spare: four(type),
    };
  });
  const addresses = groups
    .flatMap(({ bytes, states }) =>
      bytes.flatMap((local, index) => [local, states[index] as number]),
    )
    .flatMap((local, index) => [
      [constant(0), loadWord(md5Layout.messages + 4 * index), set(local)],
    ]);
  const loadBlock = (group: Group) =>
    [0, 4, 8, 12].flatMap((word) =>
      loadWords(group, group.bytes, 4 * word, group.block.slice(word, word + 4) as [...Four]),
    );
  const steps = [0, 1, 2, 3].flatMap((round) =>
    Array.from({ length: 16 }, (_, step) =>
      groups.flatMap((group) => stepCode(group, round, step)),
    ).flat(),
  );
  const body = [
    addresses,
    groups.flatMap((group) => loadWords(group, group.states, 0, group.state)),
    loop,
    groups.flatMap(loadBlock),
    groups.flatMap(({ state, before }) =>
      state.flatMap((from, word) => [get(from), set(before[word] as number)]),
    ),
    steps,
    groups.flatMap(({ arithmetic, state, before }) =>
      state.flatMap((to, word) => [
        [get(to), get(before[word] as number), arithmetic.add, set(to)],
      ]),
    ),
    groups.flatMap(({ bytes }) =>
      bytes.flatMap((address) => [get(address), blockSize, add, set(address)]),
    ),
    [get(remaining), constant(1), subtract, tee(remaining), repeatIf],
    end,
    groups.flatMap(storeState),
    end,
  ];
  return sized([vector(types.map((type) => [1, type])), body]);
}

/** What an instance of the module exports. */
export type Md5Exports = Record<`hash${Md5Width}`, HashBlocks> & {
  memory: { readonly buffer: ArrayBuffer };
};

/** A module with a memory of this many pages of 64 KiB, and a function for each width. */
export function createMd5Code(pages: number): Uint8Array<ArrayBuffer> {
  const functions: Record<Md5Width, readonly Arithmetic[]> = {
    1: [words],
    4: [vectors],
    8: [vectors, vectors],
  };
  return Uint8Array.from(
    bytesOf([
      [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      section(1, vector([[0x60, 1, typeOf.i32, 0]])),
      section(3, vector(md5Widths.map(() => [0]))),
      // It cannot grow.
      section(5, vector([[1, unsigned(pages), unsigned(pages)]])),
      section(
        7,
        vector([
          [text("memory"), 2, 0],
          ...md5Widths.map((width, index) => [text(`hash${width}`), 0, unsigned(index)]),
        ]),
      ),
      section(10, vector(md5Widths.map((width) => functionCode(functions[width])))),
    ]),
  );
}
