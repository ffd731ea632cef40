/** The dubs of a service's batches. These are extensions of its service. */
import { dubStates, type Dub } from "../../preload/contract/dubs";
import { AppError } from "../common/errors";
import { batchPath } from "./batches";
import type { Http } from "./http";
import { displayText, fieldsOf, flag, idOf, number, text, texts } from "./tolerant-parse";

export interface BatchDubs {
  dubs: Dub[];
  takesPerSecond: number | null;
  isPaused: boolean;
}

/** Extension "dubs". */
export interface DubCalls {
  batchDubs(batchId: string): Promise<BatchDubs>;
  /** Null: all languages. Returns the languages that were started. */
  startDubs(batchId: string, languageIds: readonly string[] | null): Promise<string[]>;
  /** Returns the languages that were in progress. */
  stopDubs(batchId: string, languageIds: readonly string[] | null): Promise<string[]>;
  pauseDubs(isPaused: boolean): Promise<void>;
}

const maxDubs = 1000;

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
