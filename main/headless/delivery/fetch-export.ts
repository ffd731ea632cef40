/** Downloads the files of an export of a service for a team. */
import { realpath, rmdir } from "node:fs/promises";
import { createDeliveryFolder } from "../../backend/deliveries/delivery-folder";
import { fetchDelivery } from "../../backend/deliveries/fetch-delivery";
import type { ErrorCode } from "../../../preload/facts/error-codes";
import { AppError, toProblem } from "../../common/errors";
import { backoffDelay, retryPolicies } from "../../common/retry";
import type { ExportCalls, FoundExport } from "../../remote/extensions/exports";
import { quoted } from "../quoted";
import type { CommandContext } from "../run-command";
import { readRecord, removeRecord, requireSame, writeRecord } from "./delivery-record";

const pollMs = 500;
interface Context extends Pick<CommandContext, "output" | "signal"> {
  /** The address of the service. */
  baseUrl: string;
}
/** Errors of a delivery that does not exist any more, and of a file that is in the way. */
const endingCodes: ReadonlySet<ErrorCode> = new Set(["not-found", "path-taken"]);

/**
 * Downloads an export to a new folder below `target`. Resolves with the export as it is then. What
 * was downloaded stays after an interruption and an error, and `continueFetch` continues it.
 * Without a folder nothing could continue it: the export is cancelled then.
 */
export async function fetchExport(
  calls: ExportCalls,
  id: string,
  target: string,
  context: Context,
): Promise<FoundExport> {
  let folder: string;
  try {
    folder = await createFolderOf(calls, id, target);
  } catch (error) {
    await calls.cancel(id).catch((reason: unknown) => {
      context.output.line(`the delivery ${id} was not cancelled: ${toProblem(reason).message}`);
    });
    throw error;
  }
  return fetchInto(calls, id, folder, context);
}

/** Creates the folder with the record of the delivery, or neither of them. */
async function createFolderOf(calls: ExportCalls, id: string, target: string): Promise<string> {
  const { delivery } = await calls.find(id);
  const folder = await createDeliveryFolder(target, delivery.folder);
  try {
    await writeRecord(folder, delivery);
  } catch (error) {
    await rmdir(folder).catch(() => undefined);
    throw error;
  }
  return folder;
}

/**
 * Continues the download of which `given` is the folder, with what is there: files with the bytes
 * of the service stay, and other files are not replaced. An export that has expired is made again.
 * @throws AppError "invalid-input" for a folder without a download that was broken off
 */
export async function continueFetch(
  calls: ExportCalls,
  given: string,
  context: Context,
): Promise<FoundExport> {
  const folder = await realpath(given);
  const record = readRecord(folder);
  const { deliveryId } = record;
  const { delivery } = await calls.find(deliveryId);
  requireSame(record, delivery);
  if (delivery.state === "expired") await calls.resume(deliveryId);
  return fetchInto(calls, deliveryId, folder, context);
}

async function fetchInto(
  calls: ExportCalls,
  id: string,
  folder: string,
  { output, signal, baseUrl }: Context,
): Promise<FoundExport> {
  const fetched = new Map<string, string>();
  output.event({ event: "folder", folder });
  try {
    const { state } = await fetchDelivery({
      calls,
      deliveryId: id,
      folder,
      fetched: {
        sha256Of: (path) => fetched.get(path) ?? null,
        add: (path, sha256) => void fetched.set(path, sha256),
      },
      signal,
      onProgress({ files, total }) {
        output.progress(() => `${files} of ${total} files`);
      },
      pollMs,
      retryMs: (failures) =>
        failures < retryPolicies.headless.maxAttempts
          ? backoffDelay(failures, retryPolicies.headless.baseMs)
          : null,
    });
    if (state === "made") await removeRecord(folder);
    const found = await calls.find(id);
    return { ...found, delivery: { ...found.delivery, folder } };
  } catch (error) {
    if (!(error instanceof AppError && endingCodes.has(error.code))) {
      const command = `dubyard export --continue ${quoted(folder)} --base-url ${quoted(baseUrl)}`;
      output.line(`${command} continues the download`);
    }
    throw error;
  }
}
