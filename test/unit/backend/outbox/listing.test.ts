/** Drafts and removed entries of the outbox: neither is shown nor sent. */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createOutboxStore } from "../../../../main/backend/outbox/store";
import { openDatabase } from "../../../../main/common/database/database";
import { migrations } from "../../../../main/common/database/migrations";

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), "outbox-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const entry = {
  workspaceId: "w",
  projectId: "p",
  projectName: "Season",
  kind: "batch" as const,
  name: "One",
  targetFolder: "",
  body: "{}",
  hasScript: false,
  draftId: null,
};

it("a draft is listed once it is published; a removed entry can be restored until the next start", () => {
  const store = createOutboxStore(openDatabase(":memory:", migrations));
  const listed = () => store.list("w", "", "all", 0, 10).rows.map(({ id }) => id);
  const due = () => store.ready(1).length;
  const id = store.add(entry, 0);
  expect([listed(), due(), store.counts("w", ""), store.hasUnsent()]).toEqual([[], 0, [], false]);
  store.setRemoved("w", [id], false);
  expect(listed()).toEqual([]);
  store.publish(id);
  expect([listed(), due(), store.hasUnsent()]).toEqual([[id], 1, true]);

  store.setRemoved("w", [id], true);
  expect([listed(), due(), store.markSending(id, 1, [], 1)]).toEqual([[], 0, false]);
  store.setRemoved("w", [id], false);
  expect([listed(), due()]).toEqual([[id], 1]);

  // An entry that is removed while it is sent keeps its row until its delivery is known.
  expect(store.markSending(id, 1, [], 1)).toBe(true);
  store.setRemoved("w", [id], true);
  expect(store.deleteUnlisted()).toEqual([]);
  store.markSent(id, "b", 2, null);
  const draft = store.add(entry, 0);
  expect(new Set(store.deleteUnlisted())).toEqual(new Set([id, draft]));
});

it("the migration from is_dropped lists or removes each row", () => {
  const file = path.join(folder, "old.db");
  const old = openDatabase(file, migrations.slice(0, 16));
  const add = (id: number, isDropped: number) =>
    old.run(
      `INSERT INTO outbox (id, workspace_id, project_id, project_name, kind, name, state, is_dropped, target_folder,
         body, has_script, created_at) VALUES (?, 'w', 'p', 'Season', 'batch', 'One', 'waiting', ?, '', '{}', 0, 0)`,
      id,
      isDropped,
    );
  add(1, 0);
  add(2, 1);
  old.close();
  const store = createOutboxStore(openDatabase(file, migrations));
  expect([1, 2].map((id) => store.get(id)?.listing)).toEqual(["listed", "removed"]);
});
