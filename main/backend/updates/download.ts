/** The download of an offered file: one at a time. */
import type { FeedClient } from "./feed-client";
import type { ReleaseFile } from "./release-list";
import type { UpdateFolder } from "./update-folder";

export interface UpdateDownloadDeps {
  client: Pick<FeedClient, "download">;
  folder: UpdateFolder;
  onChanged: () => void;
  onCompleted: () => void;
  onFailed: (error: unknown) => void;
}

export type UpdateDownload = ReturnType<typeof createUpdateDownload>;

export function createUpdateDownload(deps: UpdateDownloadDeps) {
  const { client, folder, onChanged } = deps;
  let running: { abort: AbortController; bytes: number } | null = null;
  let ended: Promise<void> = Promise.resolve();

  async function run(file: ReleaseFile, current: NonNullable<typeof running>): Promise<void> {
    const { signal } = current.abort;
    try {
      await folder.keepOnly(file);
      await client.download(file, folder.partOf(file), {
        signal,
        onBytes(bytes) {
          current.bytes = bytes;
          onChanged();
        },
      });
      await folder.publish(file);
      deps.onCompleted();
    } catch (error) {
      if (!signal.aborted) deps.onFailed(error);
    } finally {
      running = null;
      onChanged();
    }
  }
  return {
    /** The bytes of the running download; null if none is running. */
    bytes: () => running?.bytes ?? null,
    start(file: ReleaseFile): void {
      if (running) return;
      running = { abort: new AbortController(), bytes: 0 };
      ended = run(file, running);
      onChanged();
    },
    /** The bytes that were received stay. Resolves when nothing is written any more. */
    async stop(): Promise<void> {
      running?.abort.abort();
      await ended;
    },
  };
}
