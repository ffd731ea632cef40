/** How a workspace delivers batches. */
import type { ExtensionName } from "./extensions";

/**
 * "folder": its service writes to a folder of this computer. "download": the files are downloaded.
 * Null if it delivers nothing.
 */
export type DeliveryWay = "folder" | "download" | null;

/** SECURITY: only the service of a local workspace writes and names folders of this computer. */
export function deliveryWayOf(workspace: {
  isLocal: boolean;
  offers: (name: ExtensionName) => boolean;
}): DeliveryWay {
  if (workspace.offers("exports") && workspace.isLocal) return "folder";
  return workspace.offers("delivery-files") ? "download" : null;
}
