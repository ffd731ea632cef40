/** A thread that works on sound (bundled to out/main/sound-thread.cjs); see sound-threads.ts. */
import { parentPort } from "node:worker_threads";
import { systemCode } from "../../../common/errors";
import { EngineError } from "../ports";
import { levelTake, master, measure, widen, writeStem } from "./delivery/delivered-sound";
import { finishTake } from "./finish-take";
import { mix } from "./mix";
import type {
  FromSoundThread,
  SoundFailure,
  SoundJobKind,
  SoundJobs,
  ToSoundThread,
} from "./sound-jobs";
import { findSpeakers, groupSpeakers } from "./analysis/speakers";
import { findSpans } from "./analysis/speech-spans";
import { loadChangeSpeed } from "./speed";
import { readActivity } from "./analysis/voice-activity";

type Perform<Kind extends SoundJobKind> = (
  request: SoundJobs[Kind]["request"],
  report: (share: number) => void,
) => SoundJobs[Kind]["result"] | Promise<SoundJobs[Kind]["result"]>;

/** Progress is reported in steps of this share. */
const minProgress = 1 / 200;

const performers: { [Kind in SoundJobKind]: Perform<Kind> } = {
  finish: async (request) => finishTake(request, await loadChangeSpeed()),
  mix: (request, report) => {
    const { bytes, md5 } = mix(request, report);
    return { bytes, md5 };
  },
  widen: (request) => widen(request),
  level: (request, report) => levelTake(request, report),
  stem: (request, report) => writeStem(request, report),
  master: (request, report) => master(request, report),
  measure: (request, report) => measure(request, report),
  "find-speech": async ({ file }, report) => findSpans(await readActivity(file, report)),
  "find-speakers": ({ file, spans, count }, report) => findSpeakers(file, spans, count, report),
  "group-speakers": ({ vectors, durations, count }) => groupSpeakers(vectors, durations, count),
};

const post = (message: FromSoundThread) => parentPort?.postMessage(message);

function failureOf(error: unknown): SoundFailure {
  const errno = (error as { errno?: unknown } | null)?.errno;
  return {
    message: error instanceof Error ? error.message : String(error),
    isFinal: error instanceof EngineError,
    system: typeof errno === "number" ? { code: systemCode(error), errno } : null,
  };
}

async function perform<Kind extends SoundJobKind>({ kind, request }: ToSoundThread<Kind>) {
  try {
    let reported = 0;
    const report = (progress: number) => {
      if (progress - reported < minProgress) return;
      reported = progress;
      post({ progress });
    };
    post({ result: await performers[kind](request, report) });
  } catch (error) {
    post({ failure: failureOf(error) });
  }
}

parentPort?.on("message", (job: ToSoundThread) => void perform(job));
