/** A move from a service whose answers are wrong: it ends with a reason. A few milliseconds. */
import { expect, it } from "vitest";
import { AppError } from "../../../main/common/errors";
import { createMoveCalls, type MoveCalls } from "../../../main/remote/extensions/move";
import type { Http } from "../../../main/remote/http/http";
import { discardMove, moveWorkspace } from "../../../main/remote/move/move-workspace";
import type { MoveState } from "../../../preload/local-service/move";

const state = (role: MoveState["role"], tables: MoveState["tables"] = []): MoveState => ({
  role,
  id: "move-1",
  other: "",
  isComplete: false,
  schemaVersion: 1,
  tables,
});

/** Moves from this source. `finished`: of which side the move was completed. */
async function moveFrom(source: Partial<MoveCalls>) {
  const finished: string[] = [];
  const stop = new AbortController();
  const target: Partial<MoveCalls> = {
    beginTarget: () => Promise.resolve(state("target")),
    addRows: () => Promise.resolve(),
    missing: (_objects, files) =>
      Promise.resolve({ locations: [], paths: files.map(({ path }) => path) }),
    // The user stops the move at its end.
    finish() {
      stop.abort();
      return Promise.resolve(void finished.push("target"));
    },
  };
  const error: unknown = await moveWorkspace({
    source: {
      state: () => Promise.resolve(state("none")),
      hashTable: () => Promise.resolve({ rows: 0, sha256: "" }),
      setRunning: () => Promise.resolve(),
      // An older service.
      size: () => Promise.reject(new AppError("not-found", "")),
      beginSource: () => Promise.resolve(state("source")),
      readRows: () => Promise.resolve({ lines: Buffer.alloc(0), next: "" }),
      listObjects: () => Promise.resolve([]),
      hashFile: () => Promise.resolve("0".repeat(64)),
      finish: () => Promise.resolve(void finished.push("source")),
      ...source,
    } as MoveCalls,
    target: target as MoveCalls,
    names: { source: "here", target: "there" },
    onProgress: () => undefined,
    signal: stop.signal,
  }).catch((reason: unknown) => reason);
  return { error, finished };
}

it("completes both sides or none, and reports whether it runs", async () => {
  const said: boolean[] = [];
  const { error, finished } = await moveFrom({
    setRunning: (isRunning) => Promise.resolve(void said.push(isRunning)),
  });
  expect(error).toMatchObject({ problems: [] });
  expect([finished, said]).toEqual([
    ["target", "source"],
    [true, false],
  ]);
});

it.each([
  ["runs", { isRunning: true }, {}, "the move runs now"],
  ["is complete at the target", {}, { isComplete: true }, "the target is complete"],
])("a move that %s is not discarded", async (_name, from, to, message) => {
  const calls = (known: MoveState) => ({ state: () => Promise.resolve(known) }) as MoveCalls;
  const discarded = discardMove(
    calls({ ...state("source"), ...from }),
    calls({ ...state("target"), ...to }),
  );
  await expect(discarded).rejects.toMatchObject({
    code: "invalid-input",
    message: expect.stringContaining(message) as unknown,
  });
});

const file = { path: "a.mp4", size: 3, etag: "x", content_type: "video/mp4" };
it.each([
  ["no JSON", "{"],
  ["a list", "[]"],
  ["a negative size", JSON.stringify({ ...file, size: -1 })],
  ["a size as text", JSON.stringify({ ...file, size: "3" })],
  ["a size that no file has", JSON.stringify({ ...file, size: 1e15 })],
  ["no path", JSON.stringify({ ...file, path: null })],
])("rows of files: %s", async (_name, line) => {
  const { error, finished } = await moveFrom({
    readRows: () => Promise.resolve({ lines: Buffer.from(line), next: "" }),
  });
  expect(error).toMatchObject({ code: "unexpected-answer" });
  expect(finished).toEqual([]);
});

it("a list of objects that begins again ends the move", async () => {
  const location = "takes/b/1.wav";
  const { error } = await moveFrom({
    listObjects: () => Promise.resolve([{ location, size: null, sha256: null }]),
  });
  expect(error).toMatchObject({ code: "unexpected-answer" });
});

it.each([[undefined], ["%"], ["%5B1%5D"], [["a", "b"]]])(
  "rows whose next key is %j are refused",
  async (next) => {
    const http = {
      response: () =>
        Promise.resolve({ statusCode: 200, headers: { "x-next": next }, body: [Buffer.from("")] }),
    } as unknown as Http;
    const { signal } = new AbortController();
    await expect(createMoveCalls(http).readRows("users", "[1]", signal)).rejects.toMatchObject({
      code: "unexpected-answer",
    });
  },
);
