/** `dubyard uploads`: lists, continues and drops the unfinished uploads of a state folder. */
import { AppError, toProblem } from "../common/errors";
import { problemOf, type UploadRow } from "../backend/uploads/store/upload-rows";
import { readUploadsArguments, type UploadsArguments } from "./arguments";
import type { HeadlessDeps } from "./deps";
import { exit } from "./exit-codes";
import { bytes } from "./output";
import {
  listCommand,
  compareWithGallery,
  takeOwnUploads,
  uploadsBelow,
  type IsOwn,
} from "./own-uploads";
import { createReport } from "./report";
import { runCommand, type CommandContext } from "./run-command";
import { createSending } from "./send-uploads";
import { createSession, type Session } from "./session";
import { withStateLock } from "./state-lock";
import { makePrivateFolder } from "../common/private-files";

/** Resolves with the exit code. A path of which there is no unfinished upload is "not-found". */
export const uploads = (
  argv: string[],
  { bundles, policies }: Pick<HeadlessDeps, "bundles" | "policies">,
): Promise<number> =>
  runCommand({
    name: "uploads",
    argv,
    read() {
      const options = readUploadsArguments(argv, process.env, policies());
      makePrivateFolder(options.stateDir);
      return options;
    },
    work(options, context) {
      const { action } = options;
      if (action === "list") return list(options, context, bundles);
      return withSession(options, bundles, (session) => actions[action](session, options, context));
    },
  });

/** Runs work with the session of a state folder. Rejects with "folder-in-use". */
async function withSession<T>(
  options: UploadsArguments,
  bundles: string | undefined,
  work: (session: Session) => T | Promise<T>,
): Promise<T> {
  return withStateLock(options.stateDir, "dubyard uploads", async () => {
    const session = createSession(options, bundles);
    try {
      return await work(session);
    } finally {
      await session.close();
    }
  });
}

type Action = (
  session: Session,
  options: UploadsArguments,
  context: CommandContext,
) => Promise<number>;

const actions = { resume, drop } as const satisfies Record<string, Action>;

interface Selection {
  rows: UploadRow[];
  isSelected: IsOwn;
}

/** The selected unfinished uploads. Rejects with "not-found" if a path selects none. */
async function select(rows: UploadRow[], { paths }: UploadsArguments): Promise<Selection> {
  if (paths.length === 0) return { rows, isSelected: () => true };
  for (const given of paths) {
    const isBelow = await uploadsBelow([given]);
    if (!rows.some(isBelow)) throw new AppError("not-found", `no unfinished upload of ${given}`);
  }
  const isSelected = await uploadsBelow(paths);
  return { rows: rows.filter(isSelected), isSelected };
}

const selected = ({ store, workspaceId }: Session, options: UploadsArguments) =>
  select(store.unfinished(workspaceId), options);

const header = ["STATE", "SENT", "SIZE", "GALLERY PATH", "FILE", "STATE FOLDER", "REASON"];

/** The unfinished uploads of all state folders that are read, with their folders. */
async function unfinished(
  options: UploadsArguments,
  { output }: CommandContext,
  bundles: string | undefined,
): Promise<Map<UploadRow, string>> {
  const found = new Map<UploadRow, string>();
  for (const stateDir of [options.stateDir, ...options.watchStateDirs]) {
    const rowsOf = ({ store, workspaceId }: Session) => store.unfinished(workspaceId);
    try {
      const rows = await withSession({ ...options, stateDir }, bundles, rowsOf);
      for (const row of rows) found.set(row, stateDir);
    } catch (error) {
      if (stateDir === options.stateDir) throw error;
      const { code, message } = toProblem(error);
      output.event({ event: "not-read", stateDir, code, message });
      output.line(`not listed: the uploads of ${stateDir}: ${message}`);
    }
  }
  return found;
}

async function list(
  options: UploadsArguments,
  context: CommandContext,
  bundles: string | undefined,
): Promise<number> {
  const { output } = context;
  const folders = await unfinished(options, context, bundles);
  const { rows } = await select([...folders.keys()], options);
  const table = output.table(header);
  let left = 0;
  for (const row of rows) {
    const { galleryPath, sourcePath, size, sentBytes } = row;
    const problem = problemOf(row);
    const state = row.state === "failed" ? "failed" : "waiting";
    const stateDir = folders.get(row) ?? options.stateDir;
    left += size - sentBytes;
    output.event({
      event: "upload",
      path: galleryPath,
      file: sourcePath,
      state,
      bytes: size,
      sentBytes,
      code: problem?.code,
      message: problem?.message,
      stateDir,
    });
    const reason = problem === null ? "" : `${problem.message} (${problem.code})`;
    table.row([state, bytes(sentBytes), bytes(size), galleryPath, sourcePath, stateDir, reason]);
    await output.ready();
  }
  table.end();
  output.event({ event: "summary", files: rows.length, bytes: left, exitCode: exit.done });
  output.line(
    rows.length === 0 ? "no unfinished uploads" : `${rows.length} files, ${bytes(left)} to send`,
  );
  return exit.done;
}

async function resume(
  session: Session,
  options: UploadsArguments,
  { output, signal }: CommandContext,
): Promise<number> {
  const { isSelected } = await selected(session, options);
  const report = createReport(output);
  const sending = createSending({ name: "uploads", session, output, report, signal });
  try {
    const own = { dropsDeleted: false, listCommand: listCommand(options) };
    const taken = await takeOwnUploads(session, isSelected, report, own);
    if (!(await session.readGallery(report, signal))) return await sending.conclude(null);
    compareWithGallery(session, isSelected);
    report.write({ event: "queued", ...taken });
    await sending.send();
    return await sending.conclude({ done: 0, bytes: 0, skipped: 0, failed: 0, existing: 0 });
  } finally {
    sending.close();
  }
}

async function drop(
  session: Session,
  options: UploadsArguments,
  { output }: CommandContext,
): Promise<number> {
  const { rows } = await selected(session, options);
  session.store.cancel({ ids: rows.map(({ id }) => id) });
  for (const { galleryPath, sourcePath } of rows) {
    output.event({ event: "dropped", path: galleryPath, file: sourcePath });
    await output.ready();
  }
  output.event({ event: "summary", dropped: rows.length, exitCode: exit.done });
  output.line(`${rows.length} ${rows.length === 1 ? "upload" : "uploads"} dropped`);
  return exit.done;
}
