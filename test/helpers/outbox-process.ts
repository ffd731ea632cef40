/**
 * A backend in a separate process that kills itself, as with SIGKILL, at a given step of sending a
 * request. The first message contains its task. It reports every request that it has added to the
 * outbox.
 */
import os from "node:os";
import { createBackend } from "../../main/backend/compose";
import { AppError } from "../../main/common/errors";
import { silentLog } from "../../main/common/log";
import { forkReader } from "../../main/script-formats/process/reader-process";
import type { BulkRow } from "../../preload/contract/bulk";
import type { BatchRequest } from "../../preload/contract/outbox";
import { outboxTiming } from "./outbox-timing";

export interface ProcessTask {
  profileDir: string;
  scriptWorkerFile: string;
  clientSecret: string;
  workspaceId: string;
  projectId: string;
  /** The requests to add, one at a time. */
  requests: BatchRequest[];
  /** The rows of a bulk request that is added after them; no bulk request if empty. */
  rows: BulkRow[];
  /** The step at which the process ends, from 1; Infinity (null in JSON) for never. */
  killAt: number | null;
}
export type ProcessReport =
  { kind: "added"; name: string } | { kind: "step"; step: string } | { kind: "done" };

const none = () => Promise.resolve(null);
const sendReport = (report: ProcessReport) => process.send?.(report);

async function run(task: ProcessTask): Promise<void> {
  const { workspaceId, projectId } = task;
  let steps = 0;
  const backend = createBackend({
    version: "0.0.0",
    profileDir: task.profileDir,
    defaultLocalDir: task.profileDir,
    log: silentLog,
    listeners: { emit: () => undefined },
    platform: {
      vault: {
        isPersistent: true,
        has: () => true,
        get: () => Promise.resolve(task.clientSecret),
        set: () => Promise.resolve(),
        delete: () => Promise.resolve(),
      },
      network: { isOnline: () => true, onChange: () => () => undefined },
      preferences: { get: (_key, fallback) => fallback, set: () => undefined },
    },
    processes: {
      localServices: {
        start: () => Promise.reject(new AppError("local-service-failed", "none in this test")),
      },
      launchReader: forkReader(task.scriptWorkerFile),
    },
    ui: {
      dialogs: {
        chooseMedia: () => Promise.resolve([]),
        chooseFolder: none,
        saveFile: none,
        chooseFile: none,
      },
      confirmations: { hosts: () => Promise.resolve(true), files: () => Promise.resolve(false) },
      showInFolder: () => undefined,
    },
    tuning: {
      timing: outboxTiming,
      onSendingStep() {
        steps += 1;
        if (steps === task.killAt) process.kill(process.pid, "SIGKILL");
      },
    },
  });
  backend.approvePaths([os.tmpdir()]);
  backend.start();
  const { outbox, bulk } = backend.handlers;
  for (const request of task.requests) {
    await outbox.add({ workspaceId, projectId, request, targetFolder: "" });
    sendReport({ kind: "added", name: request.name });
  }
  if (task.rows.length > 0) {
    const { id: draftId } = await bulk.createDraft({ workspaceId, projectId, name: "Bulk" });
    await bulk.saveRows({ workspaceId, draftId, rows: task.rows, order: null });
    await bulk.start({ workspaceId, draftId, rowIds: null });
    for (const { name } of task.rows) sendReport({ kind: "added", name });
  }
  for (;;) {
    const page = { offset: 0, limit: 100 };
    const { entries } = await outbox.list({ workspaceId, projectId: "", filter: "all", ...page });
    // Simulates a user who retries unconfirmed requests after a check.
    const unconfirmed = entries.filter(({ problem, state }) => state === "refused" && problem);
    if (unconfirmed.some(({ problem }) => problem?.code !== "unconfirmed"))
      throw new Error(JSON.stringify(unconfirmed));
    if (unconfirmed.length > 0)
      await outbox.retry({ workspaceId, entryIds: unconfirmed.map(({ id }) => id) });
    if (entries.every(({ state }) => state === "sent")) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await backend.stop();
  sendReport({ kind: "done" });
  process.disconnect();
}

process.once("message", (task: ProcessTask) => {
  run(task).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  });
});
