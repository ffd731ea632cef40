/**
 * Rules of the results of scripts: characters, their voices, and glossaries (§2.7, §2.8, §4.3). The
 * interface has no call that uploads a script or writes a glossary, so the extensions of the local
 * workspace are used where a service has them.
 */
import { z } from "zod";
import {
  expectEmpty,
  NotChecked,
  expectError,
  expectEqual,
  parseResponse,
  type Context,
  type Rule,
} from "./rules";
import { batch, character, createdBatch, glossaryLine, voice } from "./schemas";

const patienceMs = 30_000;
const everyMs = 50;

/** Waits until the script of a batch was read; returns the project and its two characters. */
async function castOf(context: Context) {
  const { call, languages } = context;
  const scriptPath = await context.storeScript(
    "script.csv",
    `Character,Text_${languages[1].toUpperCase()}\nAda,One\nBob,Two\nAda,Three\n`,
  );
  const projectId = await context.createProject("audio-production");
  const name = context.uniqueName("batch");
  const made = await call("POST", `/projects/${projectId}/batches`, { name, scriptPath });
  const { id } = parseResponse(made, 201, createdBatch);
  const at = `/projects/${projectId}/characters`;
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const characters = parseResponse(await call("GET", at), 200, z.array(character));
    const read = parseResponse(await call("GET", `/batches/${id}`), 200, batch);
    if (characters.length === 2 && read.status !== "ingesting")
      return { at, batchId: id, characters, projectId };
    if (Date.now() > deadline)
      throw new NotChecked(`the script was not read in time: ${read.status}, ${read.message}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

export const castRules: Rule[] = [
  {
    section: "§4.3 GET /projects/{projectId}/characters",
    rule: "each name in a script is one character, without a voice at first",
    async run(context) {
      const { characters } = await castOf(context);
      expectEqual(characters.map(({ name }) => name).sort(), ["Ada", "Bob"]);
      for (const { voice: initialVoice } of characters)
        expectEqual(initialVoice, { name: "", gender: "", voiceTag: "", description: "" });
    },
  },
  {
    section: "§4.3 POST /projects/{projectId}/characters/{characterId}",
    rule: "a voice of the list can be assigned and replaced by another",
    async run(context) {
      const { call, model } = context;
      const listed = await call("GET", `/voices?model=${encodeURIComponent(model)}`);
      const [first, second] = parseResponse(listed, 200, z.array(voice).min(2));
      const { at, characters } = await castOf(context);
      const [one, other] = characters;
      for (const chosen of [first, second]) {
        expectEmpty(await call("POST", `${at}/${one?.id}`, { voice: chosen?.name }));
        const found = parseResponse(await call("GET", at), 200, z.array(character));
        const now = found.find(({ id }) => id === one?.id);
        expectEqual([now?.voice.name, now?.voice.gender], [chosen?.name, chosen?.gender]);
        expectEqual(found.find(({ id }) => id === other?.id)?.voice.name, "");
      }
    },
  },
  {
    section: "§4.3 POST /projects/{projectId}/characters/{characterId}",
    rule: "an unknown voice, and a character of another project, is a 404",
    async run(context) {
      const { call, model } = context;
      const { at, characters } = await castOf(context);
      const id = characters[0]?.id;
      expectError(await call("POST", `${at}/${id}`, { voice: "no-such voice" }), 404);
      const listed = await call("GET", `/voices?model=${encodeURIComponent(model)}`);
      const [known] = parseResponse(listed, 200, z.array(voice).min(1));
      const elsewhere = `/projects/${await context.createProject("audio-production")}/characters`;
      expectError(await call("POST", `${elsewhere}/${id}`, { voice: known?.name }), 404);
    },
  },
  {
    section: "§2.3 Batch",
    rule: "casting is completed when every character has a voice",
    async run(context) {
      const { call, model } = context;
      const { at, batchId, characters } = await castOf(context);
      const listed = await call("GET", `/voices?model=${encodeURIComponent(model)}`);
      const [known] = parseResponse(listed, 200, z.array(voice).min(1));
      const isCompleted = async () =>
        parseResponse(await call("GET", `/batches/${batchId}`), 200, batch).isCastingCompleted;
      expectEqual(await isCompleted(), false);
      for (const { id } of characters)
        expectEmpty(await call("POST", `${at}/${id}`, { voice: known?.name }));
      expectEqual(await isCompleted(), true);
    },
  },
  {
    section: "§4.3 GET /projects/{projectId}/glossary",
    rule: "a line has all of its fields",
    async run({ call, createProject, languages }) {
      const projectId = await createProject("line-dubbing");
      const line = { word: "Dubyard", languageId: languages[1], pronounceAs: "dub yard" };
      const made = await call("POST", `/local/projects/${projectId}/glossary`, line);
      if (made.status !== 201)
        throw new NotChecked("this service does not support writing a glossary");
      const listed = await call("GET", `/projects/${projectId}/glossary`);
      const [found] = parseResponse(listed, 200, z.array(glossaryLine).length(1));
      expectEqual(
        [found?.word, found?.languageId, found?.pronounceAs, found?.caseSensitive],
        ["Dubyard", languages[1], "dub yard", false],
      );
    },
  },
];
