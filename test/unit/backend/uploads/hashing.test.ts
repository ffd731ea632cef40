/** MD5 of several bodies at a time: compared with RFC 1321 and with node:crypto. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  createHashing,
  createSingleHashing,
  type BodyHash,
  type Hashing,
} from "../../../../main/backend/uploads/transfer/hashing/hashing";
import { seeded } from "../../../helpers/random";

const bufferBytes = 1024;

function createRandom(seed: number) {
  const next = seeded(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    bytes: (length: number) => Uint8Array.from({ length }, () => below(256)),
  };
}

/** Adds bytes as a request does: to its buffers alternately, each after it was settled. */
async function addAll(hash: BodyHash, bytes: Uint8Array): Promise<void> {
  for (let from = 0, turn = 0; from < bytes.length; from += bufferBytes, turn += 1) {
    const buffer = hash.buffers[turn % hash.buffers.length] as Buffer;
    await hash.settle(buffer);
    const chunk = bytes.subarray(from, from + bufferBytes);
    buffer.set(chunk);
    hash.add(buffer, chunk.length);
  }
}

async function md5(hashing: Hashing, bytes: Uint8Array, buffers = 1): Promise<string> {
  const hash = hashing.begin(buffers);
  await addAll(hash, bytes);
  const digest = hash.digest();
  hash.end();
  return digest;
}

const reference = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");

describe.each([
  ["joint", createHashing],
  ["single", createSingleHashing],
])("%s hashing", (_, create) => {
  // RFC 1321, appendix A.5.
  it.each([
    ["", "d41d8cd98f00b204e9800998ecf8427e"],
    ["a", "0cc175b9c0f1b6a831c399e269772661"],
    ["abc", "900150983cd24fb0d6963f7d28e17f72"],
    ["message digest", "f96b697d7cb7938d525a2f31aaf161d0"],
    ["abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"],
    [
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
      "d174ab98d277d9f5a5611c2c9f419d9f",
    ],
    [
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a",
    ],
  ])("hashes %j", async (text, expected) => {
    expect(await md5(create({ bufferBytes, maxBuffers: 2 }), Buffer.from(text))).toBe(expected);
  });

  it("hashes bodies of every length around a block and a buffer", async () => {
    const hashing = create({ bufferBytes, maxBuffers: 2 });
    const bytes = createRandom(1).bytes(2 * bufferBytes + 200);
    const lengths = [0, 64, bufferBytes, 2 * bufferBytes].flatMap((middle) =>
      Array.from({ length: 140 }, (_step, index) => middle + index - 70),
    );
    for (const length of lengths.filter((one) => one >= 0)) {
      const body = bytes.subarray(0, length);
      expect(await md5(hashing, body, 2), String(length)).toBe(reference(body));
    }
  });

  it("hashes up to 12 bodies of different lengths at a time, some of which end early", async () => {
    const random = createRandom(2);
    // Fewer buffers than the bodies need: some are hashed by themselves.
    const hashing = create({ bufferBytes, maxBuffers: 16 });
    for (let round = 0; round < 60; round += 1) {
      const bodies = Array.from({ length: 1 + random.below(12) }, () =>
        random.bytes(random.below(20) * random.below(bufferBytes)),
      );
      const hashes = bodies.map(() => hashing.begin(1 + random.below(2)));
      const digests = await Promise.all(
        bodies.map(async (body, index) => {
          const hash = hashes[index] as BodyHash;
          const isAborted = random.below(8) === 0;
          await addAll(hash, isAborted ? body.subarray(0, body.length / 2) : body);
          const digest = isAborted ? null : hash.digest();
          hash.end();
          return digest;
        }),
      );
      for (const [index, digest] of digests.entries())
        if (digest !== null) expect(digest).toBe(reference(bodies[index] as Uint8Array));
    }
  });
});

it("has one memory for the buffers of bodies that are hashed together, and others beyond their maximum", () => {
  const hashing = createHashing({ bufferBytes, maxBuffers: 2 });
  const [one, other, third] = [1, 1, 1].map((count) => hashing.begin(count).buffers[0]?.buffer);
  expect(one).toBe(other);
  expect(third).not.toBe(one);
});

it("rejects bytes after an incomplete block", () => {
  const hash = createHashing({ bufferBytes, maxBuffers: 1 }).begin(1);
  const [buffer] = hash.buffers as [Buffer];
  hash.add(buffer, 63);
  expect(() => hash.add(buffer, 64)).toThrow("only the last bytes");
});
