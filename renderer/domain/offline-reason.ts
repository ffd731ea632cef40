import type { Session } from "../app/session.svelte";
import { t } from "../app/strings";

/** Why nothing can be changed at the service now, as the reason of an action; undefined when it can be tried. */
export function needsService(session: Session): string | undefined {
  const isCutOff = session.workspace?.kind === "hosted" && !session.isOnline;
  return isCutOff ? t.lists.needsService : undefined;
}

/** The same for reading a list again. */
export function refreshReason(session: Session): string | undefined {
  return needsService(session) === undefined ? undefined : t.lists.refreshOffline;
}
