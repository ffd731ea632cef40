/**
 * `dubyard verify`: compares the files below a folder with the manifest of an upload or a delivery,
 * or the rows of a workspace with its objects.
 */
import { checksumsName } from "../../preload/facts/delivery";
import { AppError, toProblem } from "../common/errors";
import { createFileHasher } from "../common/file-hasher";
import { readBounded } from "../common/files";
import {
  maxManifestBytes,
  parseManifest,
  type ManifestEntry,
  type ParsedManifest,
} from "../backend/uploads/manifest/parse-manifest";
import { readVerifyArguments, type VerifyArguments } from "./arguments";
import { exit } from "./exit-codes";
import { filesBelow, type FoundFile } from "./folder-files";
import { hashProgress, type Output } from "./output";
import type { HeadlessDeps } from "./deps";
import { hasOption } from "./parse-arguments";
import { runCommand } from "./run-command";
import { verifyService } from "./verify-service";
import { verifyWorkspace } from "./verify-workspace";

/** A difference between the folder and the manifest; `path` is a gallery path. */
export type Difference =
  | { event: "missing"; path: string }
  | { event: "size"; path: string; expected: number; actual: number }
  | { event: "hash"; path: string; algorithm: "md5" | "sha256"; expected: string; actual: string }
  /** The manifest has no hash: the file was not the uploaded one when the manifest was written. */
  | { event: "no-hash"; path: string; status: string }
  | { event: "unreadable"; path: string; message: string }
  | { event: "unlisted"; path: string };

type Listed = Pick<ParsedManifest, "entries" | "isDelivery">;

/** Verifies a folder, or without one the objects of a workspace or of a service. */
export function verifyAny(argv: string[], deps: Pick<HeadlessDeps, "policies">): Promise<number> {
  if (hasOption(argv, "base-url")) return verifyService(argv, deps);
  return isAboutFolder(argv) ? verifyFolder(argv) : verifyWorkspace(argv);
}

/** A mistake is reported as one about a folder, unless an option is of a workspace. */
function isAboutFolder(argv: readonly string[]): boolean {
  const isWorkspaceOption = (one: string) => /^--(data|database|database-file|objects)\b/.test(one);
  const isNamed = (process.env["DUBYARD_DATA"] ?? "") !== "";
  const hasOperand = argv.some((one) => !one.startsWith("-"));
  return !argv.some(isWorkspaceOption) && (hasOperand || !isNamed);
}

/**
 * Verifies a folder. Resolves with the exit code: 0 if every file matches and no other file exists,
 * 1 if not, 2 for invalid arguments or an invalid manifest, 130 if interrupted.
 */
const verifyFolder = (argv: string[]): Promise<number> =>
  runCommand({
    name: "verify",
    argv,
    async read() {
      const options = readVerifyArguments(argv);
      return { options, listed: await readEntries(options) };
    },
    work: ({ options, listed }, { output, signal }) => compare(options, listed, output, signal),
  });

/**
 * The entries by gallery path. Throws "invalid-input" whose message names every invalid row, up to
 * a limit.
 */
async function readEntries({ manifest }: VerifyArguments): Promise<Listed> {
  const { file, extension } = manifest;
  const { bytes } = await readBounded(file, maxManifestBytes);
  if (bytes === null)
    throw new AppError(
      "invalid-input",
      `${file} is larger than ${maxManifestBytes / 1024 ** 2} MB`,
    );
  let parsed;
  try {
    parsed = parseManifest(bytes, extension);
  } catch (error) {
    throw new AppError("invalid-input", `${file} ${toProblem(error).message}`, { cause: error });
  }
  const { entries, problems, moreProblems, isDelivery } = parsed;
  if (problems.length > 0) {
    const more = moreProblems === 0 ? [] : [`${moreProblems} more`];
    const list = [...problems, ...more].join("; ");
    throw new AppError("invalid-input", `${file} has invalid rows: ${list}`);
  }
  entries.sort((a, b) => (a.galleryPath < b.galleryPath ? -1 : 1));
  return { entries, isDelivery };
}

