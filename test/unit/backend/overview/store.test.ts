import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { createBulkRequestStore } from "../../../../main/backend/bulk/request-store";
import { openDatabase } from "../../../../main/common/database/database";
import { createOverviewStore } from "../../../../main/backend/overview/store";
import { migrations } from "../../../../main/common/database/migrations";

const row = (id: number) => ({
  id,
  name: `Ep ${id}`,
  video: "",
  script: "",
  language: "",
  settings: {},
});

it("lists running bulk requests, and for a while those that ended with failed rows", () => {
  const db = openDatabase(":memory:", migrations);
  const requests = createBulkRequestStore(db);
  const overview = createOverviewStore(db);
  db.run("INSERT INTO lists VALUES (1, 'w', 'projects', '', 1, NULL)");
  db.run(
    `INSERT INTO list_items (list, id, name_key, other_key, category, subtype, amount, search, body)
       VALUES (1, 'p', '', '', 'active', '', 0, '', '{"name":"Night Ferry"}')`,
  );
  const send = (requestId: string, sentAt: number, workspaceId = "w") => {
    requests.add({
      workspaceId,
      projectId: "p",
      requestId,
      name: requestId,
      settings: {},
      columns: [],
      targetFolder: "",
      rows: [row(1), row(2)],
      sentAt,
      seenBefore: null,
    });
    return requests.get(workspaceId, requestId)!.id;
  };
  const end = (id: number, at: number, failed: number) => {
    requests.putRows(
      id,
      [0, 1].map((position) => {
        const rowStatus = position < failed ? ("failed" as const) : ("done" as const);
        return { position, batchId: "", status: "", message: "", rowStatus };
      }),
    );
    requests.setRead(id, { status: "completed", progress: 100, isOver: true, at });
  };
  send("runs", 5);
  end(send("failed", 4), 100, 1);
  end(send("failed long ago", 3), 10, 1);
  end(send("all well", 2), 100, 0);
  requests.setProblem(send("unknown there by now", 6), { code: "not-found", message: "" });
  send("of another workspace", 1, "other");
  expect(overview.requests("w", 50, 20)).toMatchObject([
    { requestId: "runs", projectName: "Night Ferry", done: 0, failed: 0, rowCount: 2, isOver: 0 },
    { requestId: "failed", done: 1, failed: 1, status: "completed", progress: 100, isOver: 1 },
  ]);
  expect(overview.requests("w", 50, 1)).toHaveLength(1);
  expect(overview.requests("other", 50, 20)).toMatchObject([{ projectName: "" }]);
});

it("renames the group of cached batches from earlier versions", () => {
  const at = migrations.findIndex((step) => step.includes("needs-attention"));
  const folder = mkdtempSync(path.join(tmpdir(), "dubyard-groups-"));
  const file = path.join(folder, "dubyard.db");
  try {
    const old = openDatabase(file, migrations.slice(0, at));
    old.run("INSERT INTO lists VALUES (1, 'w', 'projects', '', 1, NULL)");
    old.run("INSERT INTO lists VALUES (2, 'w', 'batches', 'p', 1, NULL)");
    const add = (list: number, id: string, category: string, body: object) =>
      old.run(
        `INSERT INTO list_items (list, id, name_key, other_key, category, subtype, amount, search, body)
           VALUES (?, ?, '', '', ?, '', 0, '', ?)`,
        list,
        id,
        category,
        JSON.stringify(body),
      );
    add(1, "p", "active", { name: "needs-you" });
    add(2, "a", "needs-you", { id: "a", group: "needs-you" });
    add(2, "b", "running", { id: "b", group: "running" });
    old.close();
    const db = openDatabase(file, migrations);
    const overview = createOverviewStore(db);
    expect(overview.counts("w", "")).toMatchObject({ running: 1, "needs-attention": 1 });
    expect(overview.counts("w", "")).not.toHaveProperty("needs-you");
    const [batch] = overview.batches("w", "needs-attention", {
      limit: 10,
      isOldestFirst: true,
      search: "",
    });
    expect(JSON.parse(batch!.body)).toEqual({ id: "a", group: "needs-attention" });
    db.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
