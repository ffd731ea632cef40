/**
 * Rules of what comes of scripts: characters, their voices, and glossaries (§2.7, §2.8, §4.3). The interface has no
 * call that uploads a script or writes a glossary: both are tried where a service has the local workspace's own.
 */
import { z } from "zod";
import { empty, NotChecked, refused, same, shaped, type Context, type Rule } from "./rules";
import { batch, character, createdBatch, glossaryLine, voice } from "./schemas";

const patienceMs = 30_000;
const everyMs = 50;

/** A project with a batch that two characters speak in, once they are known. */
async function castOf(context: Context) {
  const { call, languages } = context;
  const scriptPath = await context.newScript(
    "script.csv",
    `Character,Text_${languages[1].toUpperCase()}\nAda,One\nBob,Two\nAda,Three\n`,
  );
  const projectId = await context.newProject("audio-production");
  const name = context.fresh("batch");
  const made = await call("POST", `/projects/${projectId}/batches`, { name, scriptPath });
  const { id } = shaped(made, 201, createdBatch);
  const at = `/projects/${projectId}/characters`;
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const characters = shaped(await call("GET", at), 200, z.array(character));
    const read = shaped(await call("GET", `/batches/${id}`), 200, batch);
    if (characters.length === 2 && read.status !== "ingesting")
      return { at, batchId: id, characters, projectId };
    if (Date.now() > deadline)
      throw new NotChecked(`not read in time: ${read.status}, ${read.message}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

export const castRules: Rule[] = [
  {
    section: "§4.3 GET /projects/{projectId}/characters",
    rule: "each name of a script is one character, without a voice at first",
    async run(context) {
      const { characters } = await castOf(context);
      same(characters.map(({ name }) => name).sort(), ["Ada", "Bob"]);
      for (const { voice: given } of characters)
        same(given, { name: "", gender: "", voiceTag: "", description: "" });
    },
  },
  {
    section: "§4.3 POST /projects/{projectId}/characters/{characterId}",
    rule: "a voice of the list is assigned, shown, and may be another one later",
    async run(context) {
      const { call, model } = context;
      const listed = await call("GET", `/voices?model=${encodeURIComponent(model)}`);
      const [first, second] = shaped(listed, 200, z.array(voice).min(2));
      const { at, characters } = await castOf(context);
      const [one, other] = characters;
      for (const chosen of [first, second]) {
        empty(await call("POST", `${at}/${one?.id}`, { voice: chosen?.name }));
        const found = shaped(await call("GET", at), 200, z.array(character));
        const now = found.find(({ id }) => id === one?.id);
        same([now?.voice.name, now?.voice.gender], [chosen?.name, chosen?.gender]);
        same(found.find(({ id }) => id === other?.id)?.voice.name, "");
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
      refused(await call("POST", `${at}/${id}`, { voice: "no-such voice" }), 404);
      const listed = await call("GET", `/voices?model=${encodeURIComponent(model)}`);
      const [known] = shaped(listed, 200, z.array(voice).min(1));
      const elsewhere = `/projects/${await context.newProject("audio-production")}/characters`;
      refused(await call("POST", `${elsewhere}/${id}`, { voice: known?.name }), 404);
    },
  },
  {
    section: "§2.3 Batch",
    rule: "casting is completed once every character has a voice",
    async run(context) {
      const { call, model } = context;
      const { at, batchId, characters } = await castOf(context);
      const listed = await call("GET", `/voices?model=${encodeURIComponent(model)}`);
      const [known] = shaped(listed, 200, z.array(voice).min(1));
      const isCompleted = async () =>
        shaped(await call("GET", `/batches/${batchId}`), 200, batch).isCastingCompleted;
      same(await isCompleted(), false);
      for (const { id } of characters)
        empty(await call("POST", `${at}/${id}`, { voice: known?.name }));
      same(await isCompleted(), true);
    },
  },
  {
    section: "§4.3 GET /projects/{projectId}/glossary",
    rule: "a line has all of its fields",
    async run({ call, newProject, languages }) {
      const projectId = await newProject("line-dubbing");
      const line = { word: "Dubyard", languageId: languages[1], pronounceAs: "dub yard" };
      const made = await call("POST", `/local/projects/${projectId}/glossary`, line);
      if (made.status !== 201) throw new NotChecked("no glossary can be written here");
      const listed = await call("GET", `/projects/${projectId}/glossary`);
      const [found] = shaped(listed, 200, z.array(glossaryLine).length(1));
      same(
        [found?.word, found?.languageId, found?.pronounceAs, found?.caseSensitive],
        ["Dubyard", languages[1], "dub yard", false],
      );
    },
  },
];
