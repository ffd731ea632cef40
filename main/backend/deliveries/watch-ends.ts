/** Reports the end of deliveries to the native side, also while their screen is not shown. */
import type { Delivery } from "../../../preload/contract/deliveries";
import type { Log } from "../../common/log";
import type { DeliveryEnd } from "../ports";

type Target = Omit<DeliveryEnd, "folder" | "isMade">;

export interface WatchEndsDeps {
  /** The state of a delivery now. */
  find: (target: Target, deliveryId: string) => Promise<Pick<Delivery, "state" | "folder">>;
  /** Whether the workspace still exists. */
  hasWorkspace: (workspaceId: string) => boolean;
  onEnded: (end: DeliveryEnd) => void;
  /** Milliseconds between two requests of the states. */
  pollMs?: number;
  log: Log;
}

/** Requests that may fail in turn, such as while the service starts again. */
const maxFailures = 60;

export function createDeliveryWatch(deps: WatchEndsDeps) {
  const { find, hasWorkspace, onEnded, pollMs = 2_000, log } = deps;
  const watched = new Map<string, { target: Target; failures: number }>();
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  async function check(deliveryId: string): Promise<void> {
    const entry = watched.get(deliveryId);
    if (!entry) return;
    const { target } = entry;
    if (!hasWorkspace(target.workspaceId)) return void watched.delete(deliveryId);
    try {
      const { state, folder } = await find(target, deliveryId);
      entry.failures = 0;
      if (state === "making" || isStopped) return;
      watched.delete(deliveryId);
      // What the user has cancelled is no news.
      if (state === "made" || state === "failed")
        onEnded({ ...target, folder, isMade: state === "made" });
    } catch (error) {
      entry.failures += 1;
      if (entry.failures < maxFailures) return;
      watched.delete(deliveryId);
      log.warn("deliveries: the end of one is not known", error);
    }
  }

  async function checkAll(): Promise<void> {
    timer = null;
    for (const deliveryId of [...watched.keys()]) await check(deliveryId);
    schedule();
  }
  function schedule(): void {
    if (isStopped || timer !== null || watched.size === 0) return;
    timer = setTimeout(() => void checkAll(), pollMs);
    timer.unref();
  }

  return {
    /** Reports the end of a delivery that is being made. Does nothing for a watched one. */
    watch(target: Target, deliveryId: string): void {
      if (watched.has(deliveryId)) return;
      const { workspaceId, projectId, batchId } = target;
      watched.set(deliveryId, { target: { workspaceId, projectId, batchId }, failures: 0 });
      schedule();
    },
    stop(): void {
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}
