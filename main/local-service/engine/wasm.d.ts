/** A WebAssembly module as a data URI. */
declare module "*.wasm?inline" {
  const uri: string;
  export default uri;
}
