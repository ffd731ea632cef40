/** Following a bulk request by its id on another computer. */
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  connectWorkspace,
  memoryVault,
  startBackend,
  type TestBackend,
} from "../../helpers/backend";
import { scriptWorkerFile } from "../../helpers/programs";
import { csvScript, startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";
import { outboxTiming } from "../../helpers/outbox-timing";

let harness: OutboxHarness;
let elsewhere: TestBackend;
let workspaceId: string;
const vault = memoryVault(true);
const startElsewhere = () =>
  startBackend(path.join(harness.folder, "elsewhere"), {
    vault,
    timing: outboxTiming,
  });
beforeEach(async () => {
  harness = await startOutboxHarness(scriptWorkerFile);
  elsewhere = startElsewhere();
  workspaceId = await connectWorkspace(elsewhere, harness.proxy.baseUrl, harness.service.address());
});
afterEach(async () => {
  await elsewhere.stop();
  await harness.remove();
});

const bulk = () => elsewhere.handlers.bulk;

/** Starts a request of some rows; resolves to its id. */
async function startRequest(projectId: string, names: readonly string[]): Promise<string> {
  const handlers = harness.test.handlers.bulk;
  const at = { workspaceId: harness.workspaceId };
  const script = await harness.file("lines.csv", csvScript());
  const { id: draftId } = await handlers.createDraft({ ...at, projectId, name: "Season 1" });
  const rows = names.map((name, index) => ({
    id: index + 1,
    name,
    video: "",
    script,
    language: "",
    settings: {},
  }));
  await handlers.saveRows({ ...at, draftId, rows, order: null });
  const { entryId } = await handlers.start({ ...at, draftId, rowIds: null });
  return (await harness.waitForState(entryId, "sent")).resultId;
}

it("lists the rows of the request and polls it until it is over, also after a restart", async () => {
  const projectId = await harness.project("audio-production");
  const names = ["Ep 1", "Ep 2", "Ep 3"];
  const requestId = await startRequest(projectId, names);
  const followed = { workspaceId, projectId, requestId };
  expect(await bulk().follow(followed)).toEqual({ projectId, isNew: true });
  const listed = async () => (await bulk().requests({ workspaceId, projectId }))[0] ?? null;
  expect(await listed()).toMatchObject({ requestId, name: requestId, isSentHere: false });

  const ended = () =>
    elsewhere.waitUntil(async () => {
      const now = await listed();
      return now?.counts.done === 3 && now.progress === 100 ? now : null;
    }, "the request's end");
  expect(await ended()).toMatchObject({ rowCount: 3, progress: 100, problem: null });
  const page = { filter: "all", offset: 0, limit: 10 } as const;
  const { rows } = await bulk().requestRows({ ...followed, ...page });
  expect(rows.map(({ name }) => name)).toEqual(names);
  const batchIds = (await harness.batches(projectId)).map(({ id }) => id);
  expect(rows.map(({ id }) => id).sort()).toEqual([...batchIds].sort());

  await elsewhere.stop();
  elsewhere = startElsewhere();
  expect(await listed()).toMatchObject({ requestId, isSentHere: false, counts: { done: 3 } });
  // The full rows are stored only on the computer where the request was started.
  await expect(bulk().retryFailed(followed)).rejects.toMatchObject({ code: "invalid-input" });
});

it("rejects an unknown request or another project with the field, and stores nothing", async () => {
  const projectId = await harness.project("audio-production");
  const otherId = await harness.project("media-dubbing");
  const requestId = await startRequest(projectId, ["Ep 1"]);
  await expect.poll(() => harness.batches(projectId)).toHaveLength(1);
  const rejection = (field: string, message: string) => ({
    code: "invalid-input",
    details: [{ field, message }],
  });
  await expect(
    bulk().follow({ workspaceId, projectId, requestId: "00000000-0000-4000-8000-000000000000" }),
  ).rejects.toMatchObject(rejection("requestId", "no-such-request"));
  await expect(
    bulk().follow({ workspaceId, projectId, requestId: "../../projects" }),
  ).rejects.toMatchObject(rejection("requestId", "no-such-request"));
  await expect(bulk().follow({ workspaceId, projectId: otherId, requestId })).rejects.toMatchObject(
    rejection("projectId", "other-project"),
  );
  await expect(bulk().follow({ workspaceId, projectId: "none", requestId })).rejects.toMatchObject({
    code: "not-found",
  });
  for (const project of [projectId, otherId])
    expect(await bulk().requests({ workspaceId, projectId: project })).toEqual([]);
});

it("preserves the project of the first call", async () => {
  const projectId = await harness.project("audio-production");
  const otherId = await harness.project("media-dubbing");
  const requestId = await startRequest(projectId, ["Ep 1"]);
  expect(await bulk().follow({ workspaceId, projectId, requestId })).toMatchObject({ isNew: true });
  expect(await bulk().follow({ workspaceId, projectId: otherId, requestId })).toEqual({
    projectId,
    isNew: false,
  });
  expect(await bulk().requests({ workspaceId, projectId })).toHaveLength(1);
  // On the computer where it was started, it is stored with its rows.
  const sent = harness.test.handlers.bulk;
  const where = { workspaceId: harness.workspaceId, projectId, requestId };
  expect(await sent.follow(where)).toEqual({ projectId, isNew: false });
  expect(await sent.requests(where)).toMatchObject([{ name: "Season 1", isSentHere: true }]);
});
