/** A workspace with rows in every table that is moved, and what must be equal after a move. */
import { expect, vi } from "vitest";
import { movedTables } from "../../main/local-service/rows/moved-tables";
import { createRemote, type Remote } from "../../main/remote/remote";
import type { MoveCalls } from "../../main/remote/extensions/move";
import { castByName, waitForDub } from "./dub-material";
import { bytesOf, type LocalClient, type RunningLocalService } from "./local-service";
import {
  bodyOf,
  createBatch,
  createProject,
  createUser,
  uploadScript,
  type Json,
} from "./local-workspace";
import { sha256Of } from "./packs";

export type MovedService = Pick<RunningLocalService, "client" | "exec" | "address">;

const language = "fr-fr";
const zeros = "0".repeat(64);

/** Fills a service that has an engine. Its takes and checks are made when this resolves. */
export async function fillWorkspace({ client, exec }: MovedService): Promise<void> {
  const userId = await createUser(client);
  const project = await createProject(client, {
    type: "audio-production",
    sourceLanguage: undefined,
    targetLanguages: [language, "de-de"],
  });
  const teamMembers = [{ userId, role: "project-owner" }];
  bodyOf(await client.post(`/projects/${project}/team`, { teamMembers }), 204);
  const word = { word: "Ü", languageId: language, pronounceAs: "y" };
  bodyOf(await client.post(`/local/projects/${project}/glossary`, word), 201);
  const content = `ID,Character,Text_FR-FR,Text_DE-DE\n1,ANNA,Salut.,Hallo.\n2,BOB,Ça va ?,Wie geht’s?\n3,ANNA,Un. Deux.,Eins. Zwei.\n`;
  const scriptPath = await uploadScript(client, "lines.csv", content);
  const { id } = await createBatch(client, project, { scriptPath });
  const batch = String(id);
  await castByName(client, project, { ANNA: "Amélie", BOB: "Amélie" });
  await waitForDub(() => client, batch);
  const members = [{ userId, languageId: language }];
  bodyOf(await client.post(`/batches/${batch}/assign-member`, { members }), 204);
  const at = `/local/batches/${batch}`;
  const decided = { revision: 0, decision: "approved", by: "Rosa" };
  bodyOf(await client.call("PUT", `${at}/lines/1/${language}`, decided));
  const comment = { languageId: language, number: 1, text: "Slower", by: "Rosa" };
  const { id: replyTo } = bodyOf(await client.post(`${at}/comments`, comment), 201);
  bodyOf(await client.post(`${at}/comments`, { ...comment, text: "Yes", replyTo }), 201);
  const { line } = bodyOf<{ line: Json }>(await client.get(`${at}/lines/3/${language}`));
  const edit = { kind: "split", number: 3, revision: line["revision"], textEnd: 3, atMs: null };
  bodyOf(await client.post(`${at}/line-edits`, { languageId: language, edit, by: "Rosa" }));
  // The checks of the new lines.
  const readPage = () => client.get(`${at}/review?languageId=${language}`);
  await vi.waitFor(async () => expect((await readPage()).text).toContain('"missing"'), {
    timeout: 60_000,
    interval: 50,
  });
  for (const [name, size] of [
    ["films/Épisode 1.mp4", 100_000],
    ["films/CON.mp4", 9],
    ["FILMS/a.mp4", 10],
    ["films/A.mp4", 11],
    ["empty.txt", 0],
  ] as const)
    bodyOf(await client.upload(name, bytesOf(size, size + 1)));
  const begun = await client.presign({ fileName: "two parts.mp4", partNumber: 1 });
  const parts = [];
  for (const [index, size] of [5 * 1024 ** 2, 7].entries())
    parts.push(
      (await client.part("two parts.mp4", begun.uploadId, index + 1, bytesOf(size, 3))).listed,
    );
  bodyOf(await client.complete("two parts.mp4", begun.uploadId, parts));
  await exec(`INSERT INTO character_voices (character_id, language_id, voice)
    SELECT id, 'de-de', 'Savannah' FROM characters WHERE name = 'ANNA'`);
  await exec(`INSERT INTO ignored_checks (batch_id, number, language_id, name, text, by, at)
    VALUES ('${batch}', 2, '${language}', 'too-fast', 'x', 'Rosa', 5)`);
  // As a delivery, a voice of an external engine and a silent take leave them.
  await exec("UPDATE takes SET loudness = -9e999 WHERE id = (SELECT max(id) FROM takes)");
  await exec(`INSERT INTO exports (id, batch_id, request, snapshot, folder, version, state, created_at, files, made)
    VALUES ('export-1', '${batch}', '{}', '{"lines":[]}', '/deliveries', 1, 'made', 5, 1, 1)`);
  await exec(`INSERT INTO export_files (export_id, position, path, state, bytes, sha256)
    VALUES ('export-1', 0, 'One/a.wav', 'made', 5, '${zeros}')`);
  await exec(`INSERT INTO external_engines (id, settings) VALUES ('voice', '{"kind":"command"}')`);
  await exec(`INSERT INTO delivery_presets (id, name, choices, revision) VALUES ('preset-1', 'Film', '{"parts":["mix"],
    "preset":"streaming","naming":"number","nameTemplate":"{id}","originalTrack":false,"mix":"stereo"}', 2)`);
}

