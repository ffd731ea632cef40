/** Diagnostics: a report to copy, a check of the database, the log files. */
import os from "node:os";
import type { Handlers } from "../../../preload/contract";
import type { UploadSummary, Workspace } from "../../../preload/model";
import { AppError, toProblem } from "../../common/errors";
import { writeWhole } from "../../common/files";
import { redact } from "../../../preload/facts/shown-text";
import type { Log } from "../../common/log";
import type { Database } from "../../common/database/database";
import type { Dialogs, LogFiles } from "../ports";
import { checkDatabase } from "./database-check";

export interface DiagnosticsDeps {
  version: string;
  workspaces: () => Workspace[];
  uploads: (workspaceId: string) => UploadSummary;
  /** Files in the index of a workspace's gallery. */
  galleryFiles: (workspaceId: string) => number;
  /** Items of the lists of a workspace, by kind. */
  listItems: (workspaceId: string) => Record<string, number>;
  database: { file: string; db: Pick<Database, "all"> };
  logFiles: LogFiles | undefined;
  dialogs: Pick<Dialogs, "saveFile">;
  log: Log;
  now: () => number;
}

const logLines = 200;
const numbers = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ") || "none";

export function createDiagnostics(deps: DiagnosticsDeps): Handlers["diagnostics"] {
  /** SECURITY: the file has the text that was shown, which no call of the window can replace. */
  let shown: string | null = null;

  /** A workspace without its name, address and ids, which identify the user. */
  function describe(workspace: Workspace, index: number): string[] {
    const { id, kind, state, problem, isSecretPersistent, extensions } = workspace;
    const { counts, isPaused, suspension } = deps.uploads(id);
    return [
      `Workspace ${index + 1}: ${kind}, ${state}${problem ? ` (${problem.code}: ${problem.message})` : ""}`,
      `  secret stored: ${isSecretPersistent ? "yes" : "no"}; extensions: ${extensions.join(", ") || "none"}; capabilities: ${JSON.stringify(workspace.capabilities)}`,
      `  gallery: ${deps.galleryFiles(id)} files; lists: ${numbers(deps.listItems(id))}`,
      `  uploads: ${numbers(counts)}${isPaused ? "; paused" : ""}${suspension ? `; suspended (${suspension.code}: ${suspension.message})` : ""}`,
    ];
  }

  async function tail(): Promise<string> {
    try {
      return (await deps.logFiles?.tail(logLines)) ?? "";
    } catch (error) {
      return `cannot be read (${toProblem(error).message})`;
    }
  }

  return {
    async report() {
      const { node, electron } = process.versions as { node: string; electron?: string };
      const text = [
        `Dubyard ${deps.version}`,
        new Date(deps.now()).toISOString(),
        `${process.platform} ${os.release()} ${process.arch}; Node ${node}; Electron ${electron ?? "none"}`,
        `memory: ${Math.round(process.memoryUsage().rss / 1024 ** 2)} MiB used, ${Math.round(os.freemem() / 1024 ** 2)} of ${Math.round(os.totalmem() / 1024 ** 2)} MiB free`,
        "",
        ...deps.workspaces().flatMap(describe),
        "",
        `Log, the last ${logLines} lines:`,
        await tail(),
      ].join("\n");
      // SECURITY: the log is redacted already; the lines above may contain a home folder or an
      // address.
      shown = redact(text);
      return { text: shown };
    },
    async saveReport() {
      const text = shown;
      if (text === null) throw new AppError("invalid-input", "there is no report yet");
      const file = await deps.dialogs.saveFile({
        suggestedName: "Dubyard report.txt",
        extensions: ["txt"],
      });
      if (file === null) return null;
      await writeWhole(file, Buffer.from(`${text}\n`));
      return { path: file };
    },
    async checkDatabase() {
      const problems = await checkDatabase(deps.database.file, deps.database.db);
      deps.log.info("diagnostics: database checked", problems.length);
      return { problems };
    },
    showLogs: () => deps.logFiles?.show(),
  };
}
