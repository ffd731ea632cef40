/** Downloads the files of an export of a service for a team. */
import { createDeliveryFolder } from "../../backend/deliveries/delivery-folder";
import { fetchDelivery } from "../../backend/deliveries/fetch-delivery";
import { partSuffix } from "../../backend/downloads/write-file";
import { removeDeliveredFiles } from "../../common/delivered-files";
import { toProblem } from "../../common/errors";
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
  /** The files that were begun. */
  const begun = new Set<string>();
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
      onProgress({ files, total, path }) {
        if (path !== "") begun.add(path);
        output.progress(() => `${files} of ${total} files`);
      },
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
    const problems = await removeInterrupted(calls, id, folder, [...begun]);
    for (const problem of problems) output.line(problem);
    throw error;
  }
}

/**
 * Removes the files of an interrupted run, and cancels the export. Resolves with what failed, such
 * as without a connection, a frequent reason for interruptions.
 */
async function removeInterrupted(
  calls: ExportCalls,
  id: string,
  folder: string | null,
  written: readonly string[],
): Promise<string[]> {
  const problems: string[] = [];
  if (folder !== null)
    try {
      await removeDeliveredFiles(folder, written, partSuffix);
    } catch (error) {
      problems.push(`${folder} is not removed: ${toProblem(error).message}`);
    }
  try {
    const { state } = (await calls.find(id)).delivery;
    if (state === "making" || state === "failed") await calls.cancel(id);
  } catch (error) {
    problems.push(`the service goes on with the delivery ${id}: ${toProblem(error).message}`);
  }
  return problems;
}
