/** Folders that cannot be watch folders. */
import path from "node:path";
import { expect, it } from "vitest";
import { createWalk } from "../../../../main/backend/uploads/plans/walk-files";
import { createWatchFolderCalls } from "../../../../main/backend/watch-folders/calls";
import type { WatchFolders } from "../../../../main/backend/watch-folders/watch-folders";

const root = path.resolve("/data");
const added: string[] = [];
const calls = createWatchFolderCalls({
  watchFolders: {
    add(_workspaceId: string, { sourcePath }: { sourcePath: string }) {
      added.push(sourcePath);
      return 1;
    },
  } as unknown as WatchFolders,
  walk: createWalk(),
  dialogs: { chooseFolder: () => Promise.resolve(null) },
  showInFolder: () => undefined,
  workspaces: () => [
    { id: "hosted", dataDir: "" },
    { id: "local", dataDir: path.join(root, "local") },
  ],
});
const add = (...parts: string[]) =>
  calls.add({
    workspaceId: "hosted",
    sourcePath: path.join(root, ...parts),
    targetFolder: "",
    include: [],
    exclude: [],
    quietMs: 0,
    onConflict: "ask",
  });

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
