/**
 * The names of copies of a database. Daily copies are in the folder "copies" next to the file,
 * copies made before an upgrade of the schema next to the file itself.
 */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";

export interface DatabaseCopy {
  file: string;
  /** Milliseconds since 1970. */
  madeAt: number;
}

export const copiesFolderName = "copies";
/** The copies of each kind that are kept. */
const maxCopies = 3;
/** A copy that is being made. It gets its final name when it is complete. */
export const partEnding = ".part";
/** "dubyard.db.copy-1763800000000" or, before an upgrade, "dubyard.db.before-9-1763800000000". */
const copyName = /\.(?:copy|before-\d+)-(\d{10,16})$/;

/** The folder of the daily copies. */
export const copiesFolderOf = (file: string) => path.join(path.dirname(file), copiesFolderName);

/** The path of a daily copy made at `madeAt`. */
export function copyFileName(file: string, madeAt: number): string {
  return path.join(copiesFolderOf(file), `${path.basename(file)}.copy-${madeAt}`);
}

/** The path of a copy made at `madeAt`, before the schema of `version` was upgraded. */
export function upgradeCopyName(file: string, version: number, madeAt: number): string {
  return `${file}.before-${version}-${madeAt}`;
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function copiesIn(folder: string, file: string): DatabaseCopy[] {
  return namesIn(folder)
    .filter((name) => name.startsWith(`${path.basename(file)}.`))
    .map((name) => ({ file: path.join(folder, name), madeAt: madeAtOf(name) }))
    .filter((copy) => !Number.isNaN(copy.madeAt))
    .sort((a, b) => b.madeAt - a.madeAt);
}

const madeAtOf = (name: string) => Number(copyName.exec(name)?.[1] ?? Number.NaN);

/** The daily copies of a database, newest first. Their content is not checked. */
export const listDailyCopies = (file: string) => copiesIn(copiesFolderOf(file), file);

/** All copies of a database, newest first. Their content is not checked. */
export function listCopies(file: string): DatabaseCopy[] {
  return [...listDailyCopies(file), ...copiesIn(path.dirname(file), file)].sort(
    (a, b) => b.madeAt - a.madeAt,
  );
}

/** Deletes all but the newest daily copies. */
export const deleteOldDailyCopies = (file: string, now: number) =>
  deleteOld(listDailyCopies(file), now);

/** Deletes all but the newest copies made before an upgrade. */
export const deleteOldUpgradeCopies = (file: string, now: number) =>
  deleteOld(copiesIn(path.dirname(file), file), now);

/** Deletes all copies but this one, for space on a full disk. */
export function deleteOtherCopies(file: string, kept: DatabaseCopy): void {
  for (const copy of listCopies(file))
    if (copy.file !== kept.file) rmSync(copy.file, { force: true });
}

function deleteOld(copies: readonly DatabaseCopy[], now: number): void {
  // A copy with a timestamp in the future (wrong clock) ranks last, so that it does not displace
  // correctly dated ones.
  const rank = ({ madeAt }: DatabaseCopy) => (madeAt > now ? 0 : madeAt);
  // An interrupted upgrade of an earlier release left an empty file.
  const isEmpty = ({ file }: DatabaseCopy) => statSync(file).size === 0;
  const [empty, kept] = [copies.filter(isEmpty), copies.filter((copy) => !isEmpty(copy))];
  const old = kept.sort((a, b) => rank(b) - rank(a)).slice(maxCopies);
  for (const { file } of [...empty, ...old])
    for (const name of [file, `${file}-journal`]) rmSync(name, { force: true });
}

/** Deletes incomplete copies left by a killed process. */
export function deleteParts(file: string): void {
  const isPart = new RegExp(`\\.(copy|before-\\d+)-\\d+\\${partEnding}(-journal)?$`);
  for (const folder of [copiesFolderOf(file), path.dirname(file)])
    for (const name of namesIn(folder))
      if (name.startsWith(`${path.basename(file)}.`) && isPart.test(name))
        rmSync(path.join(folder, name), { force: true });
}
