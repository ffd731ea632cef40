/** The states of the outbox's entries, without a service. */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createOutboxStore } from "../../../../main/backend/outbox/store/outbox-store";
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

const newStore = () => createOutboxStore(openDatabase(":memory:", migrations));

it("a draft is shown and due once it is published", () => {
  const store = newStore();
  const state = () => [store.list("w", "", "all", 0, 10).total, store.ready(1).length];
  const id = store.add(entry, 0);
  expect([state(), store.counts("w", ""), store.hasUnsent()]).toEqual([[0, 0], [], false]);
  store.remove("w", [id]);
  store.restore("w", [id]);
  store.retry("w", [id]);
  expect(state()).toEqual([0, 0]);
  store.publish(id);
  expect([state(), store.hasUnsent()]).toEqual([[1, 1], true]);
});

it("a removed entry is neither shown nor sent, and is restored to its earlier state", () => {
  const store = newStore();
  const [waiting = 0, refused = 0, sent = 0] = [1, 2, 3].map(() => {
    const id = store.add(entry, 0);
    store.publish(id);
    return id;
  });
  store.markRefused(refused, 1, {
    problem: { code: "invalid-input", message: "" },
    fields: [{ field: "name", message: "required" }],
  });
  store.markSent(sent, "b", 2, null);
  const ids = [waiting, refused, sent];
  const states = () => ids.map((id) => store.get(id)?.state);
  store.remove("w", ids);
  expect(states()).toEqual(["removed", "removed", "removed"]);
  expect([store.list("w", "", "all", 0, 10).total, store.ready(1).length]).toEqual([0, 0]);
  expect(store.markSending(waiting, 1, [], 1)).toBe(false);
  expect(store.deleteSent("w")).toEqual([]);
  store.restore("w", ids);
  expect(states()).toEqual(["waiting", "refused", "sent"]);
  expect(store.get(refused)?.fields).toContain("required");
});

it("an entry that is being sent cannot be removed", () => {
  const store = newStore();
  const id = store.add(entry, 0);
  store.publish(id);
  expect(store.markSending(id, 1, [], 1)).toBe(true);
  store.remove("w", [id]);
  expect(store.get(id)?.state).toBe("sending");
});

it("drafts and removed entries are deleted at a start", () => {
  const store = newStore();
  const draft = store.add(entry, 0);
  const removed = store.add(entry, 0);
  store.publish(removed);
  store.remove("w", [removed]);
  store.publish(store.add(entry, 0));
  expect(store.deleteHidden()).toEqual([draft, removed]);
});

it("a refused entry is deleted unless it was changed since", () => {
  const store = newStore();
  const id = store.add(entry, 0);
  store.publish(id);
  expect(store.deleteRefused(id, 1)).toBe(false);
  store.markRefused(id, 1, { problem: { code: "request-refused", message: "" }, fields: [] });
  expect(store.deleteRefused(id, 2)).toBe(false);
  expect(store.deleteRefused(id, 1)).toBe(true);
  expect(store.get(id)).toBeUndefined();
});

it("migrations set the state of rows from is_dropped and listing", () => {
  const file = path.join(folder, "old.db");
  const old = openDatabase(file, migrations.slice(0, 16));
  const add = (id: number, state: string, isDropped: number) =>
    old.run(
      `INSERT INTO outbox (id, workspace_id, project_id, project_name, kind, name, state, is_dropped, target_folder,
         body, has_script, created_at) VALUES (?, 'w', 'p', 'Season', 'batch', 'One', ?, ?, '', '{}', 0, 0)`,
      id,
      state,
      isDropped,
    );
  add(1, "waiting", 0);
  add(2, "refused", 1);
  add(3, "sending", 1);
  old.close();
  const newer = openDatabase(file, migrations.slice(0, 17));
  newer.run("UPDATE outbox SET listing = 'draft' WHERE id = 1");
  newer.close();
  const store = createOutboxStore(openDatabase(file, migrations));
  const states = () => [1, 2, 3].map((id) => store.get(id)?.state);
  expect(states()).toEqual(["draft", "removed", "removed"]);
  store.restore("w", [2, 3]);
  expect(states()).toEqual(["draft", "refused", "waiting"]);
});
