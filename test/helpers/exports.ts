/** Exports of a batch by a local service, and their files. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { deliveryPartNames } from "../../preload/facts/delivery";
import { castByName, english, waitForDub } from "./dub-material";
import { filesBelow, type LocalClient } from "./local-service";
import { bodyOf, createBatch, createProject, uploadScript, type Json } from "./local-workspace";

export interface StartedExport {
  exportId: string;
  folder: string;
}
export interface FoundExport {
  state: string;
  problem: string;
  counts: { files: number; made: number; failed: number; findings: number };
  files: { path: string; state: string; bytes: number | null; sha256: string | null }[];
}

/** All parts but those with a picture. */
export const soundParts = deliveryPartNames.filter((part) => part !== "video");

/** Subtitles of two speakers, which overlap. The last one is in italics, at the top. */
const overlappingSubtitles = (texts: readonly string[]): string =>
  texts
    .map((text, index) => {
      const start = String(index * 2).padStart(2, "0");
      const end = String(index * 2 + 3).padStart(2, "0");
      const speaker = index % 2 === 0 ? "ANNA" : "BOB";
      const spoken = `${speaker}: ${text}`;
      const shown = index === texts.length - 1 ? `{\\an8}<i>${spoken}</i>` : spoken;
      return `${index + 1}\n00:00:${start},500 --> 00:00:${end},900\n${shown}\n`;
    })
    .join("\n");

export const dubbedLanguage = "en-us";

/**
 * A batch "Épisode: 1" of four lines with times, dubbed in `dubbedLanguage`. Within a test only.
 */
export async function createDubbedBatch(client: LocalClient): Promise<string> {
  const project = await createProject(client, {
    type: "audio-production",
    sourceLanguage: undefined,
    targetLanguages: [dubbedLanguage],
  });
  const content = overlappingSubtitles(english.slice(0, 4));
  const scriptPath = await uploadScript(client, "episode.srt", content);
  const created = await createBatch(client, project, {
    name: "Épisode: 1",
    scriptPath,
    languageCode: dubbedLanguage,
    settings: { sourceSpeakerSeparator: ":" },
  });
  await castByName(client, project, { ANNA: "Savannah", BOB: "Brandon" });
  await waitForDub(() => client, String(created.id));
  return String(created.id);
}

export const planOf = async (client: LocalClient, batch: string, request: Json) =>
  bodyOf<{ files: { path: string; bytes: number | null; problem: string }[]; missing: Json[] }>(
    await client.post(`/local/batches/${batch}/exports/plan`, request),
  );

export const startExport = async (client: LocalClient, batch: string, request: Json) =>
  bodyOf<StartedExport>(await client.post(`/local/batches/${batch}/exports`, request), 201);

export const findExport = async (client: LocalClient, { exportId }: StartedExport) =>
  bodyOf<FoundExport>(await client.get(`/local/exports/${exportId}`));

export async function untilEnded(
  client: () => LocalClient,
  started: StartedExport,
): Promise<FoundExport> {
  const ended = async () => (await findExport(client(), started)).state !== "making";
  await expect.poll(ended, { timeout: 60_000 }).toBe(true);
  return findExport(client(), started);
}

/** The SHA-256 of each file below a folder, by its relative path. */
export async function hashesBelow(folder: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const file of await filesBelow(folder))
    hashes[file.split(path.sep).join("/")] = createHash("sha256")
      .update(await readFile(path.join(folder, file)))
      .digest("hex");
  return hashes;
}
