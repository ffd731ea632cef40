/** The export of a dubbed film in two languages. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { deliveryPartNames } from "../../../preload/facts/delivery";
import { filesBelow } from "../../helpers/local-service";
import { bodyOf } from "../../helpers/local-workspace";
import { memoryOf, print, untilCompleted, withService, type EngineService } from "./engine-service";
import { dubFilm, writeVideo, type FilmLanguage } from "./film";

const languages: FilmLanguage[] = ["es-es", "fr-fr"];
const linesPerMinute = 15;
/** Exports all parts of a batch; returns the seconds, and the largest memory in MiB. */
async function exportAll({ client, child }: EngineService, batch: string, folder: string) {
  const request = {
    languages,
    parts: deliveryPartNames,
    preset: "online",
    includeUnapproved: true,
    originalTrack: false,
  };
  const startedAt = performance.now();
  const at = `/local/batches/${batch}/exports`;
  const { exportId } = bodyOf(await client.post(at, { ...request, folder }), 201);
  let [own, all] = [0, 0];
  for (;;) {
    const { state, problem } = bodyOf(await client.get(`/local/exports/${String(exportId)}`));
    if (state === "made") break;
    if (state !== "making") throw new Error(String(problem));
    const memory = memoryOf(child.pid ?? 0);
    own = Math.max(own, memory.own);
    all = Math.max(all, memory.all);
    await wait(100);
  }
  return { seconds: (performance.now() - startedAt) / 1000, own, all };
}

/**
 * Dubs and exports a film of this length; returns the largest memory of the process of the service,
 * in MiB.
 */
export async function measureExport(minutes: number): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "dubyard-bench-"));
  try {
    const file = path.join(folder, "film.mp4");
    await writeVideo(file, minutes * 60);
    const lines = Math.min(150, linesPerMinute * minutes);
    let batch = "";
    const found = await withService(
      {
        cores: 2,
        engine: "on",
        // The upload and the dub have memory of their own, so another process exports.
        prepare: async (service) => {
          await service.client.upload("film.mp4", await readFile(file));
          batch = await dubFilm(service.client, { seconds: minutes * 60, lines, languages });
          await untilCompleted(service, batch);
        },
      },
      (service) => exportAll(service, batch, folder),
    );
    const exported = (await filesBelow(folder)).length - 1;
    print(
      `  export of ${minutes} minutes, ${lines} lines, ${languages.length} languages: ${found.seconds.toFixed(1)} s, ` +
        `${exported} files, service ${found.own.toFixed(0)} MiB, with its programs ${found.all.toFixed(0)} MiB`,
    );
    return found.own;
  } finally {
    await rm(folder, { recursive: true });
  }
}
