/** What a requested change of the values means that all languages of a line share. */
import { randomUUID } from "node:crypto";
import { minLineMs } from "../../../preload/facts/line-edits";
import type { LineChange } from "../../../preload/local-service/review";
import { HttpError } from "../common/http-error";
import { foldName } from "../common/names";
import { projectLock } from "../projects/projects";
import type { BatchRows } from "../rows/batches/batch-port";
import type { Locks } from "../rows/lock-port";
import type { CharacterRows } from "../rows/projects/project-port";
import type { ReviewedLanguage, ReviewedLine, SharedChange } from "../rows/review/review-port";

export interface SharedValuesDeps {
  store: Pick<BatchRows, "findBatch"> & Pick<CharacterRows, "ensureCharacters"> & Locks;
  /** Milliseconds since 1970. */
  now: () => number;
}

type Requested = Pick<
  LineChange,
  "startMs" | "endMs" | "character" | "source" | "emotion" | "intensity"
>;

/** @throws HttpError 400 for times that are not those of a line. */
export function checkTimes(startMs: number | null, endMs: number | null): void {
  if (startMs === null && endMs === null) return;
  if (startMs === null || endMs === null)
    throw new HttpError(400, "startMs: must be given together with endMs");
  if (endMs - startMs < minLineMs) throw new HttpError(400, "endMs: must be after startMs");
}

export function createSharedValues({ store, now }: SharedValuesDeps) {
  /** The character of a project with this name, which is added unless it exists. */
  async function ensureCharacter(
    batchId: string,
    name: string,
  ): Promise<{ id: string; name: string }> {
    const batch = await store.findBatch(batchId);
    if (!batch) throw new HttpError(404, "unknown batch");
    const { projectId } = batch;
    const folded = foldName(name);
    const found = await store.exclusively(projectLock(projectId), () =>
      store.ensureCharacters(projectId, [{ id: randomUUID(), name, folded }], now()),
    );
    return { id: found.get(folded) ?? "", name };
  }

  return {
    ensureCharacter,
    /**
     * Undefined for a change without such values.
     * @throws HttpError 400 for times that are not those of a line, 409 without a source language.
     */
    async toShared(
      { batchId }: ReviewedLanguage,
      line: ReviewedLine,
      { character: name, ...requested }: Requested,
    ): Promise<SharedChange | undefined> {
      const isAny = name !== undefined || Object.values(requested).some((one) => one !== undefined);
      if (!isAny) return undefined;
      const { startMs = line.startMs, endMs = line.endMs, source } = requested;
      if (requested.startMs !== undefined || requested.endMs !== undefined)
        checkTimes(startMs, endMs);
      if (source !== undefined) {
        const batch = await store.findBatch(batchId);
        if (!batch?.translations.some(({ type }) => type === "source"))
          throw new HttpError(409, "source: the batch has no source language");
      }
      if (name === undefined) return requested;
      return { ...requested, character: await ensureCharacter(batchId, name) };
    },
  };
}
