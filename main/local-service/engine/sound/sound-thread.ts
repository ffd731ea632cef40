/** A thread that works on sound (bundled to out/main/sound-thread.cjs); see sound-threads.ts. */
import { parentPort } from "node:worker_threads";
import { systemCode } from "../../../common/errors";
import { EngineError } from "../ports";
import { finishTake } from "./finish-take";
import type { FromSoundThread, SoundJobKind, SoundJobs, ToSoundThread } from "./sound-jobs";
import { loadChangeSpeed } from "./speed";

type Perform<Kind extends SoundJobKind> = (
  request: SoundJobs[Kind]["request"],
  report: (share: number) => void,
) => Promise<SoundJobs[Kind]["result"]>;

const performers: { [Kind in SoundJobKind]: Perform<Kind> } = {
  finish: async (request) => finishTake(request, await loadChangeSpeed()),
};

const post = (message: FromSoundThread) => parentPort?.postMessage(message);

async function perform<Kind extends SoundJobKind>({ kind, request }: ToSoundThread<Kind>) {
  try {
    post({ result: await performers[kind](request, (progress) => post({ progress })) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    post({ failure: { isFinal: error instanceof EngineError, code: systemCode(error), message } });
  }
}

parentPort?.on("message", (job: ToSoundThread) => void perform(job));
