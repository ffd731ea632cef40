/**
 * One faulty line or take for each check, through synthesis, scan and rows: only that check finds
 * something.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sound } from "../../../main/local-service/engine/ports";
import { checkNames } from "../../../preload/facts/checks";
import { castByName, waitForDub } from "../../helpers/dub-material";
import { planOf } from "../../helpers/exports";
import { startLocalService, type RunningLocalService } from "../../helpers/local-service";
import { bodyOf, createBatch, createProject, uploadScript } from "../../helpers/local-workspace";
import { scriptWorkerFile } from "../../helpers/programs";
import { speechLike } from "../../helpers/sound-signals";
import { startSpokenEngine } from "../../helpers/spoken-engine";

const rate = 16_000;
/** Seconds of the sound of a good line. */
const usual = 1.6;

interface SpokenLine {
  /** The checks that have findings. */
  finds: string[];
  character: string;
  text: string;
  /** Milliseconds after the start of the line before. Default: 5,000. */
  after?: number;
  slotMs?: number;
  sound?: (hertz: number) => Int16Array;
}

const usualSpeech = (hertz: number) => speechLike(usual, { hertz });
const withPause = (hertz: number) => {
  const word = speechLike(1, { hertz });
  const samples = new Int16Array(3.4 * rate);
  samples.set(word);
  samples.set(word, 2.2 * rate);
  return samples;
};
const clipped = (hertz: number) =>
  speechLike(usual, { hertz, amplitude: 0.6 }).map((value) =>
    Math.max(-32_768, Math.min(32_767, value * 2)),
  );
/** Speech with a click, which keeps the rest below the loudness of the others. */
const withClick = (hertz: number) => {
  const samples = speechLike(usual, { hertz, amplitude: 0.1 });
  samples.fill(30_000, 0.8 * rate, 0.8 * rate + 8);
  return samples;
};
const long = (seconds: number) => (hertz: number) => speechLike(seconds, { hertz, silence: 0.05 });

/** The length of a take is compared with those of 20 others of its voice. */
const withCutWords = Array.from({ length: 21 }, (_none, index): SpokenLine => {
  const line = { character: "CUT", text: `A line of a usual length ${10 + index}.` };
  return index < 20 ? { ...line, finds: [] } : { ...line, finds: ["words-cut"], sound: long(0.5) };
});

const lines: SpokenLine[] = [
  { finds: [], character: "GOOD", text: "This is a good line." },
  { finds: ["silence"], character: "PAUSE", text: "There is a pause.", sound: withPause },
  { finds: ["silence"], character: "SILENT", text: "No sound.", sound: () => new Int16Array(rate) },
  { finds: ["clipping"], character: "LOUD", text: "This is clipped.", sound: clipped },
  { finds: ["loudness"], character: "QUIET", text: "This is too quiet.", sound: withClick },
  // After a quiet line of the same character.
  { finds: ["loudness-jump"], character: "QUIET", text: "This is as loud as others." },
  { finds: [], character: "TWICE", text: "One sound.", sound: () => usualSpeech(80) },
  {
    finds: ["duplicate"],
    character: "TWICE",
    text: "Another text.",
    sound: () => usualSpeech(80),
  },
  { finds: ["too-long"], character: "LONG", text: "This is long.", slotMs: 1_500, sound: long(3) },
  // Accelerated between lines that are not, and as long as the room after its slot permits.
  { finds: [], character: "PACE", text: "The first pace." },
  { finds: ["uneven-pace"], character: "PACE", text: "Second.", slotMs: 2_000, sound: long(2.7) },
  { finds: [], character: "PACE", text: "The third pace." },
  {
    finds: ["reading-speed"],
    character: "READ",
    slotMs: 2_500,
    text: "This text has more letters than anybody can read in that time.",
  },
  { finds: [], character: "BOTH", text: "The first of two.", sound: long(2.8) },
  { finds: ["overlap"], character: "BOTH", text: "Begins too early.", after: 2_000 },
  { finds: [], character: "LAST", text: "The last line." },
  ...withCutWords,
];

