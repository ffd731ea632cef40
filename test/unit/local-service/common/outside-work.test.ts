/** Work for batches that waits for other computers. Costs some milliseconds. */
import { afterEach, expect, it, vi } from "vitest";
import {
  AwaitedError,
  createOutsideWork,
} from "../../../../main/local-service/common/outside-work";
import { endReading, readScriptFile } from "../../../../main/local-service/ingest/read-sources";

const { signal } = new AbortController();
const isUrl = (location: string) => location.startsWith("https://");

/** Scripts contain their location. Those with "slow" in it are read until they are ended. */
function createReading() {
  const outside = createOutsideWork(() => false);
  const ended: string[] = [];
  const sources = {
    hostOf: (location: string) => (isUrl(location) ? new URL(location).host : null),
    checkVideo: () => Promise.resolve(),
    readScript(location: string, until: AbortSignal) {
      const script = { bytes: Buffer.from(location), fileName: location, kinds: {} };
      if (!location.includes("slow")) return Promise.resolve(script);
      return new Promise<typeof script>((_resolve, reject) =>
        until.addEventListener("abort", () => {
          ended.push(location);
          reject(until.reason as Error);
        }),
      );
    },
    download: () => Promise.reject(new Error("there is no video")),
    findAudioProblems: () => Promise.resolve(new Map<string, string>()),
  };
  const deps = { outside, sources };
  const begin = async (languageId: string, location: string, ownerId = "batch") => {
    const reader = { ownerId, languageId, group: "p", isBulk: false };
    const { bytes } = await readScriptFile(deps, reader, location, signal);
    return String(bytes);
  };
  /** Repeated as a task is. */
  async function read(...request: Parameters<typeof begin>): Promise<string> {
    for (;;) {
      try {
        return await begin(...request);
      } catch (error) {
        if (!(error instanceof AwaitedError)) throw error;
        await error.ended;
      }
    }
  }
  /** Reads a script that the task never asks for again. */
  const leave = (...request: Parameters<typeof begin>) =>
    begin(...request).catch((error: unknown) => {
      if (error instanceof AwaitedError) return error.ended;
      throw error;
    });
  const taskOf = (languageId: string) => ({
    id: 1,
    step: "read" as const,
    group: "p",
    isBulk: false,
    crashes: 0,
    kind: "language" as const,
    batchId: "batch",
    languageId,
  });
  return { begin, read, leave, ended, outside, end: (id: string) => endReading(deps, taskOf(id)) };
}
afterEach(() => vi.useRealTimers());

it("a script that was replaced while it was read is the script of no other language", async () => {
  const { read, leave } = createReading();
  await leave("fr-fr", "https://a/fr.srt");
  expect(await read("fr-fr", "gallery/fr.srt")).toBe("gallery/fr.srt");
  expect(await read("fr-fr", "https://b/fr.srt")).toBe("https://b/fr.srt");
  expect(await read("de-de", "https://a/fr.srt")).toBe("https://a/fr.srt");
  expect(await read("de-de", "https://b/de.srt")).toBe("https://b/de.srt");
});

it("the end of a task ends what is read for it, and for no other language", async () => {
  const { begin, leave, outside, ended, end } = createReading();
  await leave("fr-fr", "https://a/fr.srt");
  for (const languageId of ["fr-fr", "fr-ca"])
    await expect(begin(languageId, `https://a/slow-${languageId}`)).rejects.toThrow(AwaitedError);
  await vi.waitFor(() => expect(outside.batchIds()).toEqual(["batch"]));
  end("fr-fr");
  expect(ended).toEqual(["https://a/slow-fr-fr"]);
  end("fr-ca");
  await vi.waitFor(() => expect(outside.batchIds()).toEqual([]));
});

it("results that nothing asks for keep the places of their host for a minute", async () => {
  vi.useFakeTimers();
  const { read, leave } = createReading();
  for (const batchId of "abcd") await leave("fr-fr", "https://a/fr.srt", batchId);
  let result = "";
  const waiting = read("fr-fr", "https://a/last.srt", "e").then((text) => (result = text));
  await vi.advanceTimersByTimeAsync(59_000);
  expect(result).toBe("");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await waiting).toBe("https://a/last.srt");
});
