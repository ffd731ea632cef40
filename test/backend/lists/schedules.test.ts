/** Due dates and notes, stored by the service or on this computer. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { databaseFile } from "../../../main/backend/compose";
import { openDatabase } from "../../../main/common/database/database";
import { migrations } from "../../../main/common/database/migrations";
import { connectWorkspace } from "../../helpers/backend";
import { startHostileService } from "../../helpers/hostile-service";
import { useResourcesHarness } from "../../helpers/resources-harness";

const harness = useResourcesHarness();
const schedules = () => harness.test.handlers.schedules;

it("a local service stores due dates and notes of projects and batches, without a change of their age", async () => {
  const { workspaceId } = harness;
  const { projectId, batchId } = await harness.createCasting("Season");
  const of = { workspaceId, projectId };
  const before = (await harness.projects()).projects[0]?.updatedAt;
  await schedules().change({ ...of, batchId: null, change: { note: "Pilot first" } });
  await schedules().change({ ...of, batchId, change: { dueOn: "2027-03-31" } });
  // The other value stays.
  const changed = await schedules().change({
    ...of,
    batchId,
    change: { note: "Two voices are ill" },
  });
  expect(changed.before).toEqual({ dueOn: "2027-03-31", note: "" });
  await harness.read({ kind: "projects" });
  expect(await schedules().list({ workspaceId })).toMatchObject({
    isStoredHere: false,
    schedules: [
      { projectId, batchId: null, dueOn: null, note: "Pilot first", projectName: "Season" },
      { projectId, batchId, dueOn: "2027-03-31", note: "Two voices are ill", isDone: false },
    ],
  });
  expect((await harness.projects()).projects[0]?.updatedAt).toBe(before);
  for (const dueOn of ["2027-02-30", "31.3.2027"])
    await expect(schedules().change({ ...of, batchId, change: { dueOn } })).rejects.toMatchObject({
      code: "invalid-input",
    });
  await expect(
    schedules().change({ ...of, batchId: "none", change: { note: "x" } }),
  ).rejects.toMatchObject({ code: "not-found" });
  await schedules().change({ ...of, batchId, change: { dueOn: null, note: "" } });
  expect((await schedules().list({ workspaceId })).schedules).toHaveLength(1);
});

it("the progress file has a row for all: batches, languages that no batch has, and projects without batches", async () => {
  const { workspaceId } = harness;
  const { projectId, batchId } = await harness.createCasting("Season");
  await harness.createProject("Later");
  await harness.test.handlers.projects.addLanguages({
    workspaceId,
    projectId,
    languages: ["es-es"],
  });
  const change = { dueOn: "2027-03-31", note: "Pilot first" };
  await schedules().change({ workspaceId, projectId, batchId, change });
  harness.chosenFile = path.join(harness.folder, "Progress.csv");
  await harness.test.handlers.overview.saveProgress({ workspaceId });
  const rows = (await readFile(harness.chosenFile, "utf8"))
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((row) => row.split(",").slice(0, 6).join(","));
  expect(rows.map((row) => row.replace(/,(casting|pending),/, ",…,"))).toEqual([
    "Later,,fr-fr,,,",
    "Season,One,fr-fr,…,2027-03-31,Pilot first",
    "Season,,es-es,,,",
  ]);
});

it("a change reads no list: the service responds with the values until then, for the undo", async () => {
  const service = await startHostileService();
  service.respondTo("GET /local", { body: { version: 1, extensions: ["schedules"] } });
  const before = { dueOn: "2027-03-01", note: "Early" };
  service.respondTo("PUT /local/batches/b/schedule", {
    body: { projectId: "p", batchId: "b", dueOn: null, note: "Early", before },
  });
  try {
    const workspaceId = await connectWorkspace(harness.test, service.baseUrl, service);
    await harness.test.waitUntil(async () => {
      const all = await harness.test.handlers.workspaces.list(undefined);
      const connected = all.find(({ id }) => id === workspaceId);
      return connected?.extensions.includes("schedules") ? true : null;
    }, "the announcement of the service");
    const change = { dueOn: null };
    expect(
      await schedules().change({ workspaceId, projectId: "p", batchId: "b", change }),
    ).toMatchObject({ dueOn: null, before });
    expect(service.count("GET", "/local/schedules")).toBe(0);
  } finally {
    await service.close();
  }
});

it("those of a service that stores none are stored on this computer, survive a restart, and go with the workspace", async () => {
  const service = await startHostileService();
  const project = { id: "p", name: "Season", type: "line-dubbing", status: "active" };
  service.respondTo("GET /projects", { body: [project] });
  try {
    const workspaceId = await connectWorkspace(harness.test, service.baseUrl, service);
    const list = { kind: "projects" } as const;
    await harness.test.handlers.lists.refresh({ workspaceId, list });
    const change = { dueOn: "2027-03-31", note: "Pilot first" };
    await schedules().change({ workspaceId, projectId: "p", batchId: null, change });
    await harness.test.stop();
    harness.start();
    expect(await schedules().list({ workspaceId })).toEqual({
      isStoredHere: true,
      schedules: [
        {
          projectId: "p",
          batchId: null,
          ...change,
          projectName: "Season",
          name: "",
          isDone: false,
        },
      ],
    });
    await harness.test.handlers.workspaces.remove({ workspaceId });
    await harness.test.stop();
    const db = openDatabase(databaseFile(path.join(harness.folder, "profile")), migrations);
    expect(db.all("SELECT * FROM schedules")).toEqual([]);
    db.close();
    harness.start();
  } finally {
    await service.close();
  }
});
