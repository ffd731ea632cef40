/**
 * Ten thousand batches in a project: queries are fast, and a sync does not block the event loop.
 */
import path from "node:path";
import { expect, it } from "vitest";
import { connectWorkspace, startBackend, temporaryFolder } from "../../helpers/backend";
import { longestTurn } from "../../helpers/event-loop";
import { long } from "../../long";
import { startHostileService } from "../../helpers/hostile-service";

const count = 10_000;
const languages = ["fr-fr", "de-de", "es-es", "it-it", "pt-br"];
const batch = (index: number, message: string) => ({
  id: `batch-${index}`,
  projectId: "p",
  name: `Episode ${index}`,
  status: ["inferring", "casting", "FAILED", "COMPLETED"][index % 4],
  message,
  completionPercentage: index % 100,
  translations: languages.map((languageId) => ({
    languageId,
    isCompleted: index % 4 === 3,
    status: "pending",
  })),
  isCastingCompleted: index % 4 !== 1,
  updatedAt: new Date(1.7e12 + ((index * 7919) % count) * 1000).toISOString(),
});

it("responds quickly and does not block the event loop during a sync", long, async () => {
  const folder = await temporaryFolder();
  const service = await startHostileService();
  const test = startBackend(path.join(folder.path, "profile"));
  const workspaceId = await connectWorkspace(test, service.baseUrl, service);
  const bodyOf = (message: string) =>
    Buffer.from(JSON.stringify(Array.from({ length: count }, (_, index) => batch(index, message))));
  let body = bodyOf("first");
  service.respondTo("GET /projects/p/batches", () => ({ body }));
  const read = () =>
    test.handlers.lists.refresh({ workspaceId, list: { kind: "batches", projectId: "p" } });
  const delays: Record<string, number> = {};
  for (const what of ["first", "same", "other"]) {
    if (what === "other") body = bodyOf(what);
    delays[what] = await longestTurn(async () => read());
  }
  const measureQuery = (fields: object) =>
    test.handlers.batches.list({
      workspaceId,
      projectId: "p",
      filter: "all",
      search: "",
      sort: "name",
      offset: 0,
      limit: 50,
      ...fields,
    });
  const first = await measureQuery({});
  expect(first.batches.slice(0, 3).map(({ name }) => name)).toEqual([
    "Episode 0",
    "Episode 1",
    "Episode 2",
  ]);
  expect(first.counts).toEqual({
    all: count,
    running: count / 4,
    "needs-attention": count / 4,
    idle: 0,
    failed: count / 4,
    done: count / 4,
  });
  expect((await measureQuery({ sort: "-updated" })).batches[0]!.updatedAt).toBe(
    1.7e12 + (count - 1) * 1000,
  );
  expect((await measureQuery({ search: "episode 77" })).total).toBe(280);
  expect((await measureQuery({ filter: "failed", offset: 2490 })).batches).toHaveLength(10);

  const startedAt = process.cpuUsage();
  let queryTimes = 0;
  for (const sort of ["name", "-name", "status", "-progress", "updated", "created"])
    for (const fields of [{}, { offset: 9000 }, { filter: "failed" }, { search: "77" }]) {
      await measureQuery({ sort, ...fields });
      queryTimes += 1;
    }
  const { user, system } = process.cpuUsage(startedAt);
  await test.stop();
  await service.close();
  await folder.remove();
  // Measured without other load: 2 to 10 ms for a query.
  expect((user + system) / 1000 / queryTimes).toBeLessThan(40);
  for (const [what, delay] of Object.entries(delays)) expect(delay, what).toBeLessThan(200);
});
