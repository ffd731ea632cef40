/**
 * `npm run bench -- engine-video [--minutes 10,120] [--lines 150] [--engine on]`: a video of 320 × 180 is dubbed into
 * Spanish by the service of a local workspace, over its original sound. Seconds from the script to the dubbed video in
 * the gallery, and the largest resident memory of the service with all of its processes (Linux). Requires a build and
 * an installed ffmpeg, which makes the video; `--engine own` dubs with the programs of the application.
 */
import { readFile, rm } from "node:fs/promises";
import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { bodyOf, createProject, uploadScript } from "../helpers/local-workspace";
import { ffmpeg } from "../helpers/media-files";
import { print, untilCompleted, withService } from "./tools/engine-service";

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

/** Subtitles of two speakers, evenly distributed. */
function subtitles(lines: number, seconds: number): string {
  const time = (at: number) => {
    const hours = String(Math.floor(at / 3_600)).padStart(2, "0");
    const minutes = String(Math.floor(at / 60) % 60).padStart(2, "0");
    return `${hours}:${minutes}:${String(Math.floor(at) % 60).padStart(2, "0")},000`;
  };
  return Array.from({ length: lines }, (_, index) => {
    const start = Math.floor((index * seconds) / lines);
    const speaker = index % 2 === 0 ? "ANNA" : "BRUNO";
    const text = `Esta es la línea número ${index + 1} de la película.`;
    return `${index + 1}\n${time(start)} --> ${time(start + 3)}\n${speaker}: ${text}\n`;
  }).join("\n");
}

async function writeVideo(file: string, seconds: number): Promise<void> {
  const picture = `testsrc=size=320x180:rate=25:duration=${seconds}`;
  const sound = `sine=frequency=220:sample_rate=48000:duration=${seconds}`;
  const codecs = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac"];
  await ffmpeg(
    "-f",
    "lavfi",
    "-i",
    picture,
    "-f",
    "lavfi",
    "-i",
    sound,
    ...codecs,
    "-ac",
    "2",
    file,
  );
}

async function measure(minutes: number, lines: number): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-bench-"));
  try {
    const file = path.join(folder, "film.mp4");
    await writeVideo(file, minutes * 60);
    const { seconds, memory, own, mixing } = await withService(
      {
        ...{ cores: 2, engine: values.engine },
        // The film is received as one large request, which is no part of the dub.
        prepare: async ({ client }) => client.upload("film.mp4", await readFile(file)),
      },
      async (service) => {
        const { client } = service;
        const project = await createProject(client, {
          ...{ type: "media-dubbing", sourceLanguage: "en-us", targetLanguages: ["es-es"] },
        });
        const settings = { removeBackgroud: false };
        const batch = bodyOf(
          await client.post(`/projects/${project}/batches`, {
            ...{ name: "Film", videoPath: "film.mp4", settings },
          }),
          201,
        );
        const statusOf = async () =>
          bodyOf(await client.get(`/batches/${String(batch.id)}`)).status;
        while ((await statusOf()) === "ingesting") await wait(50);
        const at = `/batches/${String(batch.id)}/languages`;
        const scriptPath = await uploadScript(client, "es.srt", subtitles(lines, minutes * 60));
        const languages = [{ languageId: "es-es", scriptPath, speakerSeparator: ":" }];
        bodyOf(await client.post(at, { languages }), 204);
        return untilCompleted(service, String(batch.id));
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
