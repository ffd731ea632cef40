/**
 * External engines that ask for a delay before their next request. Meanwhile takes of their voices
 * stay queued; those of other voices are made.
 */
import { pause } from "../../common/retry";
import type { EngineError, EngineWait } from "../engine/ports";
import { waitNote } from "../engine/wait-note";
import type { TakeWorkRows } from "../rows/dubs/dub-port";

/** A voice of an external engine. */
export interface ExternalVoice {
  name: string;
  externalEngine: string;
}

export interface EngineWaits {
  /** Begins the delay that the error has. */
  begin(externalEngine: string, error: EngineError): void;
  has(externalEngine: string): boolean;
  /** Ends the delays for which a batch waits; without one, all. */
  release(batchId?: string): void;
  /** Finds the dubs with queued takes of the engines that are waited for. */
  refresh(voices: readonly ExternalVoice[]): Promise<void>;
  /** Which engines a batch waits for. */
  notesOf(batchId: string): string[];
}

interface Wait extends EngineWait {
  /** Ids as of `dubId`. */
  dubs: ReadonlySet<string>;
}

export function createEngineWaits(
  store: Pick<TakeWorkRows, "listDubsWithVoices">,
  loop: { signal: AbortSignal; wake: () => void },
): EngineWaits {
  const waits = new Map<string, Wait>();
  const isFor = ({ dubs }: Wait, batchId: string) =>
    [...dubs].some((id) => id.startsWith(`${batchId}/`));
  return {
    begin(externalEngine, { message, waitMs }) {
      const dubs = waits.get(externalEngine)?.dubs ?? new Set();
      const wait = { reason: message, until: Date.now() + waitMs, dubs };
      waits.set(externalEngine, wait);
      const end = () => {
        if (waits.get(externalEngine) !== wait) return;
        waits.delete(externalEngine);
        loop.wake();
      };
      void pause(waitMs, loop.signal).then(end, () => undefined);
    },
    has: (externalEngine) => waits.has(externalEngine),
    release(batchId) {
      for (const [externalEngine, wait] of waits)
        if (batchId === undefined || isFor(wait, batchId)) waits.delete(externalEngine);
      loop.wake();
    },
    async refresh(voices) {
      for (const [externalEngine, wait] of waits) {
        const own = voices.filter((voice) => voice.externalEngine === externalEngine);
        wait.dubs = new Set(await store.listDubsWithVoices(own.map(({ name }) => name)));
      }
    },
    notesOf: (batchId) =>
      [...waits.values()]
        .filter((wait) => isFor(wait, batchId))
        .map((wait) => waitNote(wait, Date.now())),
  };
}
