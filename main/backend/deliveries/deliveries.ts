/** Deliveries of batches, where the service offers them (extension "exports"). */
import type { Handlers } from "../../../preload/contract";
import type { DeliveryPlan } from "../../../preload/contract/deliveries";
import { maxListedFiles, missingKinds, type MissingKind } from "../../../preload/facts/delivery";
import type { ExportPlan, MissingLines } from "../../../preload/local-service/exports";
import { AppError } from "../../common/errors";
import type { ApprovedPaths } from "../approvals/approved-paths";
import { createExtensionCalls } from "../lists/extension-calls";
import type { ResourceDeps } from "../lists/resource-deps";
import type { Dialogs } from "../ports";
import type { PresetHandlers } from "./presets";

/** The name under which a service announces it. */
const extension = "exports";

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
  /** A delivery is being made: its end is reported. */
  onMaking: (target: DeliveryTarget, deliveryId: string) => void;
};

interface DeliveryTarget {
  workspaceId: string;
  projectId: string;
  batchId: string;
}

export function createDeliveries(deps: Deps): Omit<Handlers["deliveries"], keyof PresetHandlers> {
  const { remote, extensions, dialogs, approved, showInFolder, isLocal } = deps;
  const calls = createExtensionCalls(deps, extension, "review");
  const { write } = calls;
  function callsOf(workspaceId: string) {
    // SECURITY: only the service of a local workspace writes and names folders of this computer.
    if (!isLocal(workspaceId)) throw new AppError("not-offered", "not a local workspace");
    return calls.callsOf(workspaceId).exports;
  }

  async function folderOf(target: { workspaceId: string; deliveryId: string }): Promise<string> {
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
      const work = callsOf(workspaceId).start(batchId, request, folder);
      const deliveryId = await write(work);
      // The service names folders by their real paths.
      await approved.approveReal([folder]);
      deps.onMaking({ workspaceId, projectId, batchId }, deliveryId);
      return { deliveryId };
    },
    async list({ workspaceId, projectId, batchId }) {
      if (!extensions.offers(workspaceId, extension) || !isLocal(workspaceId))
        return { deliveries: [] };
      const deliveries = await remote(workspaceId).extensions.exports.list(batchId);
      // Also those that an earlier run of the application began, and those that were resumed.
      for (const { id, state } of deliveries)
        if (state === "making") deps.onMaking({ workspaceId, projectId, batchId }, id);
      return { deliveries };
    },
    async problems({ workspaceId, deliveryId }) {
      const { files } = await callsOf(workspaceId).find(deliveryId);
      return { files };
    },
    resume: ({ workspaceId, deliveryId }) => write(callsOf(workspaceId).resume(deliveryId)),
    cancel: ({ workspaceId, deliveryId }) => write(callsOf(workspaceId).cancel(deliveryId)),
    async show(delivery) {
      showInFolder(await folderOf(delivery));
    },
    async drag(delivery) {
      deps.startDrag?.([await folderOf(delivery)]);
    },
  };
}
