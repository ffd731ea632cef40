/**
 * Languages added to a batch through the outbox, with target scripts from disk: real HTTP, files
 * and database.
 */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { LanguagesRequest } from "../../../preload/contract/outbox";
import { scriptWorkerFile } from "../../helpers/programs";
import { bodyOf, waitForIngestion, uploadScript, type Json } from "../../helpers/local-workspace";
import { csvScript, startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";

let harness: OutboxHarness;
let projectId: string;
let batchId: string;
beforeEach(async () => {
  harness = await startOutboxHarness(scriptWorkerFile);
  const { client } = harness.service;
  projectId = await harness.project("audio-production");
  const scriptPath = await uploadScript(client, "source.csv", csvScript(2));
  const body = { name: "One", scriptPath };
  const made = bodyOf(await client.call("POST", `/projects/${projectId}/batches`, body), 201);
  batchId = String(made.id);
  await waitForIngestion(client, batchId);
  // In the application, the window has synced the catalogue before a language is chosen.
  await harness.test.handlers.lists.refresh({
    workspaceId: harness.workspaceId,
    list: { kind: "languages" },
  });
});
afterEach(() => harness.remove());

type Language = LanguagesRequest["languages"][number];
const file = (path: string) => ({ kind: "file", path }) as const;
const add = async (languages: Partial<Language>[], replaces: number | null = null) => {
  const { id } = await harness.test.handlers.outbox.addLanguages({
    workspaceId: harness.workspaceId,
    projectId,
    replaces,
    request: {
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
  return id;
};
const calls = () =>
  harness.proxy.requests.filter(
    ({ method, path, serviceStatus }) =>
      method === "POST" && /\/batches\/[^/]+\/languages$/.test(path) && serviceStatus > 0,
  );
const textsOf = async (languageId: string) => {
  const at = `/local/batches/${batchId}/lines?limit=100`;
  const { lines } = bodyOf<{ lines: { texts: Record<string, string> }[] }>(
    await harness.service.client.get(at),
  );
  return lines.map(({ texts }) => texts[languageId]);
};
/** Waits until the target script of a language was read. */
const statusOf = (languageId: string, status: string) =>
  harness.test.waitUntil(async () => {
    const batch = bodyOf<{ translations: Json[] }>(
      await harness.service.client.get(`/batches/${batchId}`),
    );
    const found = batch.translations.find((one) => one["languageId"] === languageId);
    return found?.["status"] === status ? true : null;
  }, `${languageId} to be ${status}`);
const waitsForNetwork = (id: number) =>
  harness.test.waitUntil(async () => {
    const entry = await harness.entry(id);
    return entry.waitsFor.network ? true : null;
  }, "waiting for the network");
const srt = (...texts: string[]) =>
  texts.map((text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\n${text}`).join("\n\n");

it("uploads and sends target scripts, an .srt with its speaker separator", async () => {
  const german = await harness.file(
    "one.de.csv",
    csvScript(2, "DE-DE").replaceAll("Bonjour", "Tag"),
  );
  const spanish = await harness.file("one.es.srt", srt("Anna - Hola", "Anna - Adios"));
  const id = await add([
    { languageId: "de-de", script: file(german) },
    { languageId: "es-es", script: file(spanish), speakerSeparator: " - " },
    { languageId: "it-it" },
  ]);
  expect(await harness.waitForState(id, "sent")).toMatchObject({
    kind: "languages",
    resultId: batchId,
  });
  await statusOf("es-es", "ready");
  await statusOf("de-de", "ready");
  expect(await textsOf("de-de")).toEqual(["Tag 0", "Tag 1"]);
  expect(await textsOf("es-es")).toEqual(["Hola", "Adios"]);
  const { languages } = await harness.test.handlers.projects.languages({
    workspaceId: harness.workspaceId,
    projectId,
  });
  expect(languages.map(({ languageId }) => languageId)).toEqual(
    expect.arrayContaining(["de-de", "es-es", "it-it"]),
  );
});

it("rejects invalid languages at once, with each field", async () => {
  const french = await harness.file("fr.csv", csvScript(2));
  await expect(
    add([
      { languageId: "de-de", script: file(french) },
      { languageId: "es-es", script: { kind: "location", location: "scripts/es.csv" } },
      { languageId: "it-it", script: file(`${harness.folder}/it.srt`) },
      { languageId: "it-it", script: file(await harness.file("a.mov", "x")) },
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
  expect(await harness.entries()).toEqual([]);
});

it("a request waits for the network, also after a restart, and can be changed meanwhile", async () => {
  await harness.proxy.refuseConnections();
  const script = file(await harness.file("de.csv", csvScript(2, "DE-DE")));
  const id = await add([{ script }]);
  await waitsForNetwork(id);
  const stored = await harness.test.handlers.outbox.request({
    workspaceId: harness.workspaceId,
    entryId: id,
  });
  expect(stored).toMatchObject({ request: null, languages: { batchId, languages: [{ script }] } });
  const spanish = file(await harness.file("es.csv", csvScript(2, "ES-ES")));
  expect(await add([{ languageId: "es-es", script: spanish }], id)).toBe(id);
  await harness.restart();
  await harness.proxy.acceptConnections();
  harness.test.network.change(true);
  await harness.waitForState(id, "sent");
  await statusOf("es-es", "ready");
  expect(calls()).toHaveLength(1);
});

it("a request is sent once if its response is lost: the languages of the batch confirm the delivery", async () => {
  void harness.proxy.injectFault({
    method: "POST",
    path: /\/languages$/,
    fault: { kind: "drop-response" },
    times: 1,
  });
  const script = file(await harness.file("de.csv", csvScript(2, "DE-DE")));
  const id = await add([{ script }, { languageId: "es-es" }]);
  await harness.waitForState(id, "sent");
  expect(calls()).toHaveLength(1);
  // A request that did not reach the service is sent again.
  void harness.proxy.injectFault({
    method: "POST",
    path: /\/languages$/,
    fault: { kind: "reset", afterBytes: 0 },
    times: 1,
  });
  const other = await add([{ languageId: "it-it" }]);
  await harness.waitForState(other, "sent");
  expect(calls()).toHaveLength(2);
});

it("a request is rejected with the field if a script becomes invalid before it is sent", async () => {
  await harness.proxy.refuseConnections();
  const path = await harness.file("de.csv", csvScript(2, "DE-DE"));
  const id = await add([{ script: file(path) }]);
  await waitsForNetwork(id);
  await harness.file("de.csv", csvScript(3, "FR-FR"));
  await harness.proxy.acceptConnections();
  harness.test.network.change(true);
  expect(await harness.waitForState(id, "refused")).toMatchObject({
    fields: [{ field: "languages[0].scriptPath", message: "no-text-in-language" }],
  });
  expect(calls()).toEqual([]);
});

it("creates a batch with scripts of several languages", async () => {
  const texts = (...lines: string[]) => harness.file(`${lines[0]}.srt`, srt(...lines));
  const request = {
    name: "Two",
    script: file(await texts("Bonjour", "Salut")),
    video: { kind: "none" as const },
    languageCode: "fr-fr",
    settings: {},
    targets: [
      { languageId: "de-de", script: file(await texts("Hallo", "Tschüss")), speakerSeparator: "" },
    ],
  };
  const { workspaceId } = harness;
  const { handlers } = harness.test;
  const invalid = { ...request, targets: [{ ...request.targets[0], languageId: "xx-xx" }] };
  const content = { workspaceId, projectId, targetFolder: "" };
  await expect(
    handlers.outbox.add({ ...content, request: invalid as typeof request }),
  ).rejects.toMatchObject({ details: [{ field: "languages[0].languageId" }] });
  await handlers.outbox.add({ ...content, request });
  const sent = await harness.test.waitUntil(async () => {
    const list = { workspaceId, projectId, filter: "sent" as const, offset: 0, limit: 10 };
    const { entries } = await harness.test.handlers.outbox.list(list);
    return entries.length === 2 ? entries : null;
  }, "the batch and its languages to be sent");
  expect(sent.map(({ kind }) => kind).sort()).toEqual(["batch", "languages"]);
  expect(new Set(sent.map(({ resultId }) => resultId)).size).toBe(1);
  batchId = sent[0]?.resultId ?? "";
  await statusOf("de-de", "ready");
  expect(await textsOf("fr-fr")).toEqual(["Bonjour", "Salut"]);
  expect(await textsOf("de-de")).toEqual(["Hallo", "Tschüss"]);
  expect(calls()).toHaveLength(1);
});
