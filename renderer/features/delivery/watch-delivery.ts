/** Reports the end of a delivery, also after its screen was left. */
import type { Delivery } from "../../../preload/contract/deliveries";
import { api } from "../../app/api";
import { runWithToast } from "../../app/messages/run-with-toast";
import { toasts } from "../../app/messages/toasts.svelte";
import { t } from "../../app/strings";

interface Target {
  workspaceId: string;
  projectId: string;
  batchId: string;
}

/** Milliseconds between two requests of the progress. */
const pollMs = 1_000;
const watched = new Set<string>();

/** Does nothing for a delivery that is already watched. */
export function watchDelivery(target: Target, deliveryId: string): void {
  if (watched.has(deliveryId)) return;
  watched.add(deliveryId);
  const check = async () => {
    const { deliveries } = await api.deliveries.list(target).catch(() => ({ deliveries: null }));
    const delivery = deliveries?.find(({ id }) => id === deliveryId);
    // The service may be starting; a delivery that is no longer listed was deleted with its batch.
    if (deliveries === null || delivery?.state === "making") return void setTimeout(check, pollMs);
    watched.delete(deliveryId);
    if (delivery) report(target, delivery);
  };
  setTimeout(check, pollMs);
}

function report({ workspaceId }: Target, { id, folder, state }: Delivery): void {
  if (state === "failed") toasts.show(t.delivery.hasFailed(folder), { tone: "bad" });
  if (state !== "made") return;
  toasts.show(t.delivery.isMade(folder), {
    tone: "good",
    action: {
      title: t.delivery.show,
      run: () => void runWithToast(() => api.deliveries.show({ workspaceId, deliveryId: id })),
    },
  });
}
