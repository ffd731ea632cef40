/** The bytes of a WebAssembly module that was imported with "?inline". */
export function wasmBytes(dataUri: string): Uint8Array {
  return Buffer.from(dataUri.slice(dataUri.indexOf(",") + 1), "base64");
}
