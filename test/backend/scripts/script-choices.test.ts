/**
 * The columns and the encoding that the user chose for scripts: remembered across restarts, and
 * used for checks, batches, target scripts and bulk rows. With a real service, files and database;
 * about 4 s.
 */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ColumnRole } from "../../../preload/facts/script-columns";
import { bodyOf, waitForIngestion } from "../../helpers/local-workspace";
import { startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";
import { scriptWorkerFile } from "../../helpers/programs";

let harness: OutboxHarness;
beforeEach(async () => {
  harness = await startOutboxHarness(scriptWorkerFile);
});
afterEach(() => harness.remove());

const list = (title: string) =>
  [
    title,
    "",
    "Nr;Wer;Fassung A;Fassung B",
    "7;Mara;Est-ce qu’il y a quelqu’un ?;Ist da jemand?",
    "8;Wirt;Rien que le vent.;Nur der Wind.",
  ].join("\n");
const roles: readonly ColumnRole[] = ["id", "character", "text:fr-fr", "text:de-de"];
const check = (path: string) =>
  harness.test.handlers.scripts.check({
    workspaceId: harness.workspaceId,
    path,
    projectType: "audio-production",
    languageCode: "",
    speakerSeparator: "",
  });
const viewOf = (path: string) =>
  harness.test.handlers.scripts.viewTable({ path, languageCode: "", place: null });

/** Assigns the columns as the window does. */
async function assign(path: string): Promise<void> {
  const { header, columns } = await viewOf(path);
  await harness.test.handlers.scripts.assignColumns({
    path,
    header,
    sheet: "",
    columns: Object.fromEntries(columns.map(({ key }, at) => [key, roles[at] ?? "ignore"])),
    frameRate: null,
  });
}

it("assigns columns once for a header: for checks, batches and bulk rows, also after a restart", async () => {
  const first = await harness.file("one.csv", list("The Lamp"));
  const before = await check(first);
  expect(before).toMatchObject({ columns: "uncertain", lineCount: 0 });
  expect(before.problems.map(({ code }) => code)).toContain("text-column-missing");
  await assign(first);
  expect(await check(first)).toMatchObject({
    columns: "assigned",
    counts: { errors: 0, warnings: 0 },
    languages: ["fr-fr", "de-de"],
    characters: [
      { name: "Mara", lines: 1 },
      { name: "Wirt", lines: 1 },
    ],
  });
  await harness.restart();
  const { test, workspaceId, service } = harness;
  const second = await harness.file("two.csv", list("The Storm"));
  expect(await check(second)).toMatchObject({ columns: "assigned", counts: { errors: 0 } });
  expect((await viewOf(second)).columns.map(({ role }) => role)).toEqual(roles);

  const projectId = await harness.project("audio-production", ["fr-fr", "de-de"]);
  const bulk = test.handlers.bulk;
  const { id: draftId } = await bulk.createDraft({ workspaceId, projectId, name: "Season" });
  const row = { id: 1, name: "Two", script: second, video: "", language: "", settings: {} };
  await bulk.saveRows({ workspaceId, draftId, rows: [row], order: null });
  const { issues } = await bulk.dryRun({ workspaceId, draftId });
  expect(issues.filter(({ severity }) => severity !== "note")).toEqual([]);

  const id = await harness.add(projectId, { script: { kind: "file", path: second } });
  const { resultId } = await harness.waitForState(id, "sent");
  await waitForIngestion(service.client, resultId);
  const { lines } = bodyOf<{ lines: Record<string, unknown>[] }>(
    await service.client.get(`/local/batches/${resultId}/lines?limit=100`),
  );
  expect(lines).toMatchObject([
    { character: "Mara", texts: { "de-de": "Ist da jemand?" } },
    { character: "Wirt", texts: { "fr-fr": "Rien que le vent.", "de-de": "Nur der Wind." } },
  ]);

  const { header } = await viewOf(second);
  await harness.test.handlers.scripts.forgetColumns({ path: second, header });
  expect(await check(second)).toMatchObject({ columns: "uncertain" });
});

it("reads and sends a file in the encoding that was chosen for it", async () => {
  const { test } = harness;
  const bytes = Buffer.from("Character,Text_FR-FR\nAnna,\xb3\xf3d\x9f\n", "latin1");
  const file = await harness.file("a.csv", bytes);
  const assumed = await check(file);
  expect(assumed.encoding).toMatchObject({ isChosen: false });
  await test.handlers.scripts.setEncoding({ path: file, encoding: "windows-1250" });
  expect((await check(file)).encoding).toEqual({
    name: "windows-1250",
    isChosen: true,
    words: ["łódź"],
  });
  const projectId = await harness.project("audio-production");
  const id = await harness.add(projectId, { script: { kind: "file", path: file } });
  const { resultId } = await harness.waitForState(id, "sent");
  await waitForIngestion(harness.service.client, resultId);
  const { lines } = bodyOf<{ lines: Record<string, unknown>[] }>(
    await harness.service.client.get(`/local/batches/${resultId}/lines?limit=100`),
  );
  expect(lines).toMatchObject([{ texts: { "fr-fr": "łódź" } }]);
  await test.handlers.scripts.setEncoding({ path: file, encoding: null });
  expect((await check(file)).encoding).toEqual(assumed.encoding);
});
