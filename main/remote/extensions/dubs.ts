/** The dubs of a service's batches. These are extensions of its service. */
import { dubStates, type Dub } from "../../../preload/contract/dubs";
import { AppError } from "../../common/errors";
import { batchPath } from "../batches";
import type { Http } from "../http/http";
import { displayText, fieldsOf, flag, idOf, number, text, texts } from "../http/tolerant-parse";

export interface BatchDubs {
  dubs: Dub[];
  takesPerSecond: number | null;
  isPaused: boolean;
}

/** A take of a line. */
export interface Take {
  /** Number of the line, from 1. */
  number: number;
  /** 0 for the take, from 1 for the alternative takes. */
  variant: number;
  isFailed: boolean;
  /** Why it failed, or "". */
  problem: string;
}

/** Extension "dubs". */
export interface DubCalls {
  batchDubs(batchId: string): Promise<BatchDubs>;
  /** Null: all languages. Returns the languages that were started. */
  startDubs(batchId: string, languageIds: readonly string[] | null): Promise<string[]>;
  /** Returns the languages that were in progress. */
  stopDubs(batchId: string, languageIds: readonly string[] | null): Promise<string[]>;
  pauseDubs(isPaused: boolean): Promise<void>;
  /** The present takes of a language by line and variant, in chunks. */
  takes(batchId: string, languageId: string, signal?: AbortSignal): AsyncGenerator<Take[]>;
}

const maxDubs = 1000;
/** Takes of one request. */
const takesPerPage = 1000;

/** `local` is the base path of the service's extensions. */
export function createDubCalls(http: Http, local: string): DubCalls {
  async function change(batchId: string, verb: string, languageIds: readonly string[] | null) {
    const path = `${local}${batchPath(batchId)}/dubs/${verb}`;
    const body = languageIds ? { languageIds } : {};
    const response = await http.json({ method: "POST", path, body, isRepeatable: true });
    return texts(fieldsOf(response)?.["languageIds"]);
  }
  return {
    async batchDubs(batchId) {
      const path = `${local}${batchPath(batchId)}/dubs`;
      const response = fieldsOf(await http.json({ method: "GET", path, isRepeatable: true }));
      const listed = response?.["dubs"];
      if (!Array.isArray(listed))
        throw new AppError("unexpected-answer", "the response contains no dubs");
      return {
        dubs: listed.slice(0, maxDubs).flatMap((element) => toDub(element) ?? []),
        takesPerSecond: numberOrNull(response?.["takesPerSecond"]),
        isPaused: flag(response?.["isPaused"]),
      };
    },
    async *takes(batchId, languageId, signal) {
      const path = `${local}${batchPath(batchId)}/takes/${encodeURIComponent(languageId)}`;
      for (let after = { number: 0, variant: 0 }; ;) {
        const query = {
          afterNumber: String(after.number),
          afterVariant: String(after.variant),
          limit: String(takesPerPage),
        };
        const response = await http.json({
          method: "GET",
          path,
          query,
          isRepeatable: true,
          signal,
        });
        const listed = fieldsOf(response)?.["takes"];
        if (!Array.isArray(listed))
          throw new AppError("unexpected-answer", "the response contains no takes");
        const takes = listed.map(toTake);
        yield takes;
        const last = takes.at(-1);
        if (!last || takes.length < takesPerPage) return;
        if (last.number < after.number)
          throw new AppError("unexpected-answer", "the takes are not in order");
        after = last;
      }
    },
    startDubs: (batchId, languageIds) => change(batchId, "start", languageIds),
    stopDubs: (batchId, languageIds) => change(batchId, "stop", languageIds),
    async pauseDubs(isPaused) {
      const body = { isPaused };
      await http.json({ method: "PUT", path: `${local}/dubs`, body, isRepeatable: true });
    },
  };
}

function numberOrNull(value: unknown): number | null {
  const found = number(value, Number.NaN);
  return Number.isNaN(found) ? null : found;
}

function toDub(value: unknown): Dub | null {
  const fields = fieldsOf(value);
  const languageId = idOf(fields?.["languageId"]);
  if (!fields || languageId === null) return null;
  const state = text(fields["state"]);
  const counter = (name: string) => Math.max(0, number(fields[name], 0));
  return {
    languageId,
    state: dubStates.find((known) => known === state) ?? "other",
    note: displayText(fields["note"]),
    planned: counter("planned"),
    made: counter("made"),
    failed: counter("failed"),
    outdated: counter("outdated"),
    secondsLeft: numberOrNull(fields["secondsLeft"]),
  };
}

/** Throws for a take without a position: the next page could not be requested. */
function toTake(value: unknown): Take {
  const fields = fieldsOf(value);
  const position = number(fields?.["number"], Number.NaN);
  const variant = number(fields?.["variant"], Number.NaN);
  if (!fields || Number.isNaN(position) || Number.isNaN(variant))
    throw new AppError("unexpected-answer", "a take has no position");
  const isFailed = text(fields["state"]) === "failed";
  return { number: position, variant, isFailed, problem: displayText(fields["problem"]) };
}
