/**
 * The wall clock changes while the response to a pending request is lost: the request is sent
 * exactly once.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { scriptWorkerFile } from "../../helpers/programs";
import { csvScript, startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";
import { outboxTiming } from "../../helpers/outbox-timing";
import { clockChanges, controlWallClock, moreClockChanges } from "../../helpers/wall-clock";
import { long } from "../../long";

let harness: OutboxHarness;
let clock: ReturnType<typeof controlWallClock>;
beforeEach(async () => {
  clock = controlWallClock();
  harness = await startOutboxHarness(scriptWorkerFile);
});
afterEach(async () => {
  await harness.remove();
  vi.restoreAllMocks();
});

const create = { method: "POST", path: /\/batches$/ } as const;
const isCreated = () =>
  harness.proxy.requests.some(
    ({ method, path, serviceStatus }) =>
      method === "POST" && create.path.test(path) && serviceStatus >= 200 && serviceStatus < 300,
  );
const listsRead = () =>
  harness.proxy.requests.filter(({ method, path }) => method === "GET" && /\/batches$/.test(path))
    .length;
/** The token of the test client was issued before the change. */
async function expectOne(projectId: string) {
  clock.set(0);
  expect(await harness.batches(projectId)).toHaveLength(1);
}
async function addRequest(projectId: string) {
  const path = await harness.file("a.csv", csvScript());
  return harness.add(projectId, { script: { kind: "file", path } });
}

describe.each(clockChanges)("the clock set %s", (_name, offset) => changeClock(offset));
describe.each(moreClockChanges)("the clock set %s", long, (_name, offset) => changeClock(offset));

function changeClock(offset: number): void {
  it("does not send a delivered request again if it is listed late", async () => {
    // Longer than the test takes on a busy computer.
    await harness.restart({ timing: { ...outboxTiming, reconcileBatchMs: 30_000 } });
    const project = await harness.project("audio-production");
    void harness.proxy.injectFault({ ...create, fault: { kind: "drop-response" }, times: 1 });
    const empty = { "content-type": "application/json" };
    const id = await addRequest(project);
    await harness.test.waitUntil(() => (isCreated() ? true : null), "the batch");
    void harness.proxy.injectFault({
      method: "GET",
      path: /\/batches$/,
      fault: { kind: "respond", status: 200, headers: empty, body: "[]" },
      times: Infinity,
    });
    const before = listsRead();
    clock.set(offset);
    await harness.test.waitUntil(() => (listsRead() > before ? true : null), "a read of the list");
    harness.proxy.clearFaults();
    await harness.waitForState(id, "sent");
    await expectOne(project);
  });

  it("between two runs does not delay a request that was not delivered", async () => {
    const project = await harness.project("audio-production");
    const lostResponse = harness.proxy.injectFault({
      ...create,
      fault: { kind: "reset", afterBytes: 0 },
      times: 1,
    });
    const id = await addRequest(project);
    await lostResponse;
    await harness.test.waitUntil(
      async () => ((await harness.entry(id)).problem ? true : null),
      "the retry delay",
    );
    await harness.test.stop();
    clock.set(offset);
    await harness.restart();
    await harness.waitForState(id, "sent");
    await expectOne(project);
  });
}
