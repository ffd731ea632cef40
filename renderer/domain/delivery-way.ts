/** How the workspace of the window delivers batches. */
import { deliveryWayOf, type DeliveryWay } from "../../preload/facts/delivery-way";
import type { Session } from "../app/session.svelte";

/** See `deliveryWayOf`. */
export const deliveryWay = (session: Session): DeliveryWay =>
  deliveryWayOf({
    isLocal: session.workspace?.kind === "local",
    offers: (name) => session.offers(name),
  });