const texts: { finds: string[]; source: string; target: string }[] = [
  { finds: [], source: "Good morning.", target: "Buenos días." },
  { finds: ["missing"], source: "Good night.", target: "" },
  { finds: ["untranslated"], source: "Where are you going?", target: "Where are you going?" },
  { finds: ["missing", "not-speakable"], source: "Peace.", target: "Мир." },
  { finds: ["not-spoken"], source: "[applause]", target: "[aplausos]" },
  { finds: ["not-spoken"], source: "[laughter] Good.", target: "[risas] Bien." },
  { finds: ["glossary"], source: "The Kraken is here.", target: "El pulpo está aquí." },
];

const time = (ms: number) => {
  const [minutes, seconds] = [Math.floor(ms / 60_000), Math.floor(ms / 1_000) % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return `00:${two(minutes)}:${two(seconds)},${String(ms % 1_000).padStart(3, "0")}`;
};
function subtitles(): string {
  let start = 0;
  const blocks = lines.map(({ character, text, after = 5_000, slotMs = 3_000 }, index) => {
    start += after;
    return `${index + 1}\n${time(start)} --> ${time(start + slotMs)}\n${character}: ${text}\n`;
  });
  return blocks.join("\n");
}

/** The sounds of lines differ, unless their function ignores the pitch. */
function soundOf(text: string): Sound {
  const spoken = [...lines.map((line) => line.text), ...texts.map(({ target }) => target)];
  const sound = lines.find((line) => line.text === text)?.sound ?? usualSpeech;
  return { samples: sound(100 + spoken.indexOf(text)), sampleRate: rate };
}

let local: RunningLocalService;
beforeAll(async () => {
  const startEngine = () => startSpokenEngine(soundOf);
  local = await startLocalService({ scriptWorkerFile, startEngine });
});
afterAll(() => local.remove());

/** The names of the checks of each line that have findings. */
async function findingsOf(batch: string, languageId: string): Promise<string[][]> {
  // The plan waits for the checks.
  await planOf(local.client, batch, { languages: [languageId], parts: ["cues"], preset: "online" });
  const at = `/local/batches/${batch}/review?languageId=${languageId}`;
  const review = bodyOf<{ lines: { checks: { name: string }[] }[] }>(await local.client.get(at));
  return review.lines.map(({ checks }) => [...new Set(checks.map(({ name }) => name))]);
}

it("of takes, and of lines with times", async () => {
  const languageId = "en-us";
  const project = await createProject(local.client, {
    type: "audio-production",
    sourceLanguage: undefined,
    targetLanguages: [languageId],
  });
  const scriptPath = await uploadScript(local.client, "lines.srt", subtitles());
  const { id } = await createBatch(local.client, project, {
    scriptPath,
    languageCode: languageId,
    // Long takes are accelerated instead of using the gap after their line.
    settings: { sourceSpeakerSeparator: ":", fitGapMs: 0 },
  });
  const voiceOf = (character: string) => (character === "CUT" ? "Brandon" : "Savannah");
  const characters = lines.map(({ character }) => [character, voiceOf(character)] as const);
  const voices = Object.fromEntries(characters) as Record<string, string>;
  await castByName(local.client, project, voices);
  await waitForDub(() => local.client, String(id));
  expect(await findingsOf(String(id), languageId)).toEqual(lines.map(({ finds }) => finds));
});

it("of texts", async () => {
  const languageId = "es-es";
  const project = await createProject(local.client, {
    type: "audio-production",
    sourceLanguage: "en-us",
    targetLanguages: [languageId],
  });
  const word = {
    word: "Kraken",
    languageId: "en-us",
    phonemization: "",
    phonemizationLanguageId: "",
    pronounceAs: "kracken",
    pronunciationLanguageId: "",
    caseSensitive: false,
  };
  bodyOf(await local.client.post(`/local/projects/${project}/glossary`, word), 201);
  const rows = texts.map(({ source, target }, index) => `${index + 1},ANNA,${target},${source}`);
  const content = `ID,Character,Text_ES-ES,Text_EN-US\n${rows.join("\n")}\n`;
  const scriptPath = await uploadScript(local.client, "script.csv", content);
  const { id } = await createBatch(local.client, project, { scriptPath });
  await castByName(local.client, project, { ANNA: "Brandon" });
  await waitForDub(() => local.client, String(id), "incomplete");
  expect(await findingsOf(String(id), languageId)).toEqual(texts.map(({ finds }) => finds));
});

it("no check is left out, but for the one that needs a picture", () => {
  const found = [...lines, ...texts].flatMap(({ finds }) => finds);
  expect(checkNames.filter((name) => !found.includes(name))).toEqual(["outside-picture"]);
});
