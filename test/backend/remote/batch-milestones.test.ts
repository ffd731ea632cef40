/** Notifications about batches, and the polling of lists that leads to them. */
import { describe, expect, it } from "vitest";
import {
  batchList,
  useHostileHarness,
  batch,
  projectId,
  route,
} from "../../helpers/hostile-harness";

const harness = useHostileHarness();
const { read, batches, names, respondWithBatches } = harness;

describe("the end of a batch", () => {
  it("is notified once per run, also after a restart, and only if the batch was seen running", async () => {
    respondWithBatches(batch("a"), batch("old", { completionPercentage: 100 }), batch("bad"));
    await read();
    expect(harness.milestones).toEqual([]);
    respondWithBatches(
      batch("a", { translations: [{ languageId: "fr-fr", isCompleted: true }] }),
      batch("old", { completionPercentage: 100 }),
      batch("bad", { status: "Aborted" }),
      batch("new", { completionPercentage: 100 }),
    );
    await read();
    expect(harness.milestones.map(({ batchId, group }) => [batchId, group])).toEqual([
      ["a", "done"],
      ["bad", "failed"],
    ]);
    expect(harness.milestones[0]).toEqual({
      workspaceId: harness.workspaceId,
      projectId,
      batchId: "a",
      name: "a",
      group: "done",
      route: { screen: "batch", projectId, batchId: "a" },
    });
    const done = [batch("a", { completionPercentage: 100 }), batch("bad", { status: "Failed" })];
    respondWithBatches(...done);
    await read();
    await harness.test.stop();
    harness.start();
    await read();
    expect(harness.milestones).toHaveLength(2);
    // Another language, another attempt: both run again, and end again.
    respondWithBatches(batch("a", { status: "Casting", isCastingCompleted: false }), batch("bad"));
    await read();
    await harness.test.stop();
    harness.start();
    respondWithBatches(...done);
    await read();
    await read();
    expect(harness.milestones.slice(2).map(({ batchId, group }) => [batchId, group])).toEqual([
      ["a", "needs-attention"],
      ["a", "done"],
      ["bad", "failed"],
    ]);
  });
});

describe("a batch that needs attention", () => {
  const casting = { status: "casting", isCastingCompleted: false };
  it("is notified of once per transition, also after a restart", async () => {
    respondWithBatches(batch("a"), batch("there", casting));
    await read();
    respondWithBatches(batch("a", casting), batch("there", casting), batch("new", casting));
    await read();
    await read();
    await harness.test.stop();
    harness.start();
    respondWithBatches(
      batch("a", { ...casting, message: "1 character left" }),
      batch("there", casting),
    );
    await read();
    expect(harness.milestones.map(({ batchId, group }) => [batchId, group])).toEqual([
      ["a", "needs-attention"],
    ]);
    // Running, then waiting again: another transition. An idle batch does not need attention.
    respondWithBatches(batch("a"), batch("there", { status: "ready" }));
    await read();
    respondWithBatches(batch("a", casting), batch("there", { status: "ready" }));
    await read();
    expect(harness.milestones.map(({ batchId }) => batchId)).toEqual(["a", "a"]);
    respondWithBatches(batch("there", { completionPercentage: 100 }));
    await read();
    expect(harness.milestones.at(-1)).toMatchObject({ batchId: "there", group: "done" });
  });
});

describe("an idle batch", () => {
  it("is counted as idle, with the message of the service, and is not polled as running", async () => {
    await harness.test.stop();
    // Nothing is on screen: only lists with work in progress are polled.
    const timing = { pollMinMs: 10, pollMaxMs: 20, staleAfterMs: 10 };
    harness.start({
      timing,
      visibility: { isVisible: () => false, onChange: () => () => undefined },
    });
    const project = (id: string) => ({ id, name: id, status: "active", type: "line-dubbing" });
    harness.service.respondTo("GET /projects", { body: [project("p1"), project("p2")] });
    const message = "Ready. This workspace does not produce audio";
    const translations = [{ languageId: "fr-fr", isCompleted: false, status: "ready" }];
    respondWithBatches(batch("idle", { status: "ready", message, translations }));
    harness.service.respondTo("GET /projects/p2/batches", {
      body: [batch("runs", { projectId: "p2" })],
    });
    await read({ kind: "projects" });
    await read();
    await read({ kind: "batches", projectId: "p2" });
    const before = harness.service.count("GET", "/projects/p1/batches");
    const polled = harness.service.count("GET", "/projects/p2/batches");
    await harness.test.waitUntil(
      () => (harness.service.count("GET", "/projects/p2/batches") >= polled + 5 ? true : null),
      "polls of the running batch",
    );
    expect(harness.service.count("GET", "/projects/p1/batches")).toBe(before);
    expect(await batches({ filter: "idle" })).toMatchObject({
      batches: [{ id: "idle", group: "idle", message }],
      counts: { all: 1, running: 0, "needs-attention": 0, failed: 0, idle: 1, done: 0 },
    });
    expect(
      await harness.test.handlers.overview.get({ workspaceId: harness.workspaceId }),
    ).toMatchObject({
      counts: { running: 1, idle: 1 },
      running: [{ id: "runs" }],
      idle: [{ id: "idle", projectName: "p1" }],
    });
  });
});

describe("polling", () => {
  const timing = { pollMinMs: 20, pollMaxMs: 120, staleAfterMs: 10 };
  it("syncs lists on screen, respects Retry-After, and notifies of the end of a batch", async () => {
    await harness.test.stop();
    harness.start({
      timing,
      visibility: { isVisible: () => true, onChange: () => () => undefined },
    });
    let rejectedAt = 0;
    let repeatedAt = 0;
    harness.service.respondTo(route, ({ at }) => {
      if (rejectedAt === 0) {
        rejectedAt = at;
        return { status: 429, headers: { "retry-after": "3" } };
      }
      repeatedAt ||= at;
      return { body: [batch("a")] };
    });
    await harness.test.handlers.lists.show({
      workspaceId: harness.workspaceId,
      lists: [batchList],
    });
    await harness.test.waitUntil(
      async () => ((await names()).length > 0 ? true : null),
      "the list",
    );
    expect(repeatedAt - rejectedAt).toBeGreaterThanOrEqual(2_900);
    respondWithBatches(batch("a", { completionPercentage: 100 }));
    await harness.test.waitUntil(
      () => (harness.milestones.length > 0 ? true : null),
      "the notification",
    );
    expect(harness.milestones).toMatchObject([{ batchId: "a", group: "done" }]);
  });
});
