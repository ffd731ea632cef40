/**
 * Speech synthesis in real processes: the programs of the application, and those of the system if
 * they exist.
 */
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { speechOf } from "../../../main/local-service/engines/engines";
import { languageIds } from "../../../main/local-service/catalogue/language-names";
import { findBuiltInVoice } from "../../../main/local-service/catalogue/lookup";
import { builtInVoices, type BuiltInEngine } from "../../../main/local-service/catalogue/voices";
import { searchFolders } from "../../../main/local-service/engine/executables";
import { EngineError, type SpeechRequest } from "../../../main/local-service/engine/ports";
import { nodePrograms } from "../../../main/common/processes/programs";
import {
  createSpeechProvider,
  type SpeechOptions,
} from "../../../main/local-service/engine/speech/provider";
import { forkReader } from "../../../main/script-formats/process/reader-process";
import { bundlesFolder } from "../../helpers/programs";
import { long } from "../../long";

const programs = nodePrograms(bundlesFolder);
const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

/** A provider with the programs of the application only. */
async function provider(options: Partial<SpeechOptions> = {}) {
  const made = await createSpeechProvider({ ...programs, folders: [], ...options });
  closings.push(() => made.close());
  return made;
}

const signal = new AbortController().signal;

function request(voiceName: string, text: string, more: Partial<SpeechRequest> = {}) {
  const voice = findBuiltInVoice(voiceName);
  if (!voice) throw new Error(`no voice ${voiceName}`);
  return { voice: voice.source, parts: [{ text }], rate: 1, pitch: 1, range: 1, ...more };
}

const digest = (samples: Int16Array) =>
  createHash("sha256")
    .update(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))
    .digest("hex");

test(
  "the same requests give the same samples in any order and number of processes",
  long,
  async () => {
    const requests = [
      request("Kelvin", "It is late."),
      request("Kelvin", "Where were you?", { rate: 0.9, pitch: 1.1 }),
      request("Kelvin", "Where were you?"),
      request("Ashley", "It is late. Where were you?"),
      request("Logan", "It is late."),
      request("Carmen", "¿Dónde estabas?"),
    ];
    async function digests(list: typeof requests, processes: number) {
      const speech = await provider({ processes });
      const sounds = await Promise.all(list.map((one) => speech.synthesize(one, signal)));
      return sounds.map(({ samples }) => digest(samples));
    }
    const forward = await digests(requests, 2);
    const backward = await digests(requests.toReversed(), 1);
    expect(backward.toReversed()).toEqual(forward);
    expect(new Set(forward).size).toBe(requests.length);
  },
);

test("a language without a voice is not offered", async () => {
  const speech = await provider();
  const spoken = speechOf(speech).spokenLanguages;
  const silent = languageIds.filter((language) => !spoken.has(language));
  expect(silent).toEqual(["ja-jp", "th-th", "he-il"]);
  const english = await provider({ programs: new Set(["flite"]) });
  expect([...speechOf(english).spokenLanguages]).toEqual(["en-gb", "en-us"]);
  await expect(english.synthesize(request("Carmen", "hola"), signal)).rejects.toThrow(EngineError);
  expect(speechOf(await provider({ programs: new Set() })).spokenLanguages.size).toBe(0);
});

