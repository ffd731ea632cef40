/** The wall clock changes while the response to a pending request is lost: the request is sent exactly once. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { scriptWorkerFile } from "../../helpers/programs";
import { csvScript, startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";
import { outboxTiming } from "../../helpers/outbox-timing";
import { clockChanges, controlWallClock } from "../../helpers/wall-clock";

let here: OutboxHarness;
let clock: ReturnType<typeof controlWallClock>;
beforeEach(async () => {
  clock = controlWallClock();
  here = await startOutboxHarness(scriptWorkerFile);
});
afterEach(async () => {
  await here.remove();
  vi.restoreAllMocks();
});

const create = { method: "POST", path: /\/batches$/ } as const;
const isCreated = () =>
  here.proxy.requests.some(
    ({ method, path, serviceStatus }) =>
      method === "POST" && create.path.test(path) && serviceStatus >= 200 && serviceStatus < 300,
  );
const listsRead = () =>
  here.proxy.requests.filter(({ method, path }) => method === "GET" && /\/batches$/.test(path))
    .length;
/** The token of the test's own client is of the time before. */
async function expectOne(projectId: string) {
  clock.set(0);
  expect(await here.batches(projectId)).toHaveLength(1);
}
async function addRequest(projectId: string) {
  const path = await here.file("a.csv", csvScript());
  return here.add(projectId, { script: { kind: "file", path } });
}

describe.each(clockChanges)("the clock set %s", (_name, offset) => {
  it("does not send a delivered request again that is listed late", async () => {
    // Longer than the test takes on a busy computer.
    await here.restart({ timing: { ...outboxTiming, lostBatchMs: 30_000 } });
    const project = await here.project("audio-production");
    void here.proxy.injectFault({ ...create, fault: { kind: "lose-answer" }, times: 1 });
    const empty = { "content-type": "application/json" };
    const id = await addRequest(project);
    await here.test.waitUntil(() => (isCreated() ? true : null), "the batch");
    void here.proxy.injectFault({
      method: "GET",
      path: /\/batches$/,
      fault: { kind: "answer", status: 200, headers: empty, body: "[]" },
      times: Infinity,
    });
    const before = listsRead();
    clock.set(offset);
    await here.test.waitUntil(() => (listsRead() > before ? true : null), "a read of the list");
    here.proxy.clearFaults();
    await here.waitForState(id, "sent");
    await expectOne(project);
  });

  it("between two runs does not delay a request that was not delivered", async () => {
    const project = await here.project("audio-production");
    const lost = here.proxy.injectFault({
      ...create,
      fault: { kind: "reset", afterBytes: 0 },
      times: 1,
    });
    const id = await addRequest(project);
    await lost;
    await here.test.waitUntil(
      async () => ((await here.entry(id)).problem ? true : null),
      "the wait",
    );
    await here.test.stop();
    clock.set(offset);
    await here.restart();
    await here.waitForState(id, "sent");
    await expectOne(project);
  });
});
