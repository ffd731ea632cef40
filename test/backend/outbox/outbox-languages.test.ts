/** Languages added to a batch through the outbox, with target scripts from disk: real HTTP, files and database. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { LanguagesRequest } from "../../../preload/contract/outbox";
import { scriptWorkerFile } from "../../helpers/programs";
import { bodyOf, waitForIngestion, uploadScript, type Json } from "../../helpers/local-workspace";
import { csvScript, startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";

let here: OutboxHarness;
let projectId: string;
let batchId: string;
beforeEach(async () => {
  here = await startOutboxHarness(scriptWorkerFile);
  const { client } = here.service;
  projectId = await here.project("audio-production");
  const scriptPath = await uploadScript(client, "source.csv", csvScript(2));
  const body = { name: "One", scriptPath };
  const made = bodyOf(await client.call("POST", `/projects/${projectId}/batches`, body), 201);
  batchId = String(made.id);
  await waitForIngestion(client, batchId);
  // In the application the window has read the catalogue before a language is chosen.
  await here.test.handlers.lists.refresh({
    workspaceId: here.workspaceId,
    list: { kind: "languages" },
  });
});
afterEach(() => here.remove());

type Language = LanguagesRequest["languages"][number];
const file = (path: string) => ({ kind: "file", path }) as const;
const add = async (languages: Partial<Language>[], replaces: number | null = null) => {
  const { entryId } = await here.test.handlers.outbox.addLanguages({
    workspaceId: here.workspaceId,
    projectId,
    replaces,
    order: {
      batchId,
      batchName: "One",
      languages: languages.map((one) => ({
        languageId: "de-de",
        script: { kind: "none" },
        speakerSeparator: "",
        ...one,
      })),
    },
  });
  return entryId;
};
const calls = () =>
  here.proxy.requests.filter(
    ({ method, path, serviceStatus }) =>
      method === "POST" && /\/batches\/[^/]+\/languages$/.test(path) && serviceStatus > 0,
  );
const textsOf = async (languageId: string) => {
  const at = `/local/batches/${batchId}/lines?limit=100`;
  const { lines } = bodyOf<{ lines: { texts: Record<string, string> }[] }>(
    await here.service.client.get(at),
  );
  return lines.map(({ texts }) => texts[languageId]);
};
/** Waits until the target script of a language was read. */
const statusOf = (languageId: string, status: string) =>
  here.test.waitUntil(async () => {
    const batch = bodyOf<{ translations: Json[] }>(
      await here.service.client.get(`/batches/${batchId}`),
    );
    const found = batch.translations.find((one) => one["languageId"] === languageId);
    return found?.["status"] === status ? true : null;
  }, `${languageId} to be ${status}`);
const waitsForNetwork = (id: number) =>
  here.test.waitUntil(async () => {
    const entry = await here.entry(id);
    return entry.waitsFor.network ? true : null;
  }, "the wait for the network");
const srt = (...texts: string[]) =>
  texts.map((text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\n${text}`).join("\n\n");

it("uploads and sends target scripts, an .srt with its speaker separator", async () => {
  const german = await here.file("one.de.csv", csvScript(2, "DE-DE").replaceAll("Bonjour", "Tag"));
  const spanish = await here.file("one.es.srt", srt("Anna - Hola", "Anna - Adios"));
  const id = await add([
    { languageId: "de-de", script: file(german) },
    { languageId: "es-es", script: file(spanish), speakerSeparator: " - " },
    { languageId: "it-it" },
  ]);
  expect(await here.waitForState(id, "sent")).toMatchObject({
    kind: "languages",
    resultId: batchId,
  });
  await statusOf("es-es", "ready");
  await statusOf("de-de", "ready");
  expect(await textsOf("de-de")).toEqual(["Tag 0", "Tag 1"]);
  expect(await textsOf("es-es")).toEqual(["Hola", "Adios"]);
  const { languages } = await here.test.handlers.projects.languages({
    workspaceId: here.workspaceId,
    projectId,
  });
  expect(languages.map(({ languageId }) => languageId)).toEqual(
    expect.arrayContaining(["de-de", "es-es", "it-it"]),
  );
});

it("rejects invalid languages at once, with each field", async () => {
  const french = await here.file("fr.csv", csvScript(2));
  await expect(
    add([
      { languageId: "de-de", script: file(french) },
      { languageId: "es-es", script: { kind: "location", location: "scripts/es.csv" } },
      { languageId: "it-it", script: file(`${here.folder}/it.srt`) },
      { languageId: "it-it", script: file(await here.file("a.mov", "x")) },
      { languageId: "xx-xx", speakerSeparator: "x".repeat(21) },
    ]),
  ).rejects.toMatchObject({
    code: "invalid-input",
    details: [
      { field: "languages[4].languageId", message: "not-a-language" },
      { field: "languages[0].scriptPath", message: "no-text-in-language" },
      { field: "languages[1].scriptPath", message: "not-a-url" },
      { field: "languages[2].scriptPath", message: "file-missing" },
      { field: "languages[3].languageId", message: "duplicate" },
      { field: "languages[3].scriptPath", message: "not-a-script" },
      { field: "languages[4].speakerSeparator", message: "out-of-range" },
    ],
  });
  expect(await here.entries()).toEqual([]);
});

it("waits for the network, also after a restart, and can be changed while it waits", async () => {
  await here.proxy.refuseConnections();
  const script = file(await here.file("de.csv", csvScript(2, "DE-DE")));
  const id = await add([{ script }]);
  await waitsForNetwork(id);
  const stored = await here.test.handlers.outbox.order({
    workspaceId: here.workspaceId,
    entryId: id,
  });
  expect(stored).toMatchObject({ order: null, languages: { batchId, languages: [{ script }] } });
  const spanish = file(await here.file("es.csv", csvScript(2, "ES-ES")));
  expect(await add([{ languageId: "es-es", script: spanish }], id)).toBe(id);
  await here.restart();
  await here.proxy.acceptConnections();
  here.test.network.change(true);
  await here.waitForState(id, "sent");
  await statusOf("es-es", "ready");
  expect(calls()).toHaveLength(1);
});

it("is sent once when its response is lost: the batch shows the delivery", async () => {
  void here.proxy.injectFault({
    method: "POST",
    path: /\/languages$/,
    fault: { kind: "lose-answer" },
    times: 1,
  });
  const script = file(await here.file("de.csv", csvScript(2, "DE-DE")));
  const id = await add([{ script }, { languageId: "es-es" }]);
  await here.waitForState(id, "sent");
  expect(calls()).toHaveLength(1);
  // A request that did not reach the service is sent again.
  void here.proxy.injectFault({
    method: "POST",
    path: /\/languages$/,
    fault: { kind: "reset", afterBytes: 0 },
    times: 1,
  });
  const other = await add([{ languageId: "it-it" }]);
  await here.waitForState(other, "sent");
  expect(calls()).toHaveLength(2);
});

it("is refused with the field when a script becomes invalid before it is sent", async () => {
  await here.proxy.refuseConnections();
  const path = await here.file("de.csv", csvScript(2, "DE-DE"));
  const id = await add([{ script: file(path) }]);
  await waitsForNetwork(id);
  await here.file("de.csv", csvScript(3, "FR-FR"));
  await here.proxy.acceptConnections();
  here.test.network.change(true);
  expect(await here.waitForState(id, "refused")).toMatchObject({
    fields: [{ field: "languages[0].scriptPath", message: "no-text-in-language" }],
  });
  expect(calls()).toEqual([]);
});
