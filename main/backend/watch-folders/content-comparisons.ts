/**
 * Compares files of a watch folder with what was sent of them, one at a time beside the walks: a
 * program has written into the file and restored its time, or only its permissions or the inodes of
 * its drive changed.
 */
import type { Log } from "../../common/log";
import { hasSentContent } from "../uploads/transfer/content-md5";
import { disk } from "../uploads/transfer/disk";
import type { SentFile } from "../uploads/store/upload-rows";
import type { QuietFile } from "./queue-files";

export interface ContentComparisonsDeps {
  log: Log;
  /** The file has the content that was sent. */
  onSame: (file: QuietFile) => void;
  onDifferent: (file: QuietFile) => void;
  /** A comparison has ended. */
  onEnded: () => void;
}

export function createContentComparisons(deps: ContentComparisonsDeps) {
  const stopping = new AbortController();
  const waiting = new Map<string, { file: QuietFile; sent: SentFile }>();
  let active: Promise<void> | null = null;

  async function compareAll(): Promise<void> {
    for (const [path, { file, sent }] of waiting) {
      try {
        const { identity } = file.file;
        if (await hasSentContent(disk, sent, identity, stopping.signal)) deps.onSame(file);
        else deps.onDifferent(file);
      } catch (error) {
        if (stopping.signal.aborted) return;
        // The next walk finds the file again.
        deps.log.info("watch folders: a file was not compared", error);
      }
      waiting.delete(path);
      deps.onEnded();
    }
  }

  function start(): void {
    if (waiting.size === 0 || stopping.signal.aborted) return;
    active ??= compareAll().finally(() => {
      active = null;
      start();
    });
  }

  return {
    add(file: QuietFile, sent: SentFile): void {
      waiting.set(file.path, { file, sent });
      start();
    },
    has: (path: string) => waiting.has(path),
    count: () => waiting.size,
    /** Resolves when no file is read. */
    async stop(): Promise<void> {
      stopping.abort(new Error("stopping"));
      await active;
    },
  };
}
