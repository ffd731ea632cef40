/**
 * Reads scripts and checks videos. Those at other computers are read outside of the slots of
 * ingestion: a host that responds slowly does not keep the scripts of others from being read.
 */
import type { Claim } from "../common/host-places";
import type { OutsideContext } from "../common/outside-work";
import { downloadNote, type DownloadSubject } from "../fetch/download-note";
import { SourceError } from "../fetch/fetch-errors";
import type { TaskRow } from "../rows/batches/ingestion-port";
import type { ScriptFile } from "../sources/sources";
import type { IngestDeps } from "./task";

type SourceDeps = Pick<IngestDeps, "sources" | "outside">;

/** The task that needs the sources. */
export interface Reader extends Claim {
  /** The batch or bulk request to which work outside belongs. */
  ownerId: string;
}

/** A script of a language, or with null the template of a bulk request. */
interface ScriptReader extends Reader {
  languageId: string | null;
}

/**
 * The names of the works that read scripts of a language begin with it. The location follows: a
 * script may be replaced by another one before it is read.
 */
const scriptWork = (languageId: string | null) => `script ${languageId ?? ""}: `;
const batchWork = "sources: ";

const short = { isShort: true, activity: "scripts" } as const;

/** @throws SourceError; AwaitedError while the script is read at another computer. */
export async function readScriptFile(
  { sources, outside }: SourceDeps,
  reader: ScriptReader,
  scriptPath: string,
  signal: AbortSignal,
): Promise<ScriptFile> {
  const host = sources.hostOf(scriptPath);
  if (host === null) return sources.readScript(scriptPath, signal);
  const read = async (context: OutsideContext) => {
    await takePlace(context, { subject: "script", host }, reader);
    return sources.readScript(scriptPath, context.signal);
  };
  return outside.resultOf(
    reader.ownerId,
    `${scriptWork(reader.languageId)}${scriptPath}`,
    read,
    short,
  );
}

/**
 * The script of a batch, or null if it has none. Its video, if one is given, is checked before.
 * @throws SourceError, whose message begins with the field; AwaitedError while one of them is read
 * at another computer.
 */
export async function readBatchSources(
  { sources, outside }: SourceDeps,
  reader: Reader,
  { videoPath, scriptPath }: { videoPath: string | null; scriptPath: string | null },
  signal: AbortSignal,
): Promise<ScriptFile | null> {
  const hostOf = (location: string | null) => (location === null ? null : sources.hostOf(location));
  const [videoHost, scriptHost] = [hostOf(videoPath), hostOf(scriptPath)];

  async function checkVideo(until: AbortSignal): Promise<void> {
    if (videoPath !== null) await withFieldName("videoPath", sources.checkVideo(videoPath, until));
  }
  async function readScript(until: AbortSignal): Promise<ScriptFile | null> {
    if (scriptPath === null) return null;
    return withFieldName("scriptPath", sources.readScript(scriptPath, until));
  }
  // In one work: a result is handed out once, and the task needs both.
  async function readOutside(context: OutsideContext): Promise<ScriptFile | null> {
    if (videoHost !== null) {
      await takePlace(context, { subject: "video", host: videoHost }, reader);
      await checkVideo(context.signal);
    }
    if (scriptHost === null) return null;
    await takePlace(context, { subject: "script", host: scriptHost }, reader);
    return readScript(context.signal);
  }

  if (videoHost === null) await checkVideo(signal);
  if (videoHost === null && scriptHost === null) return readScript(signal);
  const name = `${batchWork}${videoPath ?? ""} ${scriptPath ?? ""}`;
  const script = outside.resultOf(reader.ownerId, name, readOutside, short);
  return scriptHost === null ? readScript(signal) : script;
}

/**
 * Ends what is still read for a task that has ended, and removes its results: the script may have
 * been replaced, and the task may have failed. What failed for a batch begins again when it is
 * needed.
 */
export function endReading({ outside }: Pick<SourceDeps, "outside">, task: TaskRow): void {
  if (task.kind === "bulk") void outside.end(task.requestId, scriptWork(null));
  else if (task.kind === "language") void outside.end(task.batchId, scriptWork(task.languageId));
  else {
    void outside.end(task.batchId, batchWork);
    outside.forget(task.batchId);
  }
}

async function takePlace(
  context: OutsideContext,
  named: { subject: DownloadSubject; host: string },
  claim: Claim,
): Promise<void> {
  context.setNote(() => downloadNote(named, { kind: "queued" }, 0));
  await context.takePlace(named.host, claim);
  context.setNote(() => "");
}

/** Prefixes the message of a SourceError with the name of a field. */
async function withFieldName<T>(field: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SourceError) throw new SourceError(`${field}: ${error.message}`);
    throw error;
  }
}
