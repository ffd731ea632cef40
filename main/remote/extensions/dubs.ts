/** The dubs of a service's batches (extension "dubs"). */
import {
  changedDubs,
  dubsStatus,
  proposedStart,
  takesPage,
  takesPerPage,
  type DubsStatus,
  type FirstTextSource,
  type ScriptStart,
  type Take,
} from "../../../preload/local-service/dubs";
import { AppError } from "../../common/errors";
import { batchPath } from "../batches";
import type { Http } from "../http/http";
import { createReader, local } from "./read-form";

export interface DubCalls {
  ofBatch(batchId: string): Promise<DubsStatus>;
  /** Null: all languages. Returns the languages that were started. */
  start(batchId: string, languageIds: readonly string[] | null): Promise<string[]>;
  /** Returns the languages that were in progress. */
  stop(batchId: string, languageIds: readonly string[] | null): Promise<string[]>;
  /** A video that was cut off or damaged is dubbed as far as it goes. */
  acceptVideo(batchId: string): Promise<string[]>;
  /** Null if the lines of a batch need not be moved into its picture. */
  scriptStart(batchId: string): Promise<ScriptStart | null>;
  moveScript(batchId: string, offsetMs: number): Promise<void>;
  pause(isPaused: boolean): Promise<void>;
  /** Gives a language without texts its first ones. */
  beginTexts(batchId: string, languageId: string, from: FirstTextSource): Promise<void>;
  /** The present takes of a language by line and variant, in chunks. */
  takes(batchId: string, languageId: string, signal?: AbortSignal): AsyncGenerator<Take[]>;
}

export function createDubCalls(http: Http): DubCalls {
  const read = createReader(http);
  const dubsAt = (batchId: string) => `${local}${batchPath(batchId)}/dubs`;
  const startAt = (batchId: string) => `${local}${batchPath(batchId)}/script-start`;
  async function change(path: string, languageIds: readonly string[] | null): Promise<string[]> {
    const body = languageIds ? { languageIds } : {};
    return (await read(changedDubs, { method: "POST", path, body })).languageIds;
  }
  return {
    ofBatch: (batchId) => read(dubsStatus, { path: dubsAt(batchId) }),
    start: (batchId, languageIds) => change(`${dubsAt(batchId)}/start`, languageIds),
    stop: (batchId, languageIds) => change(`${dubsAt(batchId)}/stop`, languageIds),
    acceptVideo: (batchId) => change(`${dubsAt(batchId)}/accept-video`, null),
    async scriptStart(batchId) {
      return (await read(proposedStart, { path: startAt(batchId) })).proposed;
    },
    async moveScript(batchId, offsetMs) {
      const path = startAt(batchId);
      await http.json({ method: "POST", path, body: { offsetMs }, isRepeatable: false });
    },
    async pause(isPaused) {
      const body = { isPaused };
      await http.json({ method: "PUT", path: `${local}/dubs`, body, isRepeatable: true });
    },
    async beginTexts(batchId, languageId, from) {
      const path = `${local}${batchPath(batchId)}/texts/${encodeURIComponent(languageId)}`;
      await http.json({ method: "POST", path, body: { from }, isRepeatable: false });
    },
    async *takes(batchId, languageId, signal) {
      const path = `${local}${batchPath(batchId)}/takes/${encodeURIComponent(languageId)}`;
      for (let after = { number: 0, variant: 0 }; ;) {
        const query = {
          afterNumber: String(after.number),
          afterVariant: String(after.variant),
          limit: String(takesPerPage),
        };
        const { takes } = await read(takesPage, { path, query, signal });
        yield takes;
        const last = takes.at(-1);
        if (!last || takes.length < takesPerPage) return;
        if (last.number < after.number)
          throw new AppError("unexpected-answer", "the takes are not in order");
        after = last;
      }
    },
  };
}
