/**
 * Loads the WebAssembly module of @browsermt/bergamot-translator. Its own worker fetches its files
 * over a network interface and shares one global scope, so its two files are loaded here instead.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import vm from "node:vm";

interface Disposable {
  delete(): void;
}
interface AlignedMemory extends Disposable {
  getByteArrayView(): Int8Array;
}
interface List<T> extends Disposable {
  push_back(value: T): void;
}
interface Responses extends Disposable {
  get(index: number): { getTranslatedText(): string };
}
interface ResponseOptions {
  alignment: boolean;
  html: boolean;
  qualityScores: boolean;
}
export type LoadedModel = Disposable;

/** The classes of the module that are used. */
export interface Bergamot {
  AlignedMemory: new (bytes: number, alignment: number) => AlignedMemory;
  AlignedMemoryList: new () => List<AlignedMemory>;
  TranslationModel: new (
    configuration: string,
    model: AlignedMemory,
    shortlist: AlignedMemory,
    vocabularies: List<AlignedMemory>,
    qualityModel: null,
  ) => LoadedModel;
  VectorString: new () => List<string>;
  VectorResponseOptions: new () => List<ResponseOptions>;
  BlockingService: new (options: { cacheSize: number }) => {
    translate(model: LoadedModel, texts: List<string>, options: List<ResponseOptions>): Responses;
    translateViaPivoting(
      first: LoadedModel,
      second: LoadedModel,
      texts: List<string>,
      options: List<ResponseOptions>,
    ): Responses;
  };
}

/** The products of matrices are imports, which the module exports itself under other names. */
const products: Readonly<Record<string, string>> = {
  int8_prepare_a: "int8PrepareAFallback",
  int8_prepare_b: "int8PrepareBFallback",
  int8_prepare_b_from_transposed: "int8PrepareBFromTransposedFallback",
  int8_prepare_b_from_quantized_transposed: "int8PrepareBFromQuantizedTransposedFallback",
  int8_prepare_bias: "int8PrepareBiasFallback",
  int8_multiply_and_add_bias: "int8MultiplyAndAddBiasFallback",
  int8_select_columns_of_b: "int8SelectColumnsOfBFallback",
};

const folder = "@browsermt/bergamot-translator/worker";

/** Compiles the module, which takes about a second. */
export function loadBergamot(): Promise<Bergamot> {
  const { resolve: locate } = createRequire(__filename);
  const compiled = new WebAssembly.Module(
    readFileSync(locate(`${folder}/bergamot-translator-worker.wasm`)),
  );
  const script = readFileSync(locate(`${folder}/bergamot-translator-worker.js`), "utf8");
  return new Promise((resolve, reject) => {
    type Exports = Record<string, (...values: unknown[]) => unknown>;
    const Module = {
      asm: {} as Exports,
      print: () => undefined,
      printErr: () => undefined,
      instantiateWasm(
        imports: Record<string, Record<string, unknown>>,
        accept: (instance: object) => void,
      ) {
        const gemm = Object.entries(products).map(
          ([name, exported]) =>
            [name, (...values: unknown[]) => Module.asm[exported]?.(...values)] as const,
        );
        accept(
          new WebAssembly.Instance(compiled, { ...imports, wasm_gemm: Object.fromEntries(gemm) }),
        );
        return {};
      },
      onRuntimeInitialized: () => resolve(Module as unknown as Bergamot),
      onAbort: (reason: unknown) => reject(new Error(`the translator failed: ${String(reason)}`)),
    };
    // SECURITY: the script has a scope of its own, without a network or files.
    vm.runInNewContext(script, {
      Module,
      WebAssembly,
      TextDecoder,
      TextEncoder,
      performance,
      crypto: globalThis.crypto,
      window: {},
      location: { href: "" },
      setTimeout,
      clearTimeout,
    });
  });
}
