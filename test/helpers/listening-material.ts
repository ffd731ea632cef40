/**
 * A dubbed video to listen to: a white picture and a tone of 1 kHz in the slot of its first line.
 * Needs an ffmpeg.
 */
import { readFile } from "node:fs/promises";
import { waitForDub } from "./dub-material";
import type { LocalClient } from "./local-service";
import { bodyOf, createBatch, createProject, uploadScript, type Json } from "./local-workspace";
import { ffmpeg } from "./media-files";

/** The slot of the first line, in seconds. */
export const slot = { from: 2.5, to: 4.5 };
export const firstText = "¿Dónde estabas anoche?";
const subtitles = [
  `1\n00:00:02,500 --> 00:00:04,500\nANNA: ${firstText}\n`,
  "2\n00:00:06,000 --> 00:00:08,000\nBOB: Estuve en el puerto hasta las diez.\n",
].join("\n");

/** Of a video that is dubbed. */
export interface VideoOptions {
  /** The timecode of the first frame. */
  timecode?: string;
  /** Frames per second. */
  rate?: string;
  /** The length of its sound; that of the picture is 10 s. */
  soundSeconds?: number;
}

export async function writeVideo(file: string, options: VideoOptions = {}): Promise<void> {
  const { timecode, rate = "25", soundSeconds = 10 } = options;
  const during = `between(t,${slot.from},${slot.to})`;
  await ffmpeg(
    "-f",
    "lavfi",
    "-i",
    `color=c=black:s=160x120:r=${rate}:d=10`,
    "-f",
    "lavfi",
    "-i",
    `aevalsrc='0.3*sin(2*PI*1000*t)*${during}:s=48000:d=${soundSeconds}'`,
    "-vf",
    `drawbox=color=white:t=fill:enable='${during}'`,
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-pix_fmt",
    "yuv420p",
    "-g",
    "25",
    "-c:a",
    "aac",
    "-movflags",
    "+faststart",
    ...(timecode === undefined ? [] : ["-timecode", timecode]),
    file,
  );
}

/**
 * Makes the video at `file`, and dubs it into Spanish in a workspace. Returns the path of its
 * review in the window.
 */
export async function dubForListening(client: LocalClient, file: string): Promise<string> {
  const { project, batch } = await dubVideo(client, file);
  return `#/review/${project}/${batch}?language=es-es`;
}

/** Makes the video at `file`, and dubs it into Spanish. */
export async function dubVideo(
  client: LocalClient,
  file: string,
  options: VideoOptions = {},
): Promise<{ project: string; batch: string }> {
  await writeVideo(file, options);
  await client.upload("film.mp4", await readFile(file));
  return dubAt(client, "film.mp4");
}

/**
 * Dubs the video at a path of the gallery or at a URL into Spanish; `script` is subtitles with
 * speakers.
 */
export async function dubAt(
  client: LocalClient,
  videoPath: string,
  script = subtitles,
  settings: Json = {},
): Promise<{ project: string; batch: string }> {
  const begun = await beginDubAt(client, videoPath, script, settings);
  await waitForDub(() => client, begun.batch);
  return begun;
}

/** The same, without the end of the dub. */
export async function beginDubAt(
  client: LocalClient,
  videoPath: string,
  script = subtitles,
  settings: Json = {},
): Promise<{ project: string; batch: string }> {
  const project = await createProject(client, {
    type: "media-dubbing",
    targetLanguages: ["es-es"],
  });
  const { id } = await createBatch(client, project, { name: "Harbour", videoPath, settings });
  const batch = String(id);
  const scriptPath = await uploadScript(client, "es.srt", script);
  const languages = [{ languageId: "es-es", scriptPath, speakerSeparator: ":" }];
  bodyOf(await client.post(`/batches/${batch}/languages`, { languages }), 204);
  return { project, batch };
}
