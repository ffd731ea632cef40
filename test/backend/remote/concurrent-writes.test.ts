/** Writes during a sync, with lost responses, and to many items. */
import { describe, expect, it } from "vitest";
import { createBatch } from "../../helpers/backend";
import { useHostileHarness, batch, projectId, route } from "../../helpers/hostile-harness";

const harness = useHostileHarness();
const { read, batches, names, respondWithBatches } = harness;

describe("a write", () => {
  it("during a sync is not undone by its older data", async () => {
    respondWithBatches(batch("a"), batch("b"));
    await read();
    let release: () => void = () => undefined;
    const blocked = new Promise<void>((resolve) => (release = resolve));
    const serviceBatches = [batch("a"), batch("b"), batch("c")];
    let responses = 0;
    harness.service.respondTo(route, async () => {
      const body = [...serviceBatches];
      // The response of the active sync contains the state at its beginning.
      if ((responses += 1) === 1) await blocked;
      return { body };
    });
    harness.service.respondTo("POST /batches/delete", { status: 204 });
    harness.service.respondTo("GET /projects/p1", { body: { id: "p1", type: "audio-production" } });
    harness.service.respondTo("POST /projects/p1/batches", { status: 201, body: batch("new") });
    const reading = read();
    await harness.test.waitUntil(
      () => (harness.service.activeRequests > 0 ? true : null),
      "the sync",
    );
    await harness.test.handlers.batches.delete({
      workspaceId: harness.workspaceId,
      projectId,
      batchIds: ["a"],
    });
    const fields = { name: "new", scriptPath: "https://scripts.example/a.csv" };
    await createBatch(
      harness.test,
      { workspaceId: harness.workspaceId, projectId },
      { ...fields, settings: { automaticInference: undefined } },
    );
    expect(await names()).toEqual(["b", "new"]);
    serviceBatches.splice(0, 1);
    serviceBatches.push(batch("new"));
    const samples = new Set<string>();
    const sampling = setInterval(() => void names().then((all) => samples.add(all.join())), 5);
    release();
    await reading;
    await harness.test.waitUntil(
      async () => ((await names()).join() === "b,c,new" ? true : null),
      "the list",
    );
    clearInterval(sampling);
    for (const shown of samples) expect(shown).not.toMatch(/\ba\b/);
    for (const shown of samples) expect(shown).toMatch(/new/);
    const created = harness.service.requests.find(
      ({ path: at, method }) => method === "POST" && at.endsWith("p1/batches"),
    );
    expect(JSON.parse(created!.body)).toEqual(fields);
  });

  it("is sent once if its response is lost, and the result is read from the service", async () => {
    harness.service.respondTo("GET /projects/p1", { body: { id: "p1", type: "audio-production" } });
    harness.service.respondTo("POST /projects/p1/batches", { pieces: ["{"], isReset: true });
    const posts = () => harness.service.count("POST", "/projects/p1/batches");
    harness.service.respondTo(route, () => ({ body: posts() === 0 ? [] : [batch("made")] }));
    await expect(
      createBatch(
        harness.test,
        { workspaceId: harness.workspaceId, projectId },
        { name: "made", scriptPath: "https://scripts.example/a.csv" },
      ),
    ).rejects.toThrow("waiting");
    await harness.test.waitUntil(
      async () => ((await names()).length > 0 ? true : null),
      "the batch",
    );
    expect(posts()).toBe(1);
  });

  it("of many items is sent in chunks, and the items of a rejected chunk remain", async () => {
    const ids = Array.from({ length: 2_500 }, (_, index) => `b${index}`);
    respondWithBatches(...ids.map((id) => batch(id)));
    await read();
    const chunkSizes: number[] = [];
    harness.service.respondTo("POST /batches/delete", ({ body }) => {
      chunkSizes.push((JSON.parse(body) as { batchIds: string[] }).batchIds.length);
      return chunkSizes.length < 3
        ? { status: 204 }
        : { status: 400, body: { message: "batchIds: no" } };
    });
    const remaining = ids.slice(2000).map((id) => batch(id));
    respondWithBatches(...remaining);
    await expect(
      harness.test.handlers.batches.delete({
        workspaceId: harness.workspaceId,
        projectId,
        batchIds: ids,
      }),
    ).rejects.toMatchObject({
      code: "invalid-input",
      details: [{ field: "batchIds", message: "no" }],
    });
    expect(chunkSizes).toEqual([1000, 1000, 500]);
    expect((await batches()).total).toBe(500);
  });

  it("of several items has a result for each, with limited concurrency", async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `p${index}`);
    for (const id of ids)
      harness.service.respondTo(`DELETE /projects/${id}`, {
        status: id === "p7" ? 400 : 204,
        delayMs: 5,
      });
    harness.service.respondTo("GET /projects", { body: [] });
    const outcomes = await harness.test.handlers.projects.delete({
      workspaceId: harness.workspaceId,
      projectIds: ids,
    });
    expect(outcomes.map(({ id }) => id)).toEqual(ids);
    expect(outcomes.filter(({ problem }) => problem !== null)).toMatchObject([{ id: "p7" }]);
    expect(harness.service.maxActiveRequests).toBeLessThanOrEqual(4);
  });
});
