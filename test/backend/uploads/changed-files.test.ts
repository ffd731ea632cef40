/** Files that change, move or disappear during their upload. */
import {
  appendFile,
  chmod,
  open,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { useUploadHarness, bigSize, multipart, partsOfBig } from "../../helpers/upload-harness";
import { long } from "../../long";

const harness = useUploadHarness();
const {
  big,
  small,
  expectDone,
  blockPart,
  acceptedParts,
  countOf,
  startUploads,
  waitForUploads,
  listUploads,
} = harness;

describe("a file", () => {
  it("that grows during its upload waits until it is quiet, and is then sent as a whole", async () => {
    const file = await big();
    const blocked = blockPart(2);
    await startUploads([file]);
    await blocked;
    await appendFile(file, "more");
    const waiting = await harness.test.waitUntil(async () => {
      const [upload] = await listUploads();
      return upload?.problem ? upload : null;
    }, "the wait");
    expect(waiting).toMatchObject({ state: "queued", problem: { code: "file-growing" } });
    await appendFile(file, "more");
    await expectDone("big.mov");
    expect((await listUploads())[0]).toMatchObject({
      size: bigSize + 8,
      restartReason: "file-changed",
    });
    expect(countOf("POST", multipart, /"complete"/)).toBe(1);
  });

  it("that is truncated while a part is sent is sent again only if the user wants that", async () => {
    const file = await big();
    const blocked = blockPart(2);
    await startUploads([file]);
    await blocked;
    await truncate(file, 6_000_000);
    const [upload] = await waitForUploads();
    expect(upload).toMatchObject({
      state: "failed",
      size: bigSize,
      problem: { code: "file-truncated" },
    });
    expect(countOf("POST", multipart, /"complete"/)).toBe(0);
    await harness.test.handlers.uploads.retry({ ids: [upload!.id] });
    await expectDone("big.mov");
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

  it(
    "that is rewritten in place with the same time while paused is sent again, with the reason",
    long,
    async () => {
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
    },
  );

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

  /** Puts these bytes in place of the file, with its time and another inode. */
  async function replace(file: string, bytes: Buffer) {
    const { atime, mtime } = await stat(file);
    await writeFile(`${file}.new`, bytes);
    await utimes(`${file}.new`, atime, mtime);
    await rename(`${file}.new`, file);
  }

  it("whose drive is connected again, with other inodes, continues with the parts already sent", async () => {
    const file = await bigWithWholeTime();
    const blocked = blockPart(4);
    await startUploads([file]);
    await blocked;
    const resume = await pauseAfterParts(3);
    await replace(file, await readFile(file));
    await resume();
    await expectDone("big.mov");
    expect((await listUploads())[0]).toMatchObject({ restartReason: null });
    expect(acceptedParts()).toHaveLength(partsOfBig);
  });

  it("whose drive is connected again while a part is sent keeps this part", long, async () => {
    const file = await bigWithWholeTime();
    const blocked = blockPart(2);
    await startUploads([file]);
    await blocked;
    await replace(file, await readFile(file));
    await expectDone("big.mov");
    expect((await listUploads())[0]).toMatchObject({ restartReason: null });
    expect(acceptedParts()).toHaveLength(partsOfBig);
  });

  it("that is replaced with the same size and time is recognised by its content, and sent again", async () => {
    const file = await bigWithWholeTime();
    const blocked = blockPart(4);
    await startUploads([file]);
    await blocked;
    const resume = await pauseAfterParts(3);
    await replace(file, Buffer.alloc(bigSize, 1));
    await resume();
    await expectDone("big.mov");
    expect((await listUploads())[0]).toMatchObject({ restartReason: "file-rewritten" });
    expect(acceptedParts()).toHaveLength(3 + partsOfBig);
  });

  it(
    "that gets other permissions and is renamed back continues with the parts already sent",
    long,
    async () => {
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
    },
  );

  it(
    "that is deleted during its upload fails alone, and continues without the user when it is back",
    long,
    async () => {
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
      await harness.test.waitUntil(
        async () => ((await listUploads()).every(({ state }) => state === "done") ? true : null),
        "the file that is back",
      );
      await expectDone("big.mov", "small.wav");
    },
  );
});
