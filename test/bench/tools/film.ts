/** A film to be dubbed in benchmarks. */
import { setTimeout as wait } from "node:timers/promises";
import type { LocalClient } from "../../helpers/local-service";
import { bodyOf, createProject, uploadScript } from "../../helpers/local-workspace";
import { ffmpeg } from "../../helpers/media-files";

/** The text of each line, which its number follows. */
const texts = {
  "es-es": "Esta es la línea de la película con el número",
  "fr-fr": "Voici la ligne du film avec le numéro",
} as const;
export type FilmLanguage = keyof typeof texts;

/** Subtitles of two speakers, evenly distributed. */
function subtitles(lines: number, seconds: number, text: string): string {
  const time = (at: number) => {
    const hours = String(Math.floor(at / 3_600)).padStart(2, "0");
    const minutes = String(Math.floor(at / 60) % 60).padStart(2, "0");
    return `${hours}:${minutes}:${String(Math.floor(at) % 60).padStart(2, "0")},000`;
  };
  return Array.from({ length: lines }, (_, index) => {
    const start = Math.floor((index * seconds) / lines);
    const speaker = index % 2 === 0 ? "ANNA" : "BRUNO";
    return `${index + 1}\n${time(start)} --> ${time(start + 3)}\n${speaker}: ${text} ${index + 1}.\n`;
  }).join("\n");
}

/** Writes a video of 320 × 180 with a tone. Needs an installed ffmpeg. */
export async function writeVideo(file: string, seconds: number): Promise<void> {
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

/**
 * Begins the dub of the uploaded "film.mp4" over its original sound; returns the id of its batch.
 */
export async function dubFilm(
  client: LocalClient,
  { seconds, lines, languages }: { seconds: number; lines: number; languages: FilmLanguage[] },
): Promise<string> {
  const project = await createProject(client, {
    type: "media-dubbing",
    sourceLanguage: "en-us",
    targetLanguages: languages,
  });
  const created = bodyOf(
    await client.post(`/projects/${project}/batches`, {
      name: "Film",
      videoPath: "film.mp4",
      settings: { removeBackgroud: false },
    }),
    201,
  );
  const batch = String(created.id);
  while (bodyOf(await client.get(`/batches/${batch}`)).status === "ingesting") await wait(50);
  const scripts = [];
  for (const languageId of languages) {
    const content = subtitles(lines, seconds, texts[languageId]);
    const scriptPath = await uploadScript(client, `${languageId}.srt`, content);
    scripts.push({ languageId, scriptPath, speakerSeparator: ":" });
  }
  bodyOf(await client.post(`/batches/${batch}/languages`, { languages: scripts }), 204);
  return batch;
}
