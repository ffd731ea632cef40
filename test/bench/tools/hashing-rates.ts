/** How fast one core hashes bodies: together, as uploads do, and each by itself. */
import {
  createHashing,
  createSingleHashing,
  type Hashing,
} from "../../../main/backend/uploads/transfer/hashing/hashing";

const bufferBytes = 512 * 1024;
const rounds = 80;
const repetitions = 4;

export interface HashingRate {
  /** The number of bodies at a time. */
  bodies: number;
  /** Bytes per second. */
  joint: number;
  single: number;
}

async function rate(hashing: Hashing, bodies: number): Promise<number> {
  const hashes = Array.from({ length: bodies }, () => hashing.begin(1));
  let best = 0;
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const startedAt = performance.now();
    for (let round = 0; round < rounds; round += 1)
      await Promise.all(
        hashes.map(async ({ add, settle, buffers: [buffer] }) => {
          if (!buffer) return;
          add(buffer, bufferBytes);
          await settle(buffer);
        }),
      );
    const seconds = (performance.now() - startedAt) / 1000;
    best = Math.max(best, (rounds * bodies * bufferBytes) / seconds);
  }
  for (const { end } of hashes) end();
  return best;
}

export async function hashingRates(): Promise<HashingRate[]> {
  const rates: HashingRate[] = [];
  for (const bodies of [1, 2, 4, 8]) {
    const options = { bufferBytes, maxBuffers: bodies };
    rates.push({
      bodies,
      joint: await rate(createHashing(options), bodies),
      single: await rate(createSingleHashing(options), bodies),
    });
  }
  return rates;
}
