/** Downloads the files of an export of a service for a team. */
import { createDeliveryFolder } from "../../backend/deliveries/delivery-folder";
import { fetchDelivery } from "../../backend/deliveries/fetch-delivery";
import { partSuffix } from "../../backend/downloads/write-file";
import { removeDeliveredFiles } from "../../common/delivered-files";
import { backoffDelay, retryPolicies } from "../../common/retry";
import type { ExportCalls, FoundExport } from "../../remote/extensions/exports";
import type { CommandContext } from "../run-command";

const pollMs = 500;

/**
 * Resolves with the export, whose files are in a new folder below `target` then. If it was
 * interrupted, the export is cancelled, and what was written is removed; other errors leave both.
 */
export async function fetchExport(
  calls: ExportCalls,
  id: string,
  target: string,
  { output, signal }: Pick<CommandContext, "output" | "signal">,
): Promise<FoundExport> {
  const fetched = new Map<string, string>();
  let folder: string | null = null;
  try {
    const { delivery } = await calls.find(id);
    folder = await createDeliveryFolder(target, delivery.folder);
    await fetchDelivery({
      calls,
      deliveryId: id,
      folder,
      fetched: {
        sha256Of: (path) => fetched.get(path) ?? null,
        add: (path, sha256) => void fetched.set(path, sha256),
      },
      signal,
      onProgress: ({ files, total }) => output.progress(() => `${files} of ${total} files`),
      pollMs,
      retryMs: (failures) =>
        failures < retryPolicies.headless.maxAttempts
          ? backoffDelay(failures, retryPolicies.headless.baseMs)
          : null,
    });
    const found = await calls.find(id);
    return { ...found, delivery: { ...found.delivery, folder } };
  } catch (error) {
    if (!signal.aborted) throw error;
    if (folder !== null) {
      const paths = (await calls.files(id)).map(({ path }) => path);
      await removeDeliveredFiles(
        folder,
        paths.flatMap((path) => [path, `${path}${partSuffix}`]),
        partSuffix,
      );
    }
    const { state } = (await calls.find(id)).delivery;
    if (state === "making" || state === "failed") await calls.cancel(id);
    throw error;
  }
}
