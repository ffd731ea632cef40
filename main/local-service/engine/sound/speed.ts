/** Changes the speed of speech with its pitch unchanged, by Sonic (WebAssembly). */
import createSonic, { type SonicModule } from "@echogarden/sonic-wasm";
import wasm from "@echogarden/sonic-wasm/sonic.wasm?inline";
import { bytesPerSample } from "./wav";
import { wasmBytes } from "./wasm-bytes";

/** Accelerates mono sound by a factor, or slows it by one below 1. */
export type ChangeSpeed = (samples: Int16Array, sampleRate: number, factor: number) => Int16Array;

/** Samples that are passed at once. */
const blockSize = 8_192;

function changeSpeed(
  sonic: SonicModule,
  samples: Int16Array,
  sampleRate: number,
  factor: number,
): Int16Array {
  // A stream of its own for each take: the result must not depend on earlier ones.
  const stream = sonic._sonicCreateStream(sampleRate, 1);
  const buffer = sonic._malloc(blockSize * bytesPerSample);
  try {
    if (stream === 0 || buffer === 0) throw new RangeError("not enough memory to change the speed");
    const target = new Int16Array(Math.ceil(samples.length / factor) + blockSize);
    let length = 0;
    const check = (isOk: number) => {
      if (isOk === 0) throw new RangeError("not enough memory to change the speed");
    };
    const receive = () => {
      for (;;) {
        const count = sonic._sonicReadShortFromStream(stream, buffer, blockSize);
        if (count === 0) return;
        const start = buffer / bytesPerSample;
        target.set(sonic.HEAP16.subarray(start, start + count), length);
        length += count;
      }
    };
    sonic._sonicSetSpeed(stream, factor);
    for (let start = 0; start < samples.length; start += blockSize) {
      const block = samples.subarray(start, start + blockSize);
      sonic.HEAP16.set(block, buffer / bytesPerSample);
      check(sonic._sonicWriteShortToStream(stream, buffer, block.length));
      receive();
    }
    check(sonic._sonicFlushStream(stream));
    receive();
    return target.slice(0, length);
  } finally {
    sonic._free(buffer);
    if (stream !== 0) sonic._sonicDestroyStream(stream);
  }
}

let loading: Promise<SonicModule> | null = null;

/** Compiles Sonic at the first call. */
export async function loadChangeSpeed(): Promise<ChangeSpeed> {
  loading ??= createSonic({ wasmBinary: wasmBytes(wasm) });
  const sonic = await loading;
  return (samples, sampleRate, factor) => changeSpeed(sonic, samples, sampleRate, factor);
}
