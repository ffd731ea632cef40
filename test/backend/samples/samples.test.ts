/**
 * The sample project: added to a real service and dubbed there, removed without a trace, and added
 * again.
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { DubsStatus } from "../../../preload/local-service/dubs";
import { everyLine } from "../../../preload/facts/review";
import {
  connectWorkspace,
  memoryVault,
  startBackend,
  temporaryFolder,
  type TestBackend,
} from "../../helpers/backend";
import { startKilledService, type KilledService } from "../../helpers/killed-service";
import { waitForDub } from "../../helpers/dub-material";
import { bodyOf } from "../../helpers/local-workspace";
import { long } from "../../long";

const sampleVideo = path.resolve(import.meta.dirname, "../../../resources/sample/harbour.mp4");

const vault = memoryVault(true);
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: KilledService;
let test: TestBackend;
let workspaceId = "";

const start = (video?: string) =>
  startBackend(path.join(folder.path, "profile"), { sampleVideo: video, vault });
beforeEach(async () => {
  folder = await temporaryFolder();
  service = await startKilledService();
  test = start(sampleVideo);
  workspaceId = await connectWorkspace(test, service.address.baseUrl, service.address);
});
afterEach(async () => {
  await test.stop();
  await service.remove();
  await folder.remove();
});

const samples = () => test.handlers.samples;
const projects = async () =>
  bodyOf<{ name: string }[]>(await service.client.get("/projects?type=media-dubbing"));

it("is added once, with lines that have times and two characters in two languages", async () => {
  expect(await samples().find({ workspaceId })).toBeNull();
  const sample = await samples().add({ workspaceId });
  expect(await samples().add({ workspaceId })).toEqual(sample);
  expect(await samples().find({ workspaceId })).toEqual(sample);
  expect(await projects()).toMatchObject([{ name: "Sample - The harbour" }]);
  expect(await service.client.files()).toContain("Sample - The harbour/The harbour.mp4");
  const { batchId, languageIds } = sample;
  expect(languageIds).toEqual(["fr-fr", "es-es"]);
  const linesIn = async (languageId: string) => {
    const { projectId } = sample;
    const page = { offset: 0, limit: 100, filter: everyLine };
    return test.handlers.review.list({ workspaceId, projectId, batchId, languageId, ...page });
  };
  for (const languageId of languageIds) {
    const spoken = async () =>
      (await linesIn(languageId)).lines.filter(({ target }) => target !== "").length;
    await expect.poll(spoken).toBe(12);
    const { lines } = await linesIn(languageId);
    expect(lines[0]).toMatchObject({
      character: "Anna",
      source: "Where were you last night?",
      startMs: 1_600,
      endMs: 5_200,
    });
    expect(new Set(lines.map(({ character }) => character))).toEqual(new Set(["Anna", "Bob"]));
  }
  const { dubs } = bodyOf<DubsStatus>(await service.client.get(`/local/batches/${batchId}/dubs`));
  expect(dubs.map(({ languageId }) => languageId).sort()).toEqual(["es-es", "fr-fr"]);
});

it("is dubbed in both languages, and removed with all results", long, async () => {
  const sample = await samples().add({ workspaceId });
  await waitForDub(() => service.client, sample.batchId);
  const files = await service.client.files();
  for (const language of ["FR-FR", "ES-ES"])
    expect(files).toContain(
      `Dubs/Sample - The harbour/The harbour/${language}/The harbour_${language}.mp4`,
    );
  await samples().remove({ workspaceId });
  expect(await service.client.files()).toEqual([]);
});

it(
  "is removed with its video, and added again under a name whose folders are free",
  long,
  async () => {
    const first = await samples().add({ workspaceId });
    await samples().remove({ workspaceId });
    expect(await samples().find({ workspaceId })).toBeNull();
    expect(await projects()).toEqual([]);
    expect(await service.client.files()).toEqual([]);
    // Removing twice is no error.
    await samples().remove({ workspaceId });
    await service.client.upload("Dubs/SAMPLE - The harbour/own.wav", Buffer.from("own file"));
    const second = await samples().add({ workspaceId });
    expect(second.projectId).not.toBe(first.projectId);
    expect(await projects()).toMatchObject([{ name: "Sample 2 - The harbour" }]);
    await samples().remove({ workspaceId });
    expect(await service.client.files()).toEqual(["Dubs/SAMPLE - The harbour/own.wav"]);
  },
);

it("is added again if the user deleted its project", long, async () => {
  const first = await samples().add({ workspaceId });
  bodyOf(await service.client.call("DELETE", `/projects/${first.projectId}`), 204);
  const second = await samples().add({ workspaceId });
  expect(second.projectId).not.toBe(first.projectId);
  expect(await projects()).toHaveLength(1);
});

it("leaves nothing after a failure", async () => {
  await test.stop();
  test = start(path.join(folder.path, "missing.mp4"));
  await expect(samples().add({ workspaceId })).rejects.toThrow(/ENOENT/);
  expect(await samples().find({ workspaceId })).toBeNull();
  expect(await projects()).toEqual([]);
  await writeFile(path.join(folder.path, "missing.mp4"), "now present");
  await samples().add({ workspaceId });
  expect(await projects()).toHaveLength(1);
});
