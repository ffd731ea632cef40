/** Speech synthesis in real processes: the programs of the application, and those of the system if they exist. */
import { createHash } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { findVoice } from "../../../main/local-service/catalogue/lookup";
import { voices } from "../../../main/local-service/catalogue/voices";
import { EngineError, type SpeechRequest } from "../../../main/local-service/engine/ports";
import { nodePrograms } from "../../../main/local-service/engine/speech/node-programs";
import {
  createSpeechProvider,
  spokenLanguages,
  type SpeechOptions,
} from "../../../main/local-service/engine/speech/provider";
import { bundlesFolder } from "../../helpers/programs";

const programs = nodePrograms(bundlesFolder);
const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

/** A provider with the programs of the application only. */
async function provider(options: Partial<SpeechOptions> = {}) {
  const made = await createSpeechProvider({ ...programs, searchPath: null, ...options });
  closings.push(() => made.close());
  return made;
}

const signal = new AbortController().signal;

function request(voiceName: string, text: string, more: Partial<SpeechRequest> = {}) {
  const voice = findVoice(voiceName);
  if (!voice) throw new Error(`no voice ${voiceName}`);
  return { voice: voice.source, parts: [{ text }], rate: 1, pitch: 1, range: 1, ...more };
}

const digest = (samples: Int16Array) =>
  createHash("sha256")
    .update(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))
    .digest("hex");

test("the same requests give the same samples in any order and number of processes", async () => {
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
});

test("a language without a voice is not offered", async () => {
  const all = new Set(voices.map(({ source }) => source.languageId));
  const speech = await provider();
  const spoken = spokenLanguages(speech);
  expect([...all].filter((language) => !spoken.has(language))).toEqual(["ja-jp"]);
  const english = await provider({ programs: new Set(["flite"]) });
  expect([...spokenLanguages(english)]).toEqual(["en-us"]);
  await expect(english.synthesize(request("Carmen", "hola"), signal)).rejects.toThrow(EngineError);
  expect(spokenLanguages(await provider({ programs: new Set() })).size).toBe(0);
});
