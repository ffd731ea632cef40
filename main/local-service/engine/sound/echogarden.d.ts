/** The parts used of WebAssembly packages without types. Functions take and return addresses and numbers. */
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
