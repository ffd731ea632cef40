/** Folders that cannot be watch folders. */
import path from "node:path";
import { expect, it } from "vitest";
import { createWalk } from "../../../../main/backend/uploads/plans/walk-files";
import { createWatchFolderCalls } from "../../../../main/backend/watch-folders/calls";
import type { WatchFolders } from "../../../../main/backend/watch-folders/watch-folders";

const root = path.resolve("/data");
const added: string[] = [];
const changes: unknown[] = [];
const calls = createWatchFolderCalls({
  watchFolders: {
    add(_workspaceId: string, { sourcePath }: { sourcePath: string }) {
      added.push(sourcePath);
      return 1;
    },
    change: (id: number, { sourcePath }: { sourcePath: string }) =>
      void changes.push(["change", id, sourcePath]),
    setPaused: (id: number, isPaused: boolean) => void changes.push(["setPaused", id, isPaused]),
    remove: (id: number) => void changes.push(["remove", id]),
    restore: (id: number) => void changes.push(["restore", id]),
  } as unknown as WatchFolders,
  walk: createWalk(),
  dialogs: { chooseFolder: () => Promise.resolve(null) },
  showInFolder: () => undefined,
  workspaces: () => [
    { id: "hosted", dataDir: "" },
    { id: "local", dataDir: path.join(root, "local") },
  ],
});
const settings = (...parts: string[]) => ({
  sourcePath: path.join(root, ...parts),
  targetFolder: "",
  include: [],
  exclude: [],
  quietMs: 0,
  onConflict: "ask" as const,
});
const add = (...parts: string[]) => calls.add({ workspaceId: "hosted", ...settings(...parts) });

it.each([[["local"]], [["local", "media"]], [[]]])(
  "rejects %j, because the data of a local workspace is there",
  (parts) => {
    expect(() => add(...parts)).toThrow(
      expect.objectContaining({
        code: "invalid-input",
        details: [expect.objectContaining({ field: "sourcePath" })] as unknown,
      }) as Error,
    );
    expect(added).toEqual([]);
  },
);

it("accepts a folder beside the data of a local workspace", () => {
  expect(add("local 2")).toEqual({ id: 1 });
  expect(added).toEqual([path.join(root, "local 2")]);
});

it("changes, pauses, removes and restores the folder that is named, by the same rule", async () => {
  await calls.change({ id: 3, ...settings("local 3") });
  expect(() => calls.change({ id: 3, ...settings("local", "media") })).toThrow(
    expect.objectContaining({ code: "invalid-input" }) as Error,
  );
  await calls.setPaused({ id: 3, isPaused: true });
  await calls.remove({ id: 3 });
  await calls.restore({ id: 3 });
  expect(changes).toEqual([
    ["change", 3, path.join(root, "local 3")],
    ["setPaused", 3, true],
    ["remove", 3],
    ["restore", 3],
  ]);
});
