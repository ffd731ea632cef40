/** English takes, and a stem of them, are read back by a speech recogniser. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { resample } from "../../../main/local-service/engine/sound/resample";
import { wavHeader } from "../../../main/local-service/engine/sound/wav";
import { castByName, english, waitForDub } from "../../helpers/dub-material";
import { startEngine } from "../../helpers/engine";
import { startExport, untilEnded } from "../../helpers/exports";
import { startLocalService } from "../../helpers/local-service";
import { createBatch, createProject, uploadScript } from "../../helpers/local-workspace";
import { scriptWorkerFile } from "../../helpers/programs";
import { seeded } from "../../helpers/random";
import { long } from "../../long";

const recogniser = "/usr/bin/pocketsphinx_continuous";
const model = "/usr/share/pocketsphinx/model/en-us";
const isInstalled = existsSync(recogniser) && existsSync(model);

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z' ]/g, "")
    .split(/\s+/)
    .filter((word) => word !== "");

/** The least number of inserted, deleted and replaced words. */
function wordErrors(expected: readonly string[], heard: readonly string[]): number {
  let row = heard.map((_, index) => index + 1);
  row.unshift(0);
  for (const [at, word] of expected.entries()) {
    const next = [at + 1];
    for (const [index, other] of heard.entries())
      next.push(
        Math.min(
          (row[index] ?? 0) + (word === other ? 0 : 1),
          (row[index + 1] ?? 0) + 1,
          (next[index] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** What a WAV file of a take says. */
function recognise(take: Uint8Array, folder: string): Promise<string[]> {
  const header = wavHeader({ channels: 1, sampleRate: 48_000 }, 0).length;
  return recogniseSamples(new Int16Array(take.slice(header).buffer), folder);
}

/** What samples at 48 kHz say. */
async function recogniseSamples(samples: Int16Array, folder: string): Promise<string[]> {
  const lowered = Int16Array.from(resample(samples, 48_000, 16_000), (value) =>
    Math.max(-32_768, Math.min(32_767, Math.round(value * 32_767))),
  );
  const file = path.join(folder, "take.wav");
  const bytes = Buffer.from(lowered.buffer, lowered.byteOffset, lowered.byteLength);
  const heading = wavHeader({ channels: 1, sampleRate: 16_000 }, lowered.length);
  await writeFile(file, Buffer.concat([heading, bytes]));
  const { stdout } = await promisify(execFile)(recogniser, [
    "-infile",
    file,
    "-logfn",
    "/dev/null",
    "-hmm",
    `${model}/en-us`,
    "-lm",
    `${model}/en-us.lm.bin`,
    "-dict",
    `${model}/cmudict-en-us.dict`,
  ]);
  return wordsOf(stdout.replaceAll("\n", " "));
}

/** Starts a service with an English project; it and the folder are removed after the test. */
async function setUp() {
  const folder = await mkdtemp(path.join(os.tmpdir(), "read-back-"));
  const local = await startLocalService({ scriptWorkerFile, startEngine });
  onTestFinished(async () => {
    await local.remove();
    await rm(folder, { recursive: true });
  });
  const project = await createProject(local.client, {
    type: "audio-production",
    targetLanguages: ["en-us"],
    sourceLanguage: undefined,
  });
  return { folder, local, project };
}

it.skipIf(!isInstalled)(
  isInstalled
    ? "English takes have a word error rate below 20 %"
    : "English takes have a word error rate below 20 % (skipped: pocketsphinx is not installed)",
  { ...long, timeout: 300_000 },
  async () => {
    const { folder, local, project } = await setUp();
    const rows = english.map((text, index) => `${index},ANNA,"${text}"`);
    const content = ["ID,Character,Text_EN-US", ...rows].join("\n");
    const scriptPath = await uploadScript(local.client, "lines.csv", content);
    const { id } = await createBatch(local.client, project, { scriptPath });
    await castByName(local.client, project, { ANNA: "Russell" });
    await waitForDub(() => local.client, String(id));
    const names = (await local.client.files()).filter((name) => name.endsWith(".wav"));
    expect(names).toHaveLength(english.length);
    let [errors, words] = [0, 0];
    for (const [index, name] of names.entries()) {
      const file = await local.address().fileOf(name);
      const expected = wordsOf(english[index] ?? "");
      errors += wordErrors(expected, await recognise(await readFile(file), folder));
      words += expected.length;
    }
    expect(errors / words).toBeLessThan(0.2);
  },
);

it.skipIf(!isInstalled)(
  isInstalled
    ? "an English stem of lines at random times says all words of the script"
    : "an English stem of lines at random times says all words of the script (skipped: pocketsphinx is not installed)",
  { ...long, timeout: 300_000 },
  async () => {
    const { folder, local, project } = await setUp();
    const random = seeded(28);
    let end = 0;
    const time = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace(".", ",");
    const cues = english.map((text, index) => {
      const start = end + 300 + Math.floor(random() * 3_000);
      end = start + 2_000 + Math.floor(random() * 1_500);
      return `${index + 1}\n${time(start)} --> ${time(end)}\nANNA: ${text}\n`;
    });
    const scriptPath = await uploadScript(local.client, "lines.srt", cues.join("\n"));
    const created = await createBatch(local.client, project, {
      scriptPath,
      languageCode: "en-us",
      settings: { sourceSpeakerSeparator: ":" },
    });
    const batch = String(created.id);
    await castByName(local.client, project, { ANNA: "Russell" });
    await waitForDub(() => local.client, batch);
    const started = await startExport(local.client, batch, {
      languages: ["en-us"],
      parts: ["stems"],
      preset: "premix",
      includeUnapproved: true,
      folder,
    });
    const { state, files } = await untilEnded(() => local.client, started);
    expect(state).toBe("made");
    const stem = files.find((file) => file.path.endsWith(".wav"))?.path ?? "";
    const bytes = await readFile(path.join(started.folder, stem));
    const heard = await recogniseSamples(samplesOf(bytes), folder);
    const expected = english.flatMap(wordsOf);
    expect(wordErrors(expected, heard) / expected.length).toBeLessThan(0.25);
    expect(Math.abs(heard.length - expected.length)).toBeLessThan(0.15 * expected.length);
  },
);

/** The samples of the first channel of a file of 16 or 24 bits at 48 kHz. */
function samplesOf(file: Buffer): Int16Array {
  let at = 12;
  let [channels, bits] = [1, 16];
  while (file.toString("latin1", at, at + 4) !== "data") {
    if (file.toString("latin1", at, at + 4) === "fmt ") {
      channels = file.readUInt16LE(at + 10);
      expect(file.readUInt32LE(at + 12)).toBe(48_000);
      bits = file.readUInt16LE(at + 22);
    }
    at += 8 + file.readUInt32LE(at + 4) + (file.readUInt32LE(at + 4) % 2);
  }
  const frame = (channels * bits) / 8;
  const frames = Math.floor(file.readUInt32LE(at + 4) / frame);
  // The upper 16 bits of the first channel.
  return Int16Array.from({ length: frames }, (_none, index) =>
    file.readInt16LE(at + 8 + index * frame + bits / 8 - 2),
  );
}
