/** Publishes the results of a dub in the gallery, below the folder of the batch. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { DubSubject, TakeRow, TakeRows } from "../rows/dubs/dub-port";
import { BlockedError } from "../engine/engine";
import type { StagedObject } from "../objects/port";
import type { DubbingDeps } from "./deps";
import { folderCandidates, takeName } from "./names";
import { linesOf } from "./lines";

const chunkSize = 500;

/**
 * The folder of a dub's results in the gallery: "Dubs/Project/Batch/ES-ES". The first time, a
 * folder is chosen that contains no other files.
 */
export async function folderOf(
  { store }: Pick<DubbingDeps, "store">,
  dub: DubSubject,
): Promise<string> {
  const folder = (await store.findFolder(dub.batchId)) ?? (await newFolder(store, dub));
  return `${folder}/${dub.languageId.toUpperCase()}`;
}

async function newFolder(store: DubbingDeps["store"], dub: DubSubject): Promise<string> {
  for (const { folder, folded } of folderCandidates(dub)) {
    if (await store.isFolderTaken(`${folded}/`)) continue;
    if (await store.claimFolder(dub.batchId, folder, folded)) return folder;
  }
  throw new BlockedError("every folder for the results contains other files");
}

/** The present takes of a dub that are made, in order. */
export async function* madeTakes(
  { store }: { store: Pick<TakeRows, "listTakes"> },
  { batchId, languageId }: DubSubject,
): AsyncGenerator<TakeRow & { location: string }> {
  for (let after = { number: 0, variant: 0 }; ;) {
    const takes = await store.listTakes(batchId, languageId, after, chunkSize);
    for (const take of takes)
      if (take.state === "made" && take.location !== null)
        yield { ...take, location: take.location };
    const last = takes.at(-1);
    if (!last || takes.length < chunkSize) return;
    after = { number: last.number, variant: last.variant };
    await yieldToEventLoop();
  }
}

/** Publishes the takes; those that are in the gallery already are skipped. May be repeated. */
export async function publishTakes(
  deps: DubbingDeps,
  dub: DubSubject,
  signal: AbortSignal,
): Promise<void> {
  const folder = await folderOf(deps, dub);
  const characters = new Map<number, string>();
  for await (const lines of linesOf(deps, dub))
    for (const { number, character } of lines) characters.set(number, character);
  for await (const take of madeTakes(deps, dub)) {
    signal.throwIfAborted();
    const character = characters.get(take.number) ?? "";
    const path = `${folder}/${takeName({ number: take.number, character }, take.variant)}`;
    await publishObject(
      deps,
      dub,
      {
        path,
        stage: () => deps.objects.stage(take.location),
        md5: take.md5 ?? "",
        bytes: take.bytes ?? 0,
      },
      "audio/wav",
    );
  }
}

/** The batch was deleted while its results were being made. They are not published. */
export class BatchRemoved extends Error {}

/**
 * Publishes bytes under a path of the gallery. They are staged, without copying them where
 * possible, unless the gallery has them.
 * @throws BatchRemoved
 */
export async function publishObject(
  { store, gallery }: DubbingDeps,
  dub: Pick<DubSubject, "batchId" | "languageId">,
  result: { path: string; md5: string; bytes: number; stage: () => Promise<StagedObject> },
  contentType: string,
): Promise<void> {
  const { path, md5, bytes, stage } = result;
  if (!(await store.findDub(dub.batchId, dub.languageId))) throw new BatchRemoved();
  const known = await store.findFile(path);
  if (known?.etag === md5 && known.size === bytes) return;
  const { staged, size } = await stage();
  await gallery.publish({ staged, size, uploadId: null, path, etag: md5, contentType });
}