async function compare(
  { folder, manifest }: VerifyArguments,
  { entries, isDelivery }: Listed,
  output: Output,
  signal: AbortSignal,
): Promise<number> {
  const counts = { missing: 0, size: 0, hash: 0, "no-hash": 0, unreadable: 0, unlisted: 0 };
  let matching = 0;
  function report(difference: Difference): void {
    counts[difference.event] += 1;
    output.event(difference);
    output.line(lineOf(difference));
  }

  const { files, unreadable } = await filesBelow(folder, { except: manifest.file, signal });
  for (const { path, message } of unreadable) {
    report({ event: "unreadable", path, message });
    await output.ready();
  }
  const progress = { files: 0, totalFiles: entries.length, bytes: 0, totalBytes: 0 };
  for (const { galleryPath } of entries) progress.totalBytes += files.get(galleryPath)?.size ?? 0;
  const hasher = createFileHasher();
  try {
    for (const entry of entries) {
      const file = files.get(entry.galleryPath);
      const found = file
        ? await compareFile(entry, file, (location) =>
            hasher.hash(location, file.size, {
              signal,
              onBytes: (bytes) =>
                output.progress(() => hashProgress({ ...progress, bytes: progress.bytes + bytes })),
            }),
          )
        : ({ event: "missing", path: entry.galleryPath } as const);
      signal.throwIfAborted();
      if (found) report(found);
      else matching += 1;
      await output.ready();
      progress.files += 1;
      progress.bytes += file?.size ?? 0;
      output.progress(() => hashProgress(progress));
    }
  } finally {
    hasher.close();
  }
  const listed = new Set(entries.map(({ galleryPath }) => galleryPath));
  if (isDelivery) listed.add(checksumsName);
  for (const [path, { isHidden }] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (isHidden || listed.has(path)) continue;
    report({ event: "unlisted", path });
    await output.ready();
  }

  const differences = Object.entries(counts).filter(([, count]) => count > 0);
  const exitCode = differences.length === 0 ? exit.done : exit.failed;
  output.event({ event: "summary", matching, ...counts, exitCode });
  output.result(
    [
      `${matching} matching`,
      ...differences.map(([name, count]) => `${count} ${nouns[name as keyof typeof nouns]}`),
    ].join(", "),
  );
  return exitCode;
}

/** The difference of one file, or null. */
async function compareFile(
  { galleryPath: path, size, md5 = "", sha256 = "", status = "unchanged" }: ManifestEntry,
  file: FoundFile,
  hash: (location: string) => Promise<{ size: number; md5: string; sha256: string }>,
): Promise<Difference | null> {
  if (md5 === "" && sha256 === "") return { event: "no-hash", path, status };
  if (size !== undefined && size !== file.size)
    return { event: "size", path, expected: size, actual: file.size };
  let actual;
  try {
    actual = await hash(file.location);
  } catch (error) {
    return { event: "unreadable", path, message: toProblem(error).message };
  }
  if (size !== undefined && actual.size !== size)
    return { event: "size", path, expected: size, actual: actual.size };
  for (const [algorithm, expected] of [
    ["md5", md5],
    ["sha256", sha256],
  ] as const)
    if (expected !== "" && expected.toLowerCase() !== actual[algorithm])
      return { event: "hash", path, algorithm, expected, actual: actual[algorithm] };
  return null;
}

const nouns: Record<Difference["event"], string> = {
  missing: "missing",
  size: "of another size",
  hash: "with another hash",
  "no-hash": "without a hash in the manifest",
  unreadable: "unreadable",
  unlisted: "not in the manifest",
};

function lineOf(difference: Difference): string {
  const { event, path } = difference;
  switch (event) {
    case "missing":
      return `missing: ${path}`;
    case "size":
      return `other size: ${path} (${difference.actual} bytes, not ${difference.expected})`;
    case "hash":
      return `other ${difference.algorithm}: ${path} (${difference.actual}, not ${difference.expected})`;
    case "no-hash":
      return `no hash in the manifest: ${path} (${difference.status})`;
    case "unreadable":
      return `unreadable: ${path} (${difference.message})`;
    case "unlisted":
      return `not in the manifest: ${path}`;
  }
}
