/**
 * Reads documents in separate processes, so that no document can crash the calling program. A
 * document that takes too much time or memory, or crashes its reader process, ends only that
 * process; other documents are not affected.
 */
import type { TextEncoding } from "../../../preload/facts/text-encodings";
import type { CsvPortions } from "../files/csv-portions";
import type { Converted } from "../convert";
import type { PlainTable } from "../plain-table";
import type {
  BulkOptions,
  BulkScript,
  ReadOptions,
  Script,
  ScriptProblem,
  TablePlace,
  TableView,
} from "../model";
import { noTable, unreadableScript } from "../problems";
import type { ReaderResult } from "./reader-protocol";
import type { Rewritten } from "../rewrite";
import { createReaderPool, type ReaderOptions } from "./reader-pool";

export interface ScriptReader {
  /**
   * Never rejects: an unreadable file gives a script without lines and with one problem of severity
   * "error".
   */
  readScript(bytes: Uint8Array, fileName: string, options: ReadOptions): Promise<Script>;
  /** Never rejects. */
  readBulk(bytes: Uint8Array, fileName: string, options?: BulkOptions): Promise<BulkScript>;
  /** Ends the processes. Unfinished jobs end with the problem "closed". */
  close(): Promise<void>;
}

/** For callers that also read other tables. */
export interface CsvReader {
  /**
   * The rows of a workbook (of the sheet of this name, or the first one) or .csv. `encoding`: the
   * one that the user chose for a .csv. Never rejects.
   */
  readTable(
    bytes: Uint8Array,
    fileName: string,
    sheet: string,
    encoding?: TextEncoding,
  ): Promise<PlainTable>;
  /** As `readTableView`. Never rejects. */
  viewTable(
    bytes: Uint8Array,
    fileName: string,
    options: ReadOptions,
    place: TablePlace | null,
  ): Promise<TableView>;
  /** Splits a .csv into portions. `encoding`: the one that the user chose. Never rejects. */
  readCsv(bytes: Uint8Array, fileName: string, encoding?: TextEncoding): Promise<CsvPortions>;
}

/** For callers that also change scripts. */
export interface ScriptRewriter {
  /**
   * A copy of a script with other source audio paths. `paths` is keyed by the paths in the file.
   * Never rejects.
   */
  rewriteAudio(
    bytes: Uint8Array,
    fileName: string,
    paths: ReadonlyMap<string, string>,
  ): Promise<Rewritten>;
  /** As `convertScript`. Never rejects. */
  convertScript(
    bytes: Uint8Array,
    fileName: string,
    options: ReadOptions,
    paths: ReadonlyMap<string, string>,
  ): Promise<Converted>;
}

const isProblem = (outcome: ReaderResult | ScriptProblem): outcome is ScriptProblem =>
  "severity" in outcome;

/** See reader-pool.ts for the processes and their limits. */
export function createScriptReader(
  options: ReaderOptions,
): ScriptReader & ScriptRewriter & CsvReader {
  const { run, close } = createReaderPool(options);

  return {
    async readScript(bytes, fileName, readOptions) {
      const outcome = await run({ kind: "script", bytes, fileName, options: readOptions });
      return isProblem(outcome) ? unreadableScript([outcome]) : (outcome as Script);
    },
    async readBulk(bytes, fileName, bulkOptions = { hasEscapes: false }) {
      const outcome = await run({ kind: "bulk", bytes, fileName, options: bulkOptions });
      return isProblem(outcome) ? { rows: [], problems: [outcome] } : (outcome as BulkScript);
    },
    async readCsv(bytes, fileName, encoding) {
      const outcome = await run({ kind: "csv", bytes, fileName, encoding });
      return isProblem(outcome)
        ? { portions: [], repeated: [], encoding: null, problems: [outcome] }
        : (outcome as CsvPortions);
    },
    async readTable(bytes, fileName, sheet, encoding) {
      const outcome = await run({ kind: "table", bytes, fileName, sheet, encoding });
      return isProblem(outcome)
        ? { rows: [], headerRow: 1, encoding: null, problems: [outcome] }
        : (outcome as PlainTable);
    },
    async viewTable(bytes, fileName, readOptions, place) {
      const outcome = await run({ kind: "view", bytes, fileName, options: readOptions, place });
      return isProblem(outcome) ? noTable([outcome]) : (outcome as TableView);
    },
    async rewriteAudio(bytes, fileName, paths) {
      const outcome = await run({ kind: "rewrite", bytes, fileName, paths });
      return isProblem(outcome) ? { bytes: null, problems: [outcome] } : (outcome as Rewritten);
    },
    async convertScript(bytes, fileName, readOptions, paths) {
      const outcome = await run({ kind: "convert", bytes, fileName, options: readOptions, paths });
      return isProblem(outcome)
        ? { bytes: null, extension: "", refusal: "file-unreadable" }
        : (outcome as Converted);
    },
    close,
  };
}
