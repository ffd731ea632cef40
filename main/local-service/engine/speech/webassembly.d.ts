/** The used part of WebAssembly, which TypeScript declares only together with the DOM. */
declare global {
  namespace WebAssembly {
    interface Module {
      readonly [Symbol.toStringTag]: string;
    }
    interface Instance {
      readonly exports: Record<string, unknown>;
    }
    interface Memory {
      readonly buffer: ArrayBuffer;
    }
    const Module: new (bytes: Uint8Array) => Module;
    const Instance: new (
      module: Module,
      imports: Record<string, Record<string, unknown>>,
    ) => Instance;
  }
}
export {};
