/** `dubyard export`: delivers a batch to a folder of this computer. */
import { setTimeout as delay } from "node:timers/promises";
import {
  maxLimitingDb,
  missingKinds,
  type DeliveryNote,
  leftOutFiles,
  type LeftOutReason,
  type MissingKind,
} from "../../../preload/facts/delivery";
import { AppError } from "../../common/errors";
import type { FoundExport } from "../../remote/extensions/exports";
import type { Remote } from "../../remote/remote";
import { readExportArguments, type ExportArguments } from "./arguments";
import type { HeadlessDeps } from "../deps";
import { exit } from "../exit-codes";
import type { Output } from "../output";
import type { CommandContext } from "../run-command";
import { continueFetch, fetchExport } from "./fetch-export";
import { runWithService } from "./service-command";

const pollMs = 200;

const leftOutTexts: Readonly<Record<LeftOutReason, string>> = {
  "no-times": "the lines have no times",
  "no-takes": "no line has a take",
  "no-video": "the batch has no video",
  "no-mp3": "there is no FFmpeg that encodes MP3",
  "stl-rate": "the format has only 25 and 30 frames per second",
  "stl-unread": "it needs the frame rate of a video that is read during the delivery",
  "stl-characters": "the format lacks letters of this language",
};
const noteTexts: Readonly<Record<DeliveryNote, (count: number) => string>> = {
  "takes-keep-level": () => "the preset is about mixes: takes keep their levels",
  "stems-keep-level": () => "the preset is about takes: stems are sums of takes as reviewed",
  "mix-without-loudness": () => "the preset has no loudness for mixes, only a maximum",
  "video-keeps-timecode": () => "the video keeps its own timecode",
  "mix-stereo": () => "the source is not known to have 5.1 channels: the mix is stereo",
  "takes-too-dynamic": (count) =>
    `${count} takes need more than ${maxLimitingDb} dB of limiting for the preset, and fail`,
};
const missingNames: Record<MissingKind, string> = {
  withoutText: "without a text",
  withoutTake: "without a take",
  unapproved: "not approved",
  errors: "errors found by checks",
};

/**
 * Resolves with the exit code: 0 if all files are made, 1 if the batch cannot be delivered or a
 * file failed, 2 for invalid arguments, 130 if interrupted. What was written to a folder of the
 * service is removed then; what was downloaded stays.
 */
export const exportBatch = (
  argv: string[],
  { policies }: Pick<HeadlessDeps, "policies">,
): Promise<number> =>
  runWithService({
    name: "export",
    argv,
    read: () => readExportArguments(argv, process.env, policies()),
    work: run,
  });

async function run(
  remote: Remote,
  { folder, delivery, baseUrl }: ExportArguments,
  context: CommandContext,
): Promise<number> {
  const { output, signal } = context;
  const { extensions } = await remote.extensions.announced();
  const isDownload = !extensions.includes("exports");
  if (isDownload && !extensions.includes("delivery-files"))
    throw new AppError("not-offered", "--base-url: the service delivers nothing");
  if (delivery === null) {
    if (!isDownload)
      throw new AppError("not-offered", "--continue: the service writes to folders by itself");
    const { exports } = remote.extensions;
    return report(await continueFetch(exports, folder, { ...context, baseUrl }), output);
  }
  const { batchId, request } = delivery;
  const plan = await remote.extensions.exports.plan(batchId, request);
  for (const left of plan.leftOut ?? []) {
    output.event({ event: "left-out", ...left });
    const what = leftOutFiles[left.reason] ?? left.part;
    output.line(`${left.languageId}: no ${what}: ${leftOutTexts[left.reason]}`);
  }
  for (const { note, count } of plan.notes ?? []) {
    output.event({ event: "note", note, count });
    output.line(noteTexts[note](count));
  }
  let isComplete = true;
  for (const missing of plan.missing) {
    const found = missingKinds.filter((kind) => missing.counts[kind] > 0);
    if (found.length === 0) continue;
    isComplete = false;
    output.event({ event: "missing", ...missing });
    const texts = found.map((kind) => `${missing.counts[kind]} ${missingNames[kind]}`);
    output.line(`${missing.languageId}: ${texts.join(", ")}`);
  }
  signal.throwIfAborted();
  if (!isComplete && !request.includeUnapproved) {
    output.line("nothing was delivered: correct this, or deliver it with --anyway");
    output.event({ event: "summary", state: "not-deliverable", files: 0, exitCode: exit.failed });
    return exit.failed;
  }
  const calls = remote.extensions.exports;
  const id = await calls.start(batchId, request, isDownload ? null : folder);
  if (isDownload)
    return report(await fetchExport(calls, id, folder, { ...context, baseUrl }), output);
  try {
    return await report(await untilEnded(remote, id, output, signal), output);
  } catch (error) {
    if (signal.aborted) await remote.extensions.exports.cancel(id);
    throw error;
  }
}

async function untilEnded(
  remote: Remote,
  id: string,
  output: Output,
  signal: AbortSignal,
): Promise<FoundExport> {
  for (;;) {
    const found = await remote.extensions.exports.find(id);
    const { state, counts } = found.delivery;
    if (state !== "making") return found;
    output.progress(() => `${counts.made} of ${counts.files} files`);
    await delay(pollMs, undefined, { signal });
  }
}

async function report({ delivery, files }: FoundExport, output: Output): Promise<number> {
  const { folder, problem, state, counts } = delivery;
  const { made, failed, findings } = counts;
  for (const file of files) {
    output.event({ event: "problem", ...file });
    output.line(`${file.path}: ${file.problem}`);
    await output.ready();
  }
  const exitCode = state === "made" ? exit.done : exit.failed;
  output.event({
    event: "summary",
    state,
    folder,
    files: made,
    failed,
    findings,
    problem,
    exitCode,
  });
  const reason = state === "unconfirmed" ? "it was not begun on this computer" : problem;
  output.result(
    state === "made" || failed > 0
      ? `${made} files in ${folder}, ${failed} failed`
      : `${state}: ${reason}`,
  );
  return exitCode;
}
