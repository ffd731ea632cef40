import PackageCheck from "@lucide/svelte/icons/package-check";
import type { Action } from "../app/actions.svelte";
import { router } from "../app/router.svelte";
import type { Session } from "../app/session.svelte";
import { t } from "../app/strings";
import { deliveryWay } from "./delivery-way";

/**
 * Opens the delivery of a batch, or of one of its languages; undefined where the service offers
 * none.
 */
export function deliveryAction(
  session: Session,
  batch: { projectId: string; batchId: string; languageId?: string },
): Action | undefined {
  if (deliveryWay(session) === null) return undefined;
  return {
    id: "delivery.open",
    title: t.delivery.open,
    icon: PackageCheck,
    shortcut: "Mod+E",
    group: t.batches.group,
    run: () => router.go({ screen: "delivery", ...batch }),
  };
}
