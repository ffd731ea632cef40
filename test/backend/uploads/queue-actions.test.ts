/** Actions of the user on the upload queue: pause, resume, order, cancel, quit, bandwidth limit. */
import path from "node:path";
import { describe, expect, it } from "vitest";
import { useUploadHarness, bigSize, partsOfBig, mebibyte } from "../../helpers/upload-harness";
import type { UploadMove } from "../../../preload/model";
import { startBackend, testTiming } from "../../helpers/backend";
import { long } from "../../long";

const harness = useUploadHarness();
const {
  source,
  big,
  writeSource,
  expectDone,
  blockPart,
  acceptedParts,
  startUploads,
  listUploads,
} = harness;

describe("the queue", () => {
  it("pauses and resumes an upload without sending a finished part again", async () => {
    const blocked = blockPart(3);
    await startUploads([await big()]);
    await blocked;
    await harness.test.waitUntil(
      async () => ((await listUploads())[0]!.doneParts === 3 ? true : null),
      "three parts",
    );
    const all = { workspaceId: harness.workspaceId, filter: "all", search: "" } as const;
    await harness.test.handlers.uploads.pause(all);
    const [paused] = await listUploads();
    expect(paused!.state).toBe("paused");
    await harness.test.handlers.uploads.resume(all);
    await expectDone("big.mov");
    expect(acceptedParts()).toHaveLength(partsOfBig);
  });

  it("pauses and resumes repeatedly at any time, and completes all uploads", long, async () => {
    for (let index = 0; index < 12; index += 1) {
      await writeSource(`many/${index}.wav`, 50_000);
    }
    await writeSource("many/big.mov", bigSize);
    await startUploads([source("many")]);
    for (let round = 0; round < 20; round += 1) {
      await harness.test.handlers.uploads.setPaused({ isPaused: true });
      for (let step = 0; step < round % 7; step += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      await harness.test.handlers.uploads.setPaused({ isPaused: false });
      for (let step = 0; step < round % 11; step += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    await expectDone();
  });

  it("moves uploads in their order, and undoes that", async () => {
    await harness.test.handlers.uploads.setPaused({ isPaused: true });
    for (const name of ["a", "b", "c", "d"]) {
      await writeSource(`${name}.wav`, 1000);
    }
    await startUploads(["a", "b", "c", "d"].map((name) => source(`${name}.wav`)));
    const ids = new Map((await listUploads()).map(({ name, id }) => [name, id]));
    const order = async () => (await listUploads()).map(({ name }) => name[0]).join("");
    const { move, undoMove } = harness.test.handlers.uploads;
    const moved = async (names: string, to: UploadMove) => {
      const selection = { ids: Array.from(names, (name) => ids.get(`${name}.wav`)!) };
      return (await move({ selection, to })).moveId;
    };
    const first = await moved("db", "top");
    expect(await order()).toBe("bdac");
    const { workspaceId } = harness;
    const selection = { workspaceId, filter: "all", search: "c.wav" } as const;
    await move({ selection, to: "top" });
    expect(await order()).toBe("cbda");
    await moved("cb", "bottom");
    expect(await order()).toBe("dacb");
    await moved("cb", "up");
    expect(await order()).toBe("dcba");
    // Those at the end stay there.
    await moved("dca", "up");
    expect(await order()).toBe("dcab");
    const down = await moved("da", "down");
    expect(await order()).toBe("cdba");
    await undoMove({ moveId: down });
    expect(await order()).toBe("dcab");
    await undoMove({ moveId: down });
    await undoMove({ moveId: first });
    expect(await order()).toBe("abcd");
  });

  it("continues over new connections when the network changes", async () => {
    // Longer than the test: a stalled request does not end by its timeout.
    await harness.test.stop();
    await harness.start({ timing: { ...testTiming, stallMs: 600_000 } });
    const blocked = blockPart(2);
    await startUploads([await big()]);
    await blocked;
    harness.test.network.change(true);
    await expectDone("big.mov");
  });

  it("restores a cancelled upload", async () => {
    const blocked = blockPart(2);
    await startUploads([await big()]);
    await blocked;
    const [upload] = await listUploads();
    await harness.test.handlers.uploads.cancel({ ids: [upload!.id] });
    expect(await listUploads()).toEqual([]);
    await harness.test.handlers.uploads.restore({ ids: [upload!.id] });
    await expectDone("big.mov");
    expect(acceptedParts().filter((number) => number === 1)).toHaveLength(1);
  });

  it("continues after a restart with the finished parts", async () => {
    const blocked = blockPart(4);
    await startUploads([await big()]);
    await blocked;
    await harness.test.waitUntil(
      async () => ((await listUploads())[0]!.doneParts === 3 ? true : null),
      "three parts",
    );
    await harness.test.stop();
    // The secret was stored for the session only and is entered again.
    harness.test = startBackend(path.join(harness.folder, "profile"));
    const { clientId, clientSecret } = harness.service;
    await harness.test.handlers.workspaces.replaceSecret({
      workspaceId: harness.workspaceId,
      clientId,
      clientSecret,
      authScheme: "raw",
    });
    await expectDone("big.mov");
    expect(acceptedParts()).toHaveLength(partsOfBig);
  });

  it("limits the bandwidth", async () => {
    await harness.test.handlers.uploads.setSettings({
      maxConnections: 4,
      partSize: 0,
      bandwidthLimit: 2 * mebibyte,
    });
    await writeSource("slow.wav", 4 * mebibyte);
    const startTime = Date.now();
    await startUploads([source("slow.wav")]);
    await expectDone("slow.wav");
    expect(Date.now() - startTime).toBeGreaterThan(1_500);
  });

  it("limits the bandwidth within 5 % over ten seconds, with several requests", long, async () => {
    const bandwidthLimit = 2 * mebibyte;
    const settings = { maxConnections: 8, partSize: 5 * mebibyte, bandwidthLimit };
    await harness.test.handlers.uploads.setSettings(settings);
    await writeSource("slow.mov", 22 * mebibyte);
    await startUploads([source("slow.mov")]);
    await expectDone("slow.mov");
    const arrivals = harness.proxy.requests.flatMap(({ arrival }) => arrival ?? []);
    const first = Math.min(...arrivals.map((one) => one.first));
    const last = Math.max(...arrivals.map((one) => one.last));
    const rate = (22 * mebibyte * 1000) / (last - first);
    expect(rate / bandwidthLimit).toBeGreaterThan(0.95);
    expect(rate / bandwidthLimit).toBeLessThan(1.05);
  });
});
