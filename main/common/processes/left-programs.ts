/**
 * Windows leaves programs running after a crash of the process that started them. Each process
 * records those that it has started, in a file of its own; a later process ends what still runs.
 */
import { spawn } from "node:child_process";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { systemCode } from "../errors";
import { readSmallFile } from "../files";
import { makePrivateFolder, privateFileMode } from "../private-files";
import { stateFolder } from "../state-folder";
import { isProcessRunning } from "./is-running";

const started = z.strictObject({ pid: z.int().positive(), image: z.string().regex(/^[^"\\/]+$/) });
const record = z.strictObject({ bootedAt: z.number(), programs: z.array(started) });
export type StartedProgram = z.infer<typeof started>;

const maxRecordBytes = 64 * 1024;
/** The clock may have been corrected since the record. After a restart no process id is valid. */
const bootToleranceMs = 30_000;

export interface LeftProgramsDeps {
  /**
   * The folder of the records. SECURITY: only this user can write to it, as what its files name is
   * ended.
   */
  folder: string;
  /** The id of this process. */
  pid: number;
  /** When the computer was started, in milliseconds since 1970. */
  bootedAt: number;
  isRunning: (pid: number) => boolean;
  /** Ends a program and its children, if the process of this id still has this image. */
  end: (program: StartedProgram) => void;
}

export function createLeftPrograms({ folder, pid, bootedAt, isRunning, end }: LeftProgramsDeps) {
  const own = new Map<number, string>();
  const fileOf = (id: number) => path.join(folder, `${id}.json`);

  /**
   * Without a record a crash leaves the program running; nothing else depends on it. It is not
   * synced to disk: after a power failure no program is left.
   */
  function write(): void {
    const programs = [...own].map(([id, image]) => ({ pid: id, image }));
    unlessRefused(() => {
      if (programs.length === 0) {
        rmSync(fileOf(pid), { force: true });
        return;
      }
      makePrivateFolder(folder);
      writeFileSync(fileOf(pid), JSON.stringify({ bootedAt, programs }), { mode: privateFileMode });
    });
  }
  function readRecord(id: number): z.infer<typeof record> | null {
    try {
      return record.parse(JSON.parse(readSmallFile(fileOf(id), maxRecordBytes).toString()));
    } catch {
      return null;
    }
  }
  function listRecords(): number[] {
    const names = unlessRefused(() => readdirSync(folder)) ?? [];
    return names.flatMap((name) => {
      const id = /^(\d{1,10})\.json$/.exec(name)?.[1];
      return id === undefined ? [] : [Number(id)];
    });
  }

  return {
    /** `file`: the executable of the program. */
    add(id: number, file: string): void {
      own.set(id, path.win32.basename(file));
      write();
    },
    remove(id: number): void {
      if (own.delete(id)) write();
    },
    /**
     * Ends the programs of processes that have ended without ending them. A record that cannot be
     * deleted is read again at the next call.
     */
    endAll(): void {
      for (const id of listRecords()) {
        if (id === pid || isRunning(id)) continue;
        const found = readRecord(id);
        if (found && Math.abs(found.bootedAt - bootedAt) < bootToleranceMs)
          found.programs.forEach(end);
        unlessRefused(() => rmSync(fileOf(id), { force: true }));
      }
    },
  };
}

/**
 * The result of a call of the file system; undefined if the system refuses it, as for a file that a
 * virus scanner has open. Programs that are left must not keep a service from starting.
 */
function unlessRefused<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

/**
 * The program of Windows that ends a process and its children. By its whole path, because a program
 * of that name in another folder must not be started.
 */
const taskkill = () =>
  path.win32.join(process.env["SystemRoot"] ?? "C:\\Windows", "System32", "taskkill.exe");

/** The arguments that end a process. With an image, only if it is that of the process. */
export const taskkillArguments = ({ pid, image }: { pid: number; image?: string }): string[] => [
  "/pid",
  String(pid),
  ...(image === undefined ? [] : ["/fi", `IMAGENAME eq ${image}`]),
  "/T",
  "/F",
];

export function runTaskkill(program: { pid: number; image?: string }): void {
  const options = { stdio: "ignore", windowsHide: true } as const;
  spawn(taskkill(), taskkillArguments(program), options).on("error", () => undefined);
}

/** The programs of this computer; null on systems that end programs with their parent process. */
export const leftPrograms =
  process.platform === "win32"
    ? createLeftPrograms({
        folder: path.join(stateFolder(process.env), "programs"),
        pid: process.pid,
        bootedAt: Date.now() - os.uptime() * 1000,
        isRunning: isProcessRunning,
        end: runTaskkill,
      })
    : null;
