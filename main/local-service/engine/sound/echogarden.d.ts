/**
 * The parts used of WebAssembly packages without types. Functions take and return addresses and
 * numbers.
 */
declare module "@echogarden/sonic-wasm" {
  export interface SonicModule {
    /** Replaced when memory grows. */
    readonly HEAP16: Int16Array;
    _malloc(bytes: number): number;
    _free(address: number): void;
    _sonicCreateStream(sampleRate: number, channels: number): number;
    _sonicDestroyStream(stream: number): void;
    _sonicSetSpeed(stream: number, factor: number): void;
    /** These three return 0 without memory. */
    _sonicWriteShortToStream(stream: number, samples: number, count: number): number;
    _sonicFlushStream(stream: number): number;
    /** Returns the number of samples. */
    _sonicReadShortFromStream(stream: number, samples: number, maxCount: number): number;
  }
  export default function createSonic(options: { wasmBinary: Uint8Array }): Promise<SonicModule>;
}

declare module "@echogarden/fvad-wasm" {
  export interface FvadModule {
    /** Replaced when memory grows. */
    readonly HEAP16: Int16Array;
    _malloc(bytes: number): number;
    _free(address: number): void;
    _fvad_new(): number;
    _fvad_free(detector: number): void;
    /** 0 to 3, the strictest. Returns 0. */
    _fvad_set_mode(detector: number, mode: number): number;
    /** Returns 0. */
    _fvad_set_sample_rate(detector: number, sampleRate: number): number;
    /** 10, 20 or 30 ms. Returns 1 for speech, 0 for none, -1 for an invalid length. */
    _fvad_process(detector: number, samples: number, count: number): number;
  }
  export default function createFvad(options: { wasmBinary: Uint8Array }): Promise<FvadModule>;
}
