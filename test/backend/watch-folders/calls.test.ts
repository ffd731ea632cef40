/** The calls of watch folders, in the whole backend. */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { memoryVault, writeMediaFile } from "../../helpers/backend";
import { useUploadHarness } from "../../helpers/upload-harness";

const harness = useUploadHarness();
const source = () => path.join(harness.folder, "source");
const settings = () => ({
  sourcePath: source(),
  targetFolder: "in/",
  include: ["*.wav"],
  exclude: [],
  quietMs: 0,
  onConflict: "ask" as const,
});
const list = () => harness.test.handlers.watchFolders.list({ workspaceId: harness.workspaceId });
const add = (more: object = {}) =>
  harness.test.handlers.watchFolders.add({
    workspaceId: harness.workspaceId,
    ...settings(),
    ...more,
  });
const uploaded = (name: string) =>
  harness.test.waitUntil(
    async () =>
      (await harness.listUploads()).some((one) => one.name === name && one.state === "done")
        ? true
        : null,
    name,
  );

it("uploads from a watch folder, also after a restart", async () => {
  await writeMediaFile(source(), "a.wav", 1000);
  // The credentials are available after the restart.
  const vault = memoryVault();
  await harness.test.stop();
  await harness.start({ vault });
  const { workspaceId } = harness;
  expect(await list()).toEqual([]);
  const { id } = await add();
  await uploaded("a.wav");
  expect(await list()).toMatchObject([{ ...settings(), id, isPaused: false }]);
  await harness.test.stop();
  await writeMediaFile(source(), "b.wav", 1000);
  await harness.start({ vault });
  harness.workspaceId = workspaceId;
  await uploaded("b.wav");
  expect(await harness.listUploads()).toHaveLength(2);
});

it("removes the watch folders of a workspace with it", async () => {
  await mkdir(source());
  await add();
  await harness.test.handlers.workspaces.remove({
    workspaceId: harness.workspaceId,
  });
  expect(await list()).toEqual([]);
});

it("rejects a folder that the user has not chosen", async () => {
  await expect(Promise.resolve().then(() => add({ sourcePath: "/" }))).rejects.toMatchObject({
    code: "path-not-approved",
  });
  expect(await list()).toEqual([]);
});

it("rejects a workspace that does not exist", async () => {
  await expect(Promise.resolve().then(() => add({ workspaceId: "none" }))).rejects.toMatchObject({
    code: "not-found",
  });
});
