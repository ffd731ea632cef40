/** Exports of lines that change while they are read. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { readLines } from "../../../main/local-service/delivery/snapshot-lines";
import { everyLine } from "../../../preload/facts/review";
import type { DubSubject } from "../../../main/local-service/rows/dubs/dub-port";
import type { LocalStore } from "../../../main/local-service/rows/port";
import { openSqliteStore } from "../../../main/local-service/rows/sqlite";
import { castByName, waitForDub } from "../../helpers/dub-material";
import { createDubbedBatch, dubbedLanguage as languageId, planOf } from "../../helpers/exports";
import { startLocalService, type RunningLocalService } from "../../helpers/local-service";
import { bodyOf, createBatch, createProject, uploadScript } from "../../helpers/local-workspace";
import { scriptWorkerFile } from "../../helpers/programs";
import { startSpokenEngine } from "../../helpers/spoken-engine";

const request = { languages: [languageId], parts: ["takes"], preset: "online" };
const options = {
  scriptWorkerFile,
  startEngine: () => startSpokenEngine(),
  allowPrivateUrls: true,
  durations: { comparisonWaitMs: 500 },
};
let local: RunningLocalService;
beforeAll(async () => {
  local = await startLocalService(options);
});
afterAll(() => local.remove());

it("has the takes of changed voices and of a changed glossary", async () => {
  const batch = await createDubbedBatch(local.client);
  const { projectId } = bodyOf<{ projectId: string }>(await local.client.get(`/batches/${batch}`));
  const withoutTake = async () => {
    const [missing] = (await planOf(local.client, batch, request)).missing;
    return missing?.["withoutTake"];
  };
  expect(await withoutTake()).toEqual([]);
  const word = {
    word: "captain",
    languageId,
    phonemization: "",
    phonemizationLanguageId: "",
    pronounceAs: "kapten",
    pronunciationLanguageId: "",
    caseSensitive: false,
  };
  bodyOf(await local.client.post(`/local/projects/${projectId}/glossary`, word), 201);
  expect(await withoutTake()).toEqual([4]);
  const at = `/projects/${projectId}/characters`;
  const characters = bodyOf<{ id: string; name: string }[]>(await local.client.get(at));
  const { id = "" } = characters.find(({ name }) => name === "ANNA") ?? {};
  bodyOf(await local.client.post(`${at}/${id}`, { voice: "Kelvin" }), 204);
  expect(await withoutTake()).toEqual([1, 3, 4]);
});

it("is refused for as long as its takes are to be compared", async () => {
  // The source audio exists, but its length cannot be read: only HEAD is answered.
  const server = http.createServer(({ method }, response) => {
    if (method === "HEAD") response.writeHead(200, { "content-type": "audio/wav" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { client, remove } = await startLocalService(options);
  onTestFinished(remove);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/1.wav`;
  const project = await createProject(client, { targetLanguages: ["es-es"] });
  const content = `ID,Character,Text_ES-ES,Source_Audio\n1,ANNA,Hola.,${url}\n`;
  const scriptPath = await uploadScript(client, "lines.csv", content);
  const { id } = await createBatch(client, project, { scriptPath });
  await castByName(client, project, { ANNA: "Brandon" });
  const at = `/local/batches/${String(id)}/exports/plan`;
  const { status, text } = await client.post(at, {
    ...request,
    languages: ["es-es"],
  });
  expect([status, text]).toEqual([409, expect.stringContaining("being compared")]);
});

describe("the lines of a language", () => {
  let store: LocalStore;
  let dub: DubSubject;
  const all = { hasAllTakes: true, naming: "number" } as const;
  /** Reads the lines; `change` runs after the takes were read, and before the lines. */
  const readDuring = (change: () => Promise<unknown>) =>
    readLines(
      {
        store: {
          ...store,
          async listComments(...query) {
            await change();
            return store.listComments(...query);
          },
        },
      },
      dub,
      all,
    );

  beforeAll(async () => {
    const batchId = await createDubbedBatch(local.client);
    const takes = { languageId, lines: [1], count: 1 };
    bodyOf(await local.client.post(`/local/batches/${batchId}/takes`, takes), 201);
    await waitForDub(() => local.client, batchId);
    await local.close();
    store = openSqliteStore(local.dataDir);
    dub = (await store.findDub(batchId, languageId))!;
  });
  afterAll(() => store.close());

  it("have the chosen take to which their state belongs", async () => {
    const [first] = (
      await store.listReview(dub, { ...everyLine, characterId: null }, { offset: 0, limit: 1 })
    ).lines;
    expect(first).toMatchObject({ takes: 2, state: "ready" });
    const { key, variant } = first!.chosen!;
    const other = 1 - variant;
    const decisionKey = `${key}:${variant}:${first!.offsetMs}`;
    const approval = { decision: "approved", decisionKey } as const;
    const approved = await store.changeReview(
      dub,
      { number: 1, revision: first!.revision },
      approval,
      0,
    );
    const read = await readDuring(() =>
      store.changeReview(
        dub,
        { number: 1, revision: approved!.revision },
        { chosenVariant: other },
        0,
      ),
    );
    expect(read?.lines[0]).toMatchObject({
      state: "ready",
      takes: [
        { variant: 0, isChosen: other === 0 },
        { variant: 1, isChosen: other === 1 },
      ],
    });
  });

  it("are read again if a take was made meanwhile", async () => {
    const line = { number: 2, variant: 0, key: "another text", text: "", fit: "auto" as const };
    const read = await readDuring(async () => {
      await store.planTakes(null, dub, { takes: [line], after: 1, to: 2 }, {});
    });
    expect(read).toBeNull();
    expect(await readLines({ store }, dub, all)).not.toBeNull();
  });
});
