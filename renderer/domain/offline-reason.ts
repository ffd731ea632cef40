import type { Session } from "../app/session.svelte";
import { t } from "../app/strings";

/**
 * Why nothing can be changed at the service now, as the reason of a disabled action; undefined if
 * it can be tried.
 */
export function needsService(session: Session): string | undefined {
  const isCutOff = session.workspace?.kind === "hosted" && !session.isOnline;
  return isCutOff ? t.lists.needsService : undefined;
}

/** Why no list can be refreshed now; undefined if it can be tried. */
export function refreshReason(session: Session): string | undefined {
  return needsService(session) === undefined ? undefined : t.lists.refreshOffline;
}
