import type { BatchSettings } from "../../preload/model/resources";
import { capabilityNames, type Capability } from "../../preload/facts/capabilities";
import { factsOfSetting, isExtensionSetting } from "../../preload/facts/batch-settings";
import type { Session } from "../app/session.svelte";
import { t } from "../app/strings";

/** Whether the service announced that it lacks a capability; false if unknown. */
export const lacks = (session: Session, capability: Capability): boolean =>
  session.workspace?.capabilities[capability] === false;

/**
 * Why a setting has no effect in this workspace, as the reason of a disabled control; undefined
 * where it may have.
 */
export function settingReason(session: Session, setting: keyof BatchSettings): string | undefined {
  const capability = factsOfSetting(setting).capability;
  return capability !== undefined && lacks(session, capability)
    ? t.capabilities.reasons[capability]
    : undefined;
}

/** Whether the service of the workspace has a setting. */
export const offersSetting = (session: Session, setting: keyof BatchSettings): boolean =>
  !isExtensionSetting(setting) || session.offers("batch-settings");

/** One sentence about all missing capabilities; null if none is known to be missing. */
export function lackingText(session: Session): string | null {
  const lacking = capabilityNames.filter((capability) => lacks(session, capability));
  return lacking.length === 0 ? null : t.capabilities.lacking(lacking);
}
