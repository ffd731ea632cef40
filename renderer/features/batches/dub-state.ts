import AudioLines from "@lucide/svelte/icons/audio-lines";
import CircleStop from "@lucide/svelte/icons/circle-stop";
import type { Dub } from "../../../preload/contract/dubs";
import type { Batch } from "../../../preload/model/resources";
import { api } from "../../app/api";
import { formatDuration, formatNumber } from "../../app/format";
import type { Icon } from "../../app/icon";
import { runWithToast } from "../../app/messages/run-with-toast";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import { lacks } from "../../domain/capabilities";
import { needsService } from "../../domain/offline-reason";

const activeStates: readonly Dub["state"][] = ["due", "making", "finishing"];

/** "12 of 40 takes · 2 failed · 3 min left" */
export function dubText({ state, planned, made, failed, outdated, secondsLeft }: Dub): string {
  if (planned === 0) return t.dubs.states[state];
  return [
    t.dubs.takes(formatNumber(made), planned),
    ...(failed > 0 ? [t.dubs.failed(formatNumber(failed))] : []),
    ...(outdated > 0 ? [t.dubs.outdated(formatNumber(outdated))] : []),
    ...(secondsLeft === null ? [] : [t.dubs.timeLeft(formatDuration(secondsLeft))]),
  ].join(" · ");
}

export interface DubAction {
  icon: Icon;
  title: string;
  /** The name of the button, with the language. */
  label: (language: string) => string;
  /** Why it is disabled. */
  reason: string | undefined;
  run: () => unknown;
}

/**
 * What the user can do with the dub of a language: stop it while it is in progress, else start it.
 */
export function dubAction(session: Session, batch: Batch, dub: Dub | undefined): DubAction | null {
  if (!dub) return null;
  const isActive = activeStates.includes(dub.state);
  const change = isActive ? ("stop" as const) : ("start" as const);
  const input = {
    workspaceId: session.workspaceId ?? "",
    projectId: batch.projectId,
    batchIds: [batch.id],
    languageIds: [dub.languageId],
  };
  const isComplete =
    dub.state === "made" && dub.outdated === 0 && dub.failed === 0 && dub.planned > 0;
  const missing = lacks(session, "inference") ? t.capabilities.reasons.inference : undefined;
  return {
    icon: isActive ? CircleStop : AudioLines,
    title: isActive ? t.dubs.stopOne : t.dubs.startOne,
    label: isActive ? t.dubs.stopOf : t.dubs.startOf,
    reason:
      needsService(session) ??
      (isActive ? undefined : (missing ?? (isComplete ? t.dubs.complete : undefined))),
    run: () => runWithToast(() => api.dubs[change](input)),
  };
}