/** A client of a service, which the caller closes. */
export function remoteOf({ address }: Pick<MovedService, "address">): Remote {
  return createRemote({
    connection: () => Promise.resolve({ ...address(), authScheme: "raw" }),
  });
}

const signal = new AbortController().signal;

async function objectsOf(move: MoveCalls): Promise<Json> {
  const hashes: Json = {};
  for (const { location } of (await move.listObjects("", signal)).objects) {
    const bytes = await move.readObject(location, signal);
    hashes[location] = sha256Of(bytes);
  }
  return hashes;
}

/** A response without what differs between services: the address, the rate, the first revision. */
function comparable(
  { revision: _revision, takesPerSecond: _rate, ...list }: Json,
  baseUrl: string,
) {
  return JSON.parse(JSON.stringify(list).replaceAll(baseUrl, "")) as Json;
}

/** The lists of a workspace, its rows by table, and the hashes of all of its bytes. */
export async function contentsOf(client: LocalClient, remote: Remote): Promise<Json> {
  const { move } = remote.extensions;
  const projects = bodyOf<{ id: string }[]>(await client.get("/projects?type=audio-production"));
  const paths = ["/users", "/media/files", "/local/statistics", "/local/scripts"];
  for (const { id } of projects) {
    paths.push(
      ...["", "/batches", "/characters", "/team", "/glossary"].map(
        (end) => `/projects/${id}${end}`,
      ),
    );
    const batches = bodyOf<{ id: string }[]>(await client.get(`/projects/${id}/batches`));
    for (const batch of batches) {
      const at = `/local/batches/${batch.id}`;
      paths.push(`/batches/${batch.id}`, `${at}/lines`, `${at}/comments`, `${at}/dubs`);
      paths.push(`${at}/takes/${language}`, `${at}/review?languageId=${language}`);
    }
  }
  const lists: Json = {};
  for (const at of paths)
    lists[at] = comparable({ ...bodyOf(await client.get(at)) }, client.baseUrl);
  const tables: Json = {};
  for (const name of movedTables) tables[name] = await move.hashTable(name, signal);
  const files: Json = {};
  for (const file of await client.files()) files[file] = await move.hashFile(file, signal);
  return { lists, tables, files, objects: await objectsOf(move) };
}

/** Every table has rows, so that none is equal because it is empty. */
export async function expectAllTables(move: MoveCalls, except: readonly string[] = []) {
  const { tables } = await move.state();
  expect(tables.filter(({ rows }) => rows === 0).map(({ name }) => name)).toEqual(except);
}
