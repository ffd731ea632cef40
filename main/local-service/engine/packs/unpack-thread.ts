/**
 * The thread that unpacks packs (bundled to out/main/pack-thread.cjs): decompressing takes seconds
 * to minutes of CPU time.
 */
import type { PackProblem } from "../../../../preload/facts/packs";
import { parentPort } from "node:worker_threads";
import { systemCode } from "../../../common/errors";
import { PackError } from "./problems";
import { unpack, type UnpackJob, type UnpackedFile } from "./unpack";

/** `code`: of PackError, or of the operating system. */
export type UnpackReply =
  | { progress: number }
  | { files: UnpackedFile[] }
  | { problem: PackProblem; message: string }
  | { error: string };

const post = (reply: UnpackReply) => parentPort?.postMessage(reply);

async function perform(job: UnpackJob): Promise<void> {
  try {
    post({ files: await unpack(job, (progress) => post({ progress })) });
  } catch (error) {
    if (error instanceof PackError) post({ problem: error.code, message: error.message });
    else post({ error: systemCode(error) });
  }
}

parentPort?.on("message", (job: UnpackJob) => void perform(job));
