/**
 * `npm run bench -- engine-video [--minutes 10,120] [--lines 150] [--engine on]`: a video of 320 ×
 * 180 is dubbed into Spanish by the service of a local workspace, over its original sound. Seconds
 * from the script to the dubbed video in the gallery, and the largest resident memory of the
 * service with all of its processes (Linux). Requires a build and an installed ffmpeg, which makes
 * the video; `--engine own` dubs with the programs of the application.
 */
import { readFile, rm } from "node:fs/promises";
import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { print, untilCompleted, withService } from "./tools/engine-service";
import { dubFilm, writeVideo } from "./tools/film";

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    minutes: { type: "string", default: "10,120" },
    lines: { type: "string", default: "150" },
    engine: { type: "string", default: "on" },
  },
});
/** Seconds for a video of 10 minutes, and MiB of the service while it mixes one of 2 hours. */
const goals = { seconds: 60, memory: 300 };

async function measure(minutes: number, lines: number): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-bench-"));
  try {
    const file = path.join(folder, "film.mp4");
    await writeVideo(file, minutes * 60);
    const { seconds, memory, own, mixing } = await withService(
      {
        cores: 2,
        engine: values.engine,
        // The film is received as one large request, which is no part of the dub.
        prepare: async ({ client }) => client.upload("film.mp4", await readFile(file)),
      },
      async (service) => {
        const film = { seconds: minutes * 60, lines, languages: ["es-es" as const] };
        return untilCompleted(service, await dubFilm(service.client, film));
      },
    );
    const limit =
      minutes === 10
        ? `   ${seconds > goals.seconds ? "OVER" : "of"} ${goals.seconds} s`
        : `   ${mixing > goals.memory ? "OVER" : "of"} ${goals.memory} MiB`;
    print(
      `  ${minutes} minutes, ${lines} lines: ${seconds.toFixed(1)} s, service ${own.toFixed(0)} MiB, with its programs ${memory.toFixed(0)} MiB, the service while it mixes ${mixing.toFixed(0)} MiB${limit}`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

for (const minutes of values.minutes.split(",").map(Number))
  await measure(minutes, Number(values.lines));