describe("a program that fails", () => {
  let folder = "";
  beforeAll(async () => (folder = await mkdtemp(path.join(os.tmpdir(), "dubyard-speech-test-"))));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /**
   * A provider whose Flite program runs this code for each request, which is in `job`; `send` sends
   * the result.
   */
  async function faulty(code: string, options: Partial<SpeechOptions> = {}) {
    const file = path.join(folder, `${createHash("md5").update(code).digest("hex")}.cjs`);
    const body = `const send = (result) => process.send({ result });
      const sound = { samples: new Int16Array([1000]), sampleRate: 16000 };
      process.on("message", (job) => { ${code} });`;
    await writeFile(file, body);
    const fork = forkReader(file);
    return provider({ launch: (_program, limits) => fork(limits), processes: 1, ...options });
  }
  const hello = request("Kelvin", "Hello");
  const bye = request("Kelvin", "Bye");

  test("a request that hangs twice ends with an EngineError, and the next one succeeds", async () => {
    const hang = `if (job.input.text.startsWith("Hello")) for (;;); send(sound);`;
    const speech = await faulty(hang, {
      deadline: (characters) => (characters === "Hello\n".length ? 200 : 20_000),
    });
    const hanging = speech.synthesize(hello, signal);
    const next = speech.synthesize(bye, signal);
    await expect(hanging).rejects.toThrow(EngineError);
    expect((await next).samples).toEqual(new Int16Array([1000]));
  });

  test("a crash ends only its request, with an error that allows another attempt", async () => {
    const speech = await faulty(
      `if (job.input.text.startsWith("Hello")) process.exit(1); send(sound);`,
    );
    const crashing = speech.synthesize(hello, signal).catch((error: unknown) => error);
    const next = speech.synthesize(bye, signal);
    const error = await crashing;
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(EngineError);
    expect((await next).sampleRate).toBe(16_000);
  });

  test("an aborted request ends at once, before and after its start", async () => {
    const speech = await faulty(`if (job.input.text.startsWith("Hello")) for (;;); send(sound);`);
    const [first, second] = [new AbortController(), new AbortController()];
    const running = speech.synthesize(hello, first.signal);
    const waiting = speech.synthesize(hello, second.signal);
    const last = speech.synthesize(bye, signal);
    second.abort(new Error("second"));
    await expect(waiting).rejects.toThrow("second");
    first.abort(new Error("first"));
    await expect(running).rejects.toThrow("first");
    expect((await last).sampleRate).toBe(16_000);
  });

  test("close ends running and waiting requests", async () => {
    const speech = await faulty("for (;;);");
    const requests = [speech.synthesize(hello, signal), speech.synthesize(bye, signal)];
    const outcomes = Promise.allSettled(requests);
    await speech.close();
    for (const outcome of await outcomes) expect(outcome.status).toBe("rejected");
    await expect(speech.synthesize(bye, signal)).rejects.toThrow("closed");
  });

  test("a reason of the program, and silence, are EngineErrors", async () => {
    const refusing = await faulty(`send({ reason: "no such voice" });`);
    await expect(refusing.synthesize(hello, signal)).rejects.toThrow(
      new EngineError("no such voice"),
    );
    const silent = await faulty(`send({ samples: new Int16Array(9000), sampleRate: 16000 });`);
    await expect(silent.synthesize(hello, signal)).rejects.toThrow("nothing to speak");
  });
});

/** Texts that engines could misread, with the longest plausible sound in seconds. */
const corpus: Readonly<Record<string, [text: string, maxSeconds: number]>> = {
  markup: [`<speak><break time="60s"/>one</speak> <audio src="/etc/passwd"/>`, 20],
  "unclosed markup": ["<prosody rate='x-slow one two", 10],
  entities: ["fish & chips &amp; &lt; &#x41; &bogus; a < b > c", 20],
  phonemes: ["one [[n@gw'Ij@n]] [[[ two ]]", 10],
  "control characters": ["one\u0001\u0002 two\u0000 three\u001b[31m \u007f", 6],
  "right to left": ["one \u202Eowt\u202C שלום عليكم", 12],
  emoji: ["one 👩‍👩‍👧 two 🏳️‍🌈 three 1️⃣", 6],
  surrogates: ["one \ud83d two \udc00", 4],
  numbers: ["1,000,000.50 on 12/31/1999 at 10:30, 50% of 1/2", 25],
  options: ["-o /tmp/x -voice kal --help -v", 15],
  names: ["O'Brien's co-op \"quoted\" e.g. Mr. X; a|b\\c {d} `e` $HOME %PATH%", 20],
  exclamations: [`${"!?.,;:".repeat(400)} one`, 60],
};

type Speech = Awaited<ReturnType<typeof provider>>;

async function seconds(speech: Speech, voiceName: string, text: string): Promise<number> {
  const { samples, sampleRate } = await speech.synthesize(request(voiceName, text), signal);
  return samples.length / sampleRate;
}

/** The texts of the corpus whose sound has no plausible length, each with what happened. */
async function checkCorpus(speech: Speech, voiceNames: string[]): Promise<string[]> {
  const failures: string[] = [];
  for (const voiceName of voiceNames)
    for (const [kind, [text, maxSeconds]] of Object.entries(corpus)) {
      // Flite reads only Latin letters.
      if (kind === "right to left" && findBuiltInVoice(voiceName)?.source.engine === "flite") {
        await expect(seconds(speech, voiceName, text)).rejects.toThrow("cannot read");
        continue;
      }
      const length = await seconds(speech, voiceName, text).catch(String);
      const isPlausible = typeof length === "number" && length > 0.3 && length <= maxSeconds;
      if (!isPlausible) failures.push(`${voiceName} ${kind}: ${length}`);
    }
  return failures;
}

test("every text of the corpus has a sound of a plausible length", async () => {
  const speech = await provider();
  expect(await checkCorpus(speech, ["Kelvin"])).toEqual([]);
  // Flite drops the last word of a file without an end of line.
  const [one, two] = [
    await seconds(speech, "Kelvin", "Go!"),
    await seconds(speech, "Kelvin", "Go! Go"),
  ];
  expect(two).toBeGreaterThan(one * 1.5);
});

