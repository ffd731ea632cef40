/** Deliveries of batches, where the service offers them; see `deliveryWayOf`. */
import type { Handlers } from "../../../preload/contract";
import type { DeliveryPlan } from "../../../preload/contract/deliveries";
import { maxListedFiles, missingKinds, type MissingKind } from "../../../preload/facts/delivery";
import type { ExportPlan, MissingLines } from "../../../preload/local-service/exports";
import { deliveryWayOf, type DeliveryWay } from "../../../preload/facts/delivery-way";
import { AppError } from "../../common/errors";
import type { ApprovedPaths } from "../approvals/approved-paths";
import { createWrite } from "../lists/extension-calls";
import type { ResourceDeps } from "../lists/resource-deps";
import type { Dialogs } from "../ports";
import type { PresetHandlers } from "./presets";
import type { createDeliveryDownloads } from "./delivery-downloads";

/**
 * Names of filters of the review. Those of errors select one check: "" for errors of several ones.
 */
function filterOf(kind: MissingKind, { errors, counts }: MissingLines): string {
  if (kind === "unapproved") return "not-approved";
  if (kind !== "errors") return "missing";
  const [first, ...others] = new Set(errors.map(({ check }) => check));
  const isOneCheck = others.length === 0 && errors.length === counts.errors;
  return isOneCheck ? (first ?? "") : "";
}

function toPlan({
  files,
  missing,
  leftOut = [],
  renamed = 0,
  notes = [],
}: ExportPlan): DeliveryPlan {
  return {
    leftOut,
    renamed,
    notes,
    files: files.length,
    bytes: files.reduce((sum, file) => sum + (file.bytes ?? 0), 0),
    listed: files.slice(0, maxListedFiles),
    missing: missing.flatMap((one) =>
      missingKinds.flatMap((kind) => {
        const [first] = one[kind];
        if (first === undefined) return [];
        const line = typeof first === "number" ? first : first.number;
        const filter = filterOf(kind, one);
        return [{ languageId: one.languageId, kind, count: one.counts[kind], line, filter }];
      }),
    ),
  };
}

type Deps = Pick<ResourceDeps, "remote" | "extensions" | "changed"> & {
  dialogs: Pick<Dialogs, "chooseFolder">;
  approved: Pick<ApprovedPaths, "require" | "approveReal">;
  /** Shows a folder in the system's file manager. */
  showInFolder: (path: string) => void;
  /** Begins to drag folders out of the window; none where there is no window. */
  startDrag: ((files: readonly string[]) => void) | undefined;
  isLocal: (workspaceId: string) => boolean;
  downloads: Pick<
    ReturnType<typeof createDeliveryDownloads>,
    "add" | "find" | "continue" | "remove" | "withDownloads"
  >;
  /** A delivery is being made: its end is reported. */
  onMaking: (target: DeliveryTarget, deliveryId: string) => void;
};

interface DeliveryTarget {
  workspaceId: string;
  projectId: string;
  batchId: string;
}

export function createDeliveries(deps: Deps): Omit<Handlers["deliveries"], keyof PresetHandlers> {
  const { remote, extensions, downloads, dialogs, approved, showInFolder, isLocal } = deps;
  const wayOf = (workspaceId: string): DeliveryWay =>
    deliveryWayOf({
      isLocal: isLocal(workspaceId),
      offers: (name) => extensions.offers(workspaceId, name),
    });
  function callsOf(workspaceId: string) {
    if (wayOf(workspaceId) === null)
      throw new AppError("not-offered", "the service delivers nothing");
    return remote(workspaceId).extensions.exports;
  }
  const write = createWrite(deps, "review");

  async function folderOf(target: { workspaceId: string; deliveryId: string }): Promise<string> {
    if (wayOf(target.workspaceId) === "download") {
      const folder = downloads.find(target)?.folder ?? "";
      if (folder === "") throw new AppError("not-found", "the delivery is not on this computer");
      await approved.require([folder]);
      return folder;
    }
    const { delivery } = await callsOf(target.workspaceId).find(target.deliveryId);
    // SECURITY: the system reads what it shows; a service names only folders that the user has
    // chosen.
    await approved.require([delivery.folder]);
    return delivery.folder;
  }

  return {
    async plan({ workspaceId, batchId, request }) {
      return toPlan(await callsOf(workspaceId).plan(batchId, request));
    },
    chooseFolder: ({ startAt }) => dialogs.chooseFolder(startAt),
    async start({ workspaceId, projectId, batchId, request, folder }) {
      const calls = callsOf(workspaceId);
      const isDownload = wayOf(workspaceId) === "download";
      const deliveryId = await write(calls.start(batchId, request, isDownload ? null : folder));
      if (isDownload) {
        downloads.add({ workspaceId, projectId, batchId, deliveryId }, folder);
        return { deliveryId };
      }
      // The service names folders by their real paths.
      await approved.approveReal([folder]);
      deps.onMaking({ workspaceId, projectId, batchId }, deliveryId);
      return { deliveryId };
    },
    async list({ workspaceId, projectId, batchId }) {
      const way = wayOf(workspaceId);
      if (way === null) return { deliveries: [] };
      const found = await remote(workspaceId).extensions.exports.list(batchId);
      if (way === "download")
        return { deliveries: downloads.withDownloads({ workspaceId, batchId }, found) };
      const deliveries = found.map(({ version: _, ...one }) => ({ ...one, download: null }));
      // Also those that an earlier run of the application began, and those that were resumed.
      for (const { id, state } of deliveries)
        if (state === "making") deps.onMaking({ workspaceId, projectId, batchId }, id);
      return { deliveries };
    },
    async problems({ workspaceId, deliveryId }) {
      const { files } = await callsOf(workspaceId).find(deliveryId);
      return { files };
    },
    async download({ workspaceId, projectId, batchId, deliveryId, folder }) {
      if (wayOf(workspaceId) !== "download")
        throw new AppError("not-offered", "the service offers no downloads");
      // A former download that is complete stays in its folder.
      if (downloads.find({ workspaceId, deliveryId })?.state !== "done")
        await downloads.remove({ workspaceId, deliveryId });
      downloads.add({ workspaceId, projectId, batchId, deliveryId }, folder);
    },
    async resume({ workspaceId, deliveryId }) {
      const calls = callsOf(workspaceId);
      if (wayOf(workspaceId) === "folder") return write(calls.resume(deliveryId));
      // A delivery that the service has made is not made again: only its download continues.
      const { state } = (await calls.find(deliveryId)).delivery;
      const isMissing = downloads.find({ workspaceId, deliveryId })?.problem?.code === "not-found";
      if (state !== "making" && (state !== "made" || isMissing))
        await write(calls.resume(deliveryId));
      downloads.continue({ workspaceId, deliveryId });
    },
    async cancel({ workspaceId, deliveryId }) {
      await write(callsOf(workspaceId).cancel(deliveryId));
    },
    removeDownload: ({ workspaceId, deliveryId }) => downloads.remove({ workspaceId, deliveryId }),
    async show(delivery) {
      showInFolder(await folderOf(delivery));
    },
    async drag(delivery) {
      deps.startDrag?.([await folderOf(delivery)]);
    },
  };
}
