/**
 * Makes what processes without an engine ask for: a sample, or the peaks, the preview or the facts
 * of a video, by the same functions that respond to clients in a process with an engine.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../common/log";
import { withEitherSignal } from "../common/either-signal";
import { createBackgroundLoop } from "./common/background-loop";
import { HttpError } from "./common/http-error";
import type { FindVoiceSample } from "./dubbing/voice-samples";
import { unreadableVideo, type FindSourceFacts } from "./review/source-facts";
import type { SourcePeaks } from "./review/source-peaks";
import type { SourcePreviews } from "./review/source-previews";
import type { AskedItem, AskedKind, AskedRows } from "./rows/asked-port";
import { LostLease, type LeaseRows } from "./rows/lease-port";
import type { SourceFiles } from "./sources/source-file";
import { createLeases, type HeldLease } from "./work/leases";

/**
 * Makes an item, and stores it. Resolves with its result, or with a number from 0 to 1 if it is not
 * complete yet: then it is called again. HttpError: it cannot be made.
 */
export type MakeAsked = (subject: string, signal: AbortSignal) => Promise<string | number>;

export interface AskedMakersDeps {
  files: Pick<SourceFiles, "ofBatch">;
  peaks: SourcePeaks;
  previews: SourcePreviews;
  findFacts: FindSourceFacts;
  findSample: FindVoiceSample;
}

/** The makers of a process with an engine. */
export function createAskedMakers(deps: AskedMakersDeps): Readonly<Record<AskedKind, MakeAsked>> {
  const { files, peaks, previews, findFacts, findSample } = deps;
  return {
    async sample(subject) {
      const [voice = "", languageId = null] = JSON.parse(subject) as string[];
      await findSample(voice, languageId);
      return "";
    },
    async peaks(batchId) {
      const source = await files.ofBatch(batchId);
      return (await peaks.read(batchId, source, { from: 0, count: 1 })) ? "" : 0;
    },
    async preview(batchId) {
      const found = await previews.read(batchId, await files.ofBatch(batchId));
      if ("progress" in found) return found.progress;
      await found.file.close();
      return "";
    },
    async facts(batchId, signal) {
      const found = await findFacts(batchId, await files.ofBatch(batchId), signal);
      // The reason may be a missing program or a time limit: a later attempt may succeed.
      if (typeof found === "string") throw new HttpError(unreadableVideo, found);
      return JSON.stringify(found);
    },
  };
}

export interface AskedWorkDeps {
  rows: AskedRows & LeaseRows;
  makers: Readonly<Record<AskedKind, MakeAsked>>;
  /** See `SharedEngines`. */
  shared: { mayWork: () => boolean; ownSet: () => string | null };
  log: Log;
}

/** The kinds of each slot, which makes one item at a time: no sample waits for a long video. */
const slots: readonly (readonly AskedKind[])[] = [
  ["preview", "peaks"],
  ["sample", "facts"],
];
const againMs = 1_000;
/** At this attempt an item fails, as the process ended during the earlier attempts. */
const lastAttempt = 3;
/** An item whose attempts ended processes is retried this much later, in milliseconds. */
const laterMs = 3_600_000;
const removeEveryMs = 3_600_000;

const nameOf = ({ kind, key }: AskedItem) => `${kind}/${key}`;

export function startAskedWork({ rows, makers, shared, log }: AskedWorkDeps) {
  const leases = createLeases({
    rows,
    log,
    engineSet: shared.ownSet,
    onPoll: () => loop.wake(),
  });
  const loop = createBackgroundLoop({ name: "asked", step, log });
  /** The slots whose item is being made. */
  const busy = new Set<readonly AskedKind[]>();
  /** When old rows are removed next, in the time of `performance.now`. */
  let removeAt = 0;

  async function step(): Promise<void> {
    await leases.start();
    if (!shared.mayWork()) return;
    if (performance.now() >= removeAt) {
      await rows.removeFormerAsked();
      removeAt = performance.now() + removeEveryMs;
    }
    for (const slot of slots) {
      const item = busy.has(slot) ? null : await rows.findAskedOf(slot, loop.aside());
      if (item) begin(item, slot);
    }
  }

  function begin(item: AskedItem, slot: readonly AskedKind[]): void {
    const name = nameOf(item);
    busy.add(slot);
    const attempted = loop
      .attempt(name, () =>
        leases.run("asked", name, (lease) =>
          withEitherSignal(loop.signal, lease.signal, (signal) => make(item, lease, signal)),
        ),
      )
      .then(() => void busy.delete(slot));
    void loop.begin(attempted, "something that was asked for could not be made");
  }

  async function make(item: AskedItem, lease: HeldLease, signal: AbortSignal): Promise<void> {
    const failed = { state: "failed", result: "", laterMs: 0 } as const;
    if (lease.attempts >= lastAttempt) {
      log.error(`asked: ${nameOf(item)} is not made: its worker ended during each attempt`);
      const problem = "it could not be made: the worker ended during each attempt";
      await rows.finishAsked(lease, item, { ...failed, status: 500, problem, laterMs });
      return;
    }
    try {
      const result = await makeWhole(item, lease, signal);
      const made = { state: "made", status: 0, problem: "", result, laterMs: 0 } as const;
      await rows.finishAsked(lease, item, made);
    } catch (error) {
      if (signal.aborted || error instanceof LostLease) throw error;
      // Another failure than that of a request is unexpected: it is repeated later.
      if (!(error instanceof HttpError)) log.error("asked: an item could not be made", error);
      const { status, message } =
        error instanceof HttpError ? error : { status: 500, message: "it could not be made" };
      await rows.finishAsked(lease, item, { ...failed, status, problem: message });
    }
  }

  async function makeWhole(item: AskedItem, lease: HeldLease, signal: AbortSignal) {
    for (;;) {
      const made = await makers[item.kind](item.subject, signal);
      if (typeof made === "string") return made;
      await rows.noteAskedProgress(lease, item, made);
      await pause(againMs, undefined, { signal, ref: false });
    }
  }

  loop.wake();
  return {
    async close() {
      await loop.close();
      await leases.close();
    },
  };
}