test.skipIf(process.platform === "win32").each([
  ["1.51", ["program", "system", "program"]],
  ["1.52.0", ["system", "system", "program"]],
  ["unknown", ["program", "system", "program"]],
])("espeak-ng %s speaks only what it says as the program does", async (version, expected) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "dubyard-espeak-"));
  closings.push(() => rm(folder, { recursive: true }));
  const variants = [...new Set(builtInVoices.map(({ source }) => source.variant))];
  const rows = (entries: string[]) => ["heading", ...entries].join("\n");
  const script = `#!/bin/sh
case "$1" in
--version) echo "eSpeak NG text-to-speech: ${version}  Data at: /usr/lib" ;;
--voices) echo "${rows(["5 cmn-latn-pinyin M Chinese sit/cmn", "5 es M Spanish roa/es"])}" ;;
*) echo "${rows(variants.map((name) => `5 variant M ${name} !v/${name}`))}" ;;
esac
`;
  await writeFile(path.join(folder, "espeak-ng"), script, { mode: 0o755 });
  const speech = await provider({ folders: [folder] });
  const programOf = (name: string) =>
    speech.version(request(name, "").voice).startsWith("espeak-ng") ? "system" : "program";
  // It has no German voice.
  expect(["Meiling", "Carmen", "Annika"].map(programOf)).toEqual(expected);
});

describe("the system's engines", async () => {
  const system = await createSpeechProvider({ ...programs, folders: searchFolders() });
  const own = await createSpeechProvider({ ...programs, folders: [] });
  afterAll(() => Promise.all([system.close(), own.close()]));
  const voices = {
    espeak: request("Ashley", "").voice,
    flite: request("Kelvin", "").voice,
  };
  const isInstalled = (engine: BuiltInEngine) =>
    system.version(voices[engine]) !== own.version(voices[engine]);
  const lines = [
    "Three weeks, maybe four if we are careful.",
    "Is that all? Yes. One & two.",
    "It is late",
  ];

  // Skipped where the executable is not installed.
  test.runIf(isInstalled("espeak"))("espeak-ng speaks the corpus", async () => {
    expect(await checkCorpus(system, ["Ashley", "Khalid"])).toEqual([]);
  });
  test.runIf(isInstalled("espeak"))(
    "espeak-ng and the program have equal lengths",
    long,
    async () => {
      const sentences: [text: string, voiceNames: string[]][] = [
        ...lines.map((text): [string, string[]] => [text, ["Ashley", "Logan", "Carmen", "Annika"]]),
        ["我们三个星期以后再见面，你觉得怎么样？", ["Meiling"]],
        ["우리는 삼 주 후에 다시 만날 거예요.", ["Jiwoo"]],
        ["سنلتقي مرة أخرى بعد ثلاثة أسابيع.", ["Khalid"]],
        ["हम तीन सप्ताह बाद फिर मिलेंगे।", ["Priya"]],
        ["Ще се видим след три седмици.", ["Kalina"]],
      ];
      for (const [text, voiceNames] of sentences)
        for (const name of voiceNames) {
          const pause = (await seconds(system, name, text)) - (await seconds(own, name, text));
          // Versions of the engine differ in the pause at the end.
          expect(pause).toBeGreaterThan(-0.15);
          expect(pause).toBeLessThan(0.6);
        }
    },
  );
  test.runIf(isInstalled("flite"))("flite and the program have equal lengths", async () => {
    for (const text of lines) {
      const difference =
        (await seconds(system, "Kelvin", text)) - (await seconds(own, "Kelvin", text));
      expect(Math.abs(difference)).toBeLessThan(0.02);
    }
  });
});

test("the corpus in more voices", long, async () => {
  expect(await checkCorpus(await provider(), ["Savannah", "Ashley", "Khalid"])).toEqual([]);
});

test("every offered voice speaks", { ...long, timeout: 300_000 }, async () => {
  const speech = await provider();
  const offered = builtInVoices.filter(({ source }) => speech.offers(source));
  const digests = new Map<string, Set<string>>();
  for (const { name, source } of offered) {
    const { samples, sampleRate } = await speech.synthesize(request(name, "123 OK"), signal);
    expect(samples.length / sampleRate).toBeGreaterThan(0.5);
    expect(samples.length / sampleRate).toBeLessThan(5);
    const ofLanguage = digests.get(source.languageId) ?? new Set();
    digests.set(source.languageId, ofLanguage.add(digest(samples)));
  }
  // No two voices of a language are equal.
  const count = [...digests.values()].reduce((sum, { size }) => sum + size, 0);
  expect(count).toBe(offered.length);
});

test(
  "a text of 10,000 characters is spoken completely",
  { ...long, timeout: 300_000 },
  async () => {
    const speech = await provider();
    const text = "The quick brown fox jumps over the lazy dog. ".repeat(222);
    for (const name of ["Kelvin", "Ashley"]) {
      expect(await seconds(speech, name, text)).toBeGreaterThan(400);
      expect(await seconds(speech, name, "a".repeat(10_000))).toBeGreaterThan(60);
    }
  },
);
