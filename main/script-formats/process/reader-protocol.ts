/** The messages between a reader process and its parent program. */
import type { ProgramFailure } from "../../common/processes/program-supervisor";
import type { CsvPortions } from "../files/csv-portions";
import type { Converted } from "../convert";
import type { BulkOptions, BulkScript, ReadOptions, Script, TablePlace, TableView } from "../model";
import type { TextEncoding } from "../../../preload/facts/text-encodings";
import type { PlainTable } from "../plain-table";
import type { Rewritten } from "../rewrite";

/** A document and the operation to perform on it. */
export type ReaderJob =
  | { kind: "script"; bytes: Uint8Array; fileName: string; options: ReadOptions }
  | { kind: "bulk"; bytes: Uint8Array; fileName: string; options: BulkOptions }
  | { kind: "csv"; bytes: Uint8Array; fileName: string; encoding: TextEncoding | undefined }
  | {
      kind: "table";
      bytes: Uint8Array;
      fileName: string;
      sheet: string;
      encoding: TextEncoding | undefined;
    }
  | {
      kind: "view";
      bytes: Uint8Array;
      fileName: string;
      options: ReadOptions;
      place: TablePlace | null;
    }
  | {
      kind: "convert";
      bytes: Uint8Array;
      fileName: string;
      options: ReadOptions;
      paths: ReadonlyMap<string, string>;
    }
  | { kind: "rewrite"; bytes: Uint8Array; fileName: string; paths: ReadonlyMap<string, string> };

/** A message from the parent: a job, or the request for the next portion of the result. */
export type ReaderRequest = ReaderJob | { kind: "more" };

/** The result of a job. */
export type ReaderResult =
  Script | BulkScript | CsvPortions | PlainTable | TableView | Rewritten | Converted;

/**
 * A message to the parent. The items of the result are sent in portions, each on request, followed
 * by the rest of the result. Both are serialised by V8 in this thread, so that other threads only
 * forward them; unpacking 200,000 lines at once would block a program for half a second. `failure`
 * is sent instead if there is no result.
 */
export type ReaderReport =
  { items: Uint8Array } | { result: Uint8Array } | { failure: ProgramFailure };

/** Names of the result's list that is sent in portions. */
export const listNames = ["lines", "rows", "portions"] as const;
