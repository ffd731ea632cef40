/** A move from a service whose answers are wrong: it ends with a reason. A few milliseconds. */
import { describe, expect, it } from "vitest";
import { AppError } from "../../../main/common/errors";
import { createMoveCalls, type MoveCalls } from "../../../main/remote/extensions/move";
import type { Http } from "../../../main/remote/http/http";
import { discardMove, moveWorkspace } from "../../../main/remote/move/move-workspace";
import { thisMover } from "../../../main/remote/move/movers";
import type { Mover, MoveState } from "../../../preload/local-service/move";

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
      listObjects: () => Promise.resolve({ objects: [], next: "" }),
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
  ["an older service moves", "not-found", ["target", "source"]],
  ["another one does not move", "unexpected-answer", []],
] as const)("without the report that it runs, %s", async (_name, code, expected) => {
  const { error, finished } = await moveFrom({
    setRunning: () => Promise.reject(new AppError(code, "no report")),
  });
  expect(finished).toEqual(expected);
  if (expected.length === 0) expect(error).toMatchObject({ code });
});

describe("beside another program", () => {
  const elsewhere: Mover = { ...thisMover(), id: "b", computer: "b", host: "studio-2" };
  /** A source that one program at a time moves. */
  function sourceOf(first: Mover | null) {
    const calls: string[] = [];
    let mover = first;
    const known = () => ({
      ...state("source"),
      isRunning: mover !== null,
      mover: mover ?? undefined,
    });
    const refuse = new AppError("invalid-input", "another program moves this workspace");
    const source: Partial<MoveCalls> = {
      state: () => Promise.resolve(known()),
      beginSource: () => Promise.resolve(void calls.push("begin")).then(known),
      setRunning(isRunning, own) {
        calls.push(`${isRunning ? "runs" : "ended"} ${own.id}`);
        if (mover && mover.id !== own.id)
          return isRunning ? Promise.reject(refuse) : Promise.resolve();
        mover = isRunning ? own : null;
        return Promise.resolve();
      },
    };
    return { calls, source, taking: (own: Mover) => (mover = own) };
  }
  const runs = { code: "move-runs", message: expect.stringContaining("on studio-2") as unknown };

  it("a move is refused before anything begins", async () => {
    const { calls, source } = sourceOf(elsewhere);
    expect((await moveFrom(source)).error).toMatchObject(runs);
    expect(calls).toEqual([]);
  });

  it("that begins at the same time, a move is refused, and the source stays as it is", async () => {
    const { source, taking } = sourceOf(null);
    const beginSource = () => Promise.resolve(void taking(elsewhere)).then(() => state("source"));
    const discard = () => Promise.reject(new Error("discarded"));
    const { error, finished } = await moveFrom({ ...source, beginSource, discard });
    expect([error, finished]).toMatchObject([runs, []]);
  });

  it("of this computer that was killed, a move continues", async () => {
    const killed = { ...thisMover(), id: "killed", processId: 2 ** 31 - 1 };
    const { calls, source } = sourceOf(killed);
    expect((await moveFrom(source)).error).toMatchObject({ problems: [] });
    const { id } = thisMover();
    expect(calls).toEqual(["begin", `runs ${id}`, "ended killed", `runs ${id}`, `ended ${id}`]);
  });
});

it.each([
  ["runs", { isRunning: true }, {}, "move-runs", "the move runs now"],
  ["is complete at the target", {}, { isComplete: true }, "invalid-input", "target is complete"],
])("a move that %s is not discarded", async (_name, from, to, code, message) => {
  const calls = (known: MoveState) => ({ state: () => Promise.resolve(known) }) as MoveCalls;
  const discarded = discardMove(
    calls({ ...state("source"), ...from }),
    calls({ ...state("target"), ...to }),
  );
  await expect(discarded).rejects.toMatchObject({
    code,
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
    listObjects: () =>
      Promise.resolve({ objects: [{ location, size: null, sha256: null }], next: "again" }),
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
