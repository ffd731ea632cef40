/** Writes the sounds of deliveries in a thread, one at a time: the speed is limited by the disk. */
import type { DeliveryWriter } from "../../ports";
import { createWriteOutput } from "../output-file";
import { createSoundThreads, type SoundThreadsOptions } from "../sound-threads";

export function createDeliveryWriter(options: Pick<SoundThreadsOptions, "file">): DeliveryWriter {
  const threads = createSoundThreads({ maxThreads: 1, ...options });
  const writeOutput = createWriteOutput();
  const run =
    <Kind extends "widen" | "level" | "stem" | "master">(kind: Kind) =>
    (request: Parameters<typeof threads.run<Kind>>[1], job: Parameters<typeof threads.run>[2]) =>
      writeOutput(request.file, () => threads.run(kind, request, job));
  return {
    widen: run("widen"),
    level: run("level"),
    writeStem: run("stem"),
    master: run("master"),
    measure: (request, job) => threads.run("measure", request, job),
    close: () => threads.close(),
  };
}
