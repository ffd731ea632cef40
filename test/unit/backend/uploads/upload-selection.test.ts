import { describe, expect, it } from "vitest";
import { openDatabase } from "../../../../main/common/database/database";
import { migrations } from "../../../../main/common/database/migrations";
import { createUploadStore } from "../../../../main/backend/uploads/store/upload-store";
import type { UploadFilter } from "../../../../preload/model";

const states = ["paused", "failed", "done", "queued", "cancelled"];

/** A queue of 500 uploads of two workspaces, in all states. */
function queue() {
  const db = openDatabase(":memory:", migrations);
  db.run("INSERT INTO drops (id, workspace_id, created_at) VALUES (1, 'w', 1)");
  for (let at = 0; at < 500; at += 1) {
    db.run(
      `INSERT INTO uploads (drop_id, workspace_id, source_path, gallery_path, content_type, size, mtime_ns, inode,
         state, position, replaces) VALUES (1, ?, ?, ?, 'audio/wav', 1, '1', '1', ?, ?, 0)`,
      at % 10 === 9 ? "other" : "w",
      `/nowhere/${at}.wav`,
      `drop/100% clip_${at}.wav`,
      states[at % states.length]!,
      at,
    );
  }
  return createUploadStore(db);
}

describe("the list of uploads", () => {
  const store = queue();
  /** All pages of a list, joined. */
  function whole(filter: UploadFilter, search: string) {
    const paths: string[] = [];
    for (;;) {
      const { rows, total } = store.list("w", filter, search, paths.length, 30);
      if (rows.length === 0) {
        expect(total).toBe(paths.length);
        return paths;
      }
      paths.push(...rows.map(({ galleryPath }) => galleryPath));
    }
  }

  it.each([
    ["all", 400],
    ["paused", 100],
    ["waiting", 100],
    ["failed", 100],
    ["done", 100],
    ["active", 0],
  ] as const)("contains every %s upload once, with and without a search", (filter, files) => {
    const paths = whole(filter, "");
    expect(new Set(paths).size).toBe(files);
    expect(paths).toHaveLength(files);
    // A search that matches all returns the same, in the same order.
    expect(whole(filter, "CLIP_")).toEqual(paths);
  });

  it("is searched by any part of the path; wildcards have no meaning", () => {
    expect(whole("all", "clip_12.")).toEqual(["drop/100% clip_12.wav"]);
    expect(whole("all", "0% clip_1").length).toBeGreaterThan(50);
    expect(whole("all", "clip%1")).toEqual([]);
    expect(whole("all", "clip_14.")).toEqual([]); // cancelled
    expect(whole("all", "clip_29.")).toEqual([]); // of another workspace
  });
});
