/** Files that change, move or disappear during their upload. */
import { appendFile, chmod, open, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { useUploadHarness, bigSize, partsOfBig } from "../../helpers/upload-harness";

const harness = useUploadHarness();
const {
  big,
  small,
  expectDone,
  blockPart,
  acceptedParts,
  startUploads,
  waitForUploads,
  listUploads,
} = harness;

describe("a file", () => {
  it("that changes during its upload fails, and a retry uploads its new content", async () => {
    const file = await big();
    const blocked = blockPart(2);
    await startUploads([file]);
    await blocked;
    await appendFile(file, "more");
    const [upload] = await waitForUploads();
    expect(upload).toMatchObject({ state: "failed", problem: { code: "file-changed" } });
    expect(
      (await harness.test.handlers.gallery.refresh({ workspaceId: harness.workspaceId })).added,
    ).toBe(0);
    await harness.test.handlers.uploads.retry({ ids: [upload!.id] });
    await expectDone("big.mov");
  });

  it("that is replaced with the same size and time is recognised by its inode", async () => {
    const file = await big();
    const blocked = blockPart(2);
    await startUploads([file]);
    await blocked;
    const before = new Date(1_600_000_000_000);
    await rm(file);
    await writeFile(file, Buffer.alloc(bigSize, 1));
    await utimes(file, before, before);
    const [upload] = await waitForUploads();
    expect(upload).toMatchObject({ state: "failed", problem: { code: "file-changed" } });
  });

  /** Writes into the file in place and restores its mtime, as rsync -t and media tools do. */
  async function rewriteInPlace(file: string, at: number) {
    const { atime, mtime } = await stat(file);
    const handle = await open(file, "r+");
    await handle.write(Buffer.alloc(1_000, 7), 0, 1_000, at);
    await handle.close();
    await utimes(file, atime, mtime);
  }
  async function pauseAfterParts(count: number) {
    const all = { workspaceId: harness.workspaceId, filter: "all", search: "" } as const;
    await harness.test.waitUntil(
      async () => ((await listUploads())[0]!.doneParts === count ? true : null),
      "parts",
    );
    await harness.test.handlers.uploads.pause(all);
    return () => harness.test.handlers.uploads.resume(all);
  }
  async function bigWithWholeTime() {
    const file = await big();
    // A time that `utimes` can restore to the nanosecond.
    await utimes(file, 1_600_000_000, 1_600_000_000);
    return file;
  }

  it("that is rewritten in place with the same time while paused is sent again, with the reason", async () => {
    const file = await bigWithWholeTime();
    const blocked = blockPart(4);
    await startUploads([file]);
    await blocked;
    const resume = await pauseAfterParts(3);
    await rewriteInPlace(file, 1_000_000);
    await resume();
    await expectDone("big.mov");
    expect((await listUploads())[0]).toMatchObject({
      restartReason: "file-rewritten",
    });
    expect(acceptedParts()).toHaveLength(3 + partsOfBig);
  });

  it("that is rewritten in place with the same time during the PUT of a part is sent again", async () => {
    const file = await bigWithWholeTime();
    const blocked = blockPart(4);
    await startUploads([file]);
    await blocked;
    await rewriteInPlace(file, 6_000_000);
    await expectDone("big.mov");
    expect((await listUploads())[0]).toMatchObject({
      restartReason: "file-rewritten",
    });
  });

  it("that gets other permissions and is renamed back continues with the parts already sent", async () => {
    const file = await bigWithWholeTime();
    const blocked = blockPart(4);
    await startUploads([file]);
    await blocked;
    const resume = await pauseAfterParts(3);
    await chmod(file, 0o640);
    await rename(file, `${file}.x`);
    await rename(`${file}.x`, file);
    await resume();
    await expectDone("big.mov");
    expect((await listUploads())[0]).toMatchObject({ restartReason: null });
    expect(acceptedParts()).toHaveLength(partsOfBig);
  });

  it("that is deleted during its upload fails alone, and continues when it exists again", async () => {
    const file = await big();
    const blocked = blockPart(2);
    await startUploads([file, await small()]);
    await blocked;
    await rm(file);
    const uploads = await waitForUploads();
    expect(uploads.map(({ name, state, problem }) => [name, state, problem?.code])).toEqual([
      ["big.mov", "failed", "file-missing"],
      ["small.wav", "done", undefined],
    ]);
    await big();
    await harness.test.handlers.uploads.retry({
      workspaceId: harness.workspaceId,
      filter: "failed",
      search: "",
    });
    await expectDone("big.mov", "small.wav");
  });
});
