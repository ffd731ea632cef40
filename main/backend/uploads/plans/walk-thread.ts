/** A thread that walks files and folders (bundled to out/main/walk-thread.cjs); see thread-walk. */
import { once } from "node:events";
import { parentPort } from "node:worker_threads";
import { createDiskCalls } from "../../../common/disk-calls";
import { createWalk, type Found } from "./walk-files";
import type { FromWalk, StartWalk } from "./walk-messages";

/** What was found is sent when it is this much or this old (in milliseconds). */
const maxFound = 500;
const maxAgeMs = 100;

const walk = createWalk(createDiskCalls());

async function run({ sourcePaths, reportsFolders, port }: StartWalk): Promise<void> {
  const stop = new AbortController();
  port.once("close", () => stop.abort());
  const { signal } = stop;
  const nextRequest = () => {
    const request = once(port, "message", { signal });
    // It rejects when the walk is stopped, perhaps before it is awaited.
    request.catch(() => undefined);
    return request;
  };
  let requested = nextRequest();
  async function respond(message: FromWalk): Promise<void> {
    await requested;
    requested = nextRequest();
    port.postMessage(message);
  }

  let found: Found[] = [];
  let sentAt = performance.now();
  const take = () => {
    const taken = found;
    found = [];
    sentAt = performance.now();
    return taken;
  };
  async function onFolder(location: string): Promise<void> {
    await respond({ kind: "folder", found: take(), location });
    await requested;
  }
  try {
    for await (const one of walk(sourcePaths, signal, reportsFolders ? onFolder : undefined)) {
      found.push(one);
      if (found.length >= maxFound || performance.now() - sentAt > maxAgeMs)
        await respond({ kind: "found", found: take() });
    }
    await respond({ kind: "end", found });
  } catch (error) {
    if (signal.aborted) return;
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    await respond({ kind: "failure", message });
  }
}

parentPort?.on("message", (walkToStart: StartWalk) => void run(walkToStart).catch(() => undefined));
