/**
 * The free space of the disk of a workspace. On a full disk the workspace can be read, and what
 * frees space can be deleted; other changes are refused until there is space again. A reserved file
 * is given up for deletions, because the database needs space to record them.
 */
import { randomBytes } from "node:crypto";
import { open, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import type { Log } from "../common/log";
import { createMutex } from "../common/mutex";
import { privateFileMode } from "../common/private-files";
import { databaseName } from "../common/workspace-folder";
import { HttpError, isDiskFull } from "./common/http-error";
import type { ServiceDurations } from "./common/durations";
import { effectOf, type Admit } from "./routes/route";
import type { OpenedDatabase } from "./rows/database-port";
import { renameFile } from "../common/rename";

export interface Space {
  /** Whether only reading and deleting are possible. */
  isFull(): boolean;
  /** Measures the free space, and enters or leaves the state "full". */
  check(): Promise<void>;
  /** Runs work that deletes something; on a full disk with the space of the reserved file. */
  whileFreeing<T>(work: () => Promise<T>): Promise<T>;
  /** Throws HttpError 507 while the disk is full. */
  requireSpace(): void;
  /**
   * Completes what earlier processes left, and begins to watch the free space. Call before other
   * work.
   */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface SpaceDeps {
  dataDir: string;
  store: Pick<OpenedDatabase, "isOpenedWithoutSpace" | "reopen">;
  /**
   * Completes what earlier processes left unfinished; it needs space if there is such work. Rejects
   * on a full disk.
   */
  recover: () => Promise<void>;
  /** Called when the state changes. */
  onChange: (isFull: boolean) => Promise<void>;
  /** The free bytes of the disk; measured unless given. */
  freeBytes?: () => Promise<number>;
  log: Log;
  durations: Pick<ServiceDurations, "diskCheckMs" | "fullDiskCheckMs">;
}

const mebibyte = 1024 ** 2;
const reserveBytes = 8 * mebibyte;
/** With less free space the disk is full. */
const fullBytes = mebibyte;
/** The free space, without the reserved file, after which the disk is not full any more. */
const enoughBytes = 2 * reserveBytes;
/** Without this much free space no file is reserved. */
const plentyBytes = 4 * enoughBytes;

export const readOnlyMessage =
  "the disk of the workspace is full: only reading and deleting are possible until there is space";

export const reserveFileOf = (dataDir: string) => path.join(dataDir, `${databaseName}.reserve`);

async function freeBytesOf(folder: string): Promise<number> {
  const disk = await statfs(folder);
  return disk.bavail * disk.bsize;
}

/** While the disk is full, calls read or delete; others are refused with 507. */
export function admitOnFullDisk(space: Space): Admit {
  return async (description, handle) => {
    const effect = effectOf(description);
    if (effect === "frees-space") return space.whileFreeing(handle);
    if (effect === "writes") space.requireSpace();
    try {
      return await handle();
    } catch (error) {
      if (isDiskFull(error)) await space.check();
      throw error;
    }
  };
}

export function createSpace(deps: SpaceDeps): Space {
  const { dataDir, store, log, freeBytes = () => freeBytesOf(dataDir) } = deps;
  const reserve = reserveFileOf(dataDir);
  const part = `${reserve}.part`;
  let isFull = false;
  let isRecovered = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | null = null;
  /** All changes of the state, one after the other. */
  const exclusively = createMutex();

  async function measure(): Promise<{ free: number; reserved: number }> {
    const free = await freeBytes();
    const reserved = await stat(reserve).then(
      ({ size }) => size,
      () => 0,
    );
    return { free, reserved };
  }

  /** Random bytes: a file system that compresses would store others in less space. */
  async function writeReserve(): Promise<void> {
    const block = randomBytes(mebibyte);
    try {
      const handle = await open(part, "w", privateFileMode);
      try {
        for (let written = 0; written < reserveBytes; written += block.length)
          await handle.writeFile(block);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await renameFile(part, reserve);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  async function update(mayReserve: boolean): Promise<void> {
    const { free, reserved } = await measure();
    if (isFull) await leaveIfPossible(free, reserved);
    else if (free < fullBytes || store.isOpenedWithoutSpace()) await enter();
    else if (mayReserve && reserved < reserveBytes && free >= plentyBytes) await writeReserve();
  }

  async function enter(): Promise<void> {
    isFull = true;
    log.warn(`local service: ${readOnlyMessage}`);
    await deps.onChange(true);
  }

  async function leaveIfPossible(free: number, reserved: number): Promise<void> {
    if (free + reserved < enoughBytes) {
      if (reserved < reserveBytes && free >= reserveBytes + fullBytes) await writeReserve();
      return;
    }
    // Written first: the free space is not a fact until bytes were written.
    if (reserved < reserveBytes) await writeReserve();
    if (store.isOpenedWithoutSpace()) store.reopen();
    await recover();
    isFull = false;
    log.info("local service: there is space on the disk again; everything is possible");
    await deps.onChange(false);
  }

  async function recover(): Promise<void> {
    if (isRecovered) return;
    await deps.recover();
    isRecovered = true;
  }

  async function check(mayReserve = false): Promise<void> {
    try {
      await exclusively(() => update(mayReserve));
    } catch (error) {
      if (!isDiskFull(error))
        log.warn("local service: the free space could not be determined", error);
    }
  }

  function watch(): void {
    if (isClosed) return;
    timer = setTimeout(
      () => void check(true).finally(watch),
      isFull ? deps.durations.fullDiskCheckMs : deps.durations.diskCheckMs,
    ).unref();
  }

  return {
    isFull: () => isFull,
    check: () => check(),
    async whileFreeing(work) {
      await check();
      if (!isFull) return work();
      const result = await exclusively(async () => {
        await rm(reserve, { force: true });
        await recover();
        return work();
      });
      await check();
      return result;
    },
    requireSpace() {
      if (isFull) throw new HttpError(507, readOnlyMessage);
    },
    async start() {
      try {
        await recover();
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        await exclusively(enter);
      }
      await check();
      watch();
    },
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await exclusively(() => Promise.resolve());
    },
  };
}
