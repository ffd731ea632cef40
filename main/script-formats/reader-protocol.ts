/** What a reader process and the program that started it send each other. */
import type { CsvPortions } from "./csv-portions";
import type { BulkScript, ReadOptions, Script } from "./model";
import type { FileProblemCode } from "./problems";
import type { Rewritten } from "./rewrite";

/** A document, and what is wanted of it. */
export type ReaderJob =
  | { kind: "script"; bytes: Uint8Array; fileName: string; options: ReadOptions }
  | { kind: "bulk"; bytes: Uint8Array; fileName: string; isGuarded: boolean }
  | { kind: "csv"; bytes: Uint8Array; fileName: string }
  | { kind: "rewrite"; bytes: Uint8Array; fileName: string; paths: ReadonlyMap<string, string> };

/** What the parent sends: a job, and when it has taken a portion of the answer, that it wants more. */
export type ReaderRequest = ReaderJob | { kind: "more" };

/** What a job ends with. */
export type ReaderAnswer = Script | BulkScript | CsvPortions | Rewritten;

/**
 * What the parent gets back for a job: the items of the answer in portions, each when it is wanted, and at last the
 * rest of the answer; both serialised by V8 in this thread, so that the others only pass them on. A program that
 * unpacks two hundred thousand lines at once does nothing else for half a second. Or why there is no answer.
 */
export type ReaderReport =
  { items: Uint8Array } | { answer: Uint8Array } | { failure: FileProblemCode };

/** The list of an answer that goes in portions. */
export const listNames = ["lines", "rows", "portions"] as const;
