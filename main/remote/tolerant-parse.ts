/**
 * Answers read tolerantly (interface-notes § Answers to be tolerant of): a field that is missing or of another kind
 * has its empty value, one that nobody knows is dropped, an item without an id is left out.
 */
import { AppError } from "../common/errors";
import { readJsonList } from "./json-list";
import { clean, fromNetworkError } from "./http-errors";
import type { Http } from "./http";

/** An item of an answer before it is read. */
export type Fields = Readonly<Record<string, unknown>>;

/** Items of a list as they come, and how many were left out because nothing can be made of them. */
export interface Portion<T> {
  rows: T[];
  dropped: number;
}
export type Portions<T> = AsyncGenerator<Portion<T>>;

/** Characters; more than that is no text that anybody reads in a list. */
const maxTextLength = 20_000;
/** Characters of what a service says of a thing. */
const maxSaidLength = 2_000;
/** The window names a thing by its id, and takes ids up to this length. */
const maxIdLength = 1000;

/** The fields of an object, or null for anything else. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : null;
}

/** A text; a number or a boolean in its place is written out. */
export function text(value: unknown): string {
  if (typeof value === "string") return value.slice(0, maxTextLength);
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/**
 * What the service says in words of its own, a status or a message: in one line and without signed URLs. What people
 * have written (names, words of a glossary) is a `text`.
 */
export const said = (value: unknown): string => clean(text(value), maxSaidLength);

/** An id, or null where there is none. */
export function idOf(value: unknown): string | null {
  const id = text(value);
  return id === "" || id.length > maxIdLength ? null : id;
}

/** A number, also from "42" and "42 %"; `fallback` where there is none. */
export function number(value: unknown, fallback: number): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  const digits =
    typeof value === "string" ? /^\s*(-?\d+(?:\.\d+)?)\s*(?:%\s*)?$/.exec(value) : null;
  return digits === null ? fallback : Number(digits[1]);
}

export function flag(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === "string" && /^(true|1)$/i.test(value));
}

/** A moment in milliseconds since 1970, from a timestamp or a number of milliseconds; null where there is none. */
export function moment(value: unknown): number | null {
  const at = typeof value === "string" ? Date.parse(value) : value;
  return typeof at === "number" && Number.isFinite(at) && Math.abs(at) < 8.64e15 ? at : null;
}

export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text).filter((one) => one !== "") : [];
}

const isMissing = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === "not-found";

/**
 * A 404 on a list of the whole workspace is a failed sync, never an empty list: the interface documents it as "no
 * workspace found" or not at all (interface-notes § Catalogues).
 */
export function asFailedSync(error: unknown): unknown {
  if (!isMissing(error)) return error;
  const message = `the service does not have this list: ${error.message}`;
  return new AppError("unexpected-answer", message, { cause: error, details: error.details });
}

export interface ListCall {
  path: string;
  query?: Record<string, string>;
  /** What a 404 means here; unless given, that what the list belongs to does not exist ("not-found"). */
  ifMissing?: "empty" | "failed";
  signal?: AbortSignal | undefined;
}

/** Reads a list as it comes. `toRow` gives null for what has no id. Rejects with an AppError. */
export async function* readRows<T>(
  http: Http,
  { path, query, ifMissing, signal }: ListCall,
  toRow: (fields: Fields) => T | null,
): Portions<T> {
  const body = await http
    .stream({ method: "GET", path, ...(query ? { query } : {}), isRepeatable: true, signal })
    .catch((error: unknown) => {
      if (ifMissing === "empty" && isMissing(error)) return null;
      throw ifMissing === "failed" ? asFailedSync(error) : error;
    });
  if (body === null) return;
  try {
    for await (const elements of readJsonList(body as AsyncIterable<Buffer>)) {
      const rows: T[] = [];
      for (const element of elements) {
        const fields = fieldsOf(element);
        const row = fields && toRow(fields);
        if (row !== null) rows.push(row);
      }
      yield { rows, dropped: elements.length - rows.length };
    }
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw fromNetworkError(error);
  } finally {
    body.destroy();
  }
}

/** Reads one item of an answer; one without an id is "unexpected-answer". */
export function readRow<T>(answer: unknown, toRow: (fields: Fields) => T | null): T {
  const fields = fieldsOf(answer);
  const row = fields && toRow(fields);
  if (row === null)
    throw new AppError("unexpected-answer", "the service's answer is not as expected");
  return row;
}

/** Portions of several lists as they come. One that fails ends them all. */
export async function* merged<T>(lists: readonly Portions<T>[]): Portions<T> {
  const next = (list: Portions<T>) => list.next().then((result) => ({ list, result }));
  const waiting = new Map(lists.map((list) => [list, next(list)]));
  try {
    while (waiting.size > 0) {
      const { list, result } = await Promise.race(waiting.values());
      if (result.done) waiting.delete(list);
      else {
        waiting.set(list, next(list));
        yield result.value;
      }
    }
  } finally {
    for (const [list, coming] of waiting) {
      coming.catch(() => undefined);
      list.return(undefined).catch(() => undefined);
    }
  }
}
