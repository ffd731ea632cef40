/** Which release of a list is offered to this computer. */
import { createHash } from "node:crypto";
import { isNewer, type InstallKind } from "../../../preload/facts/updates";
import type { Release, ReleaseFile, ReleaseList } from "./release-list";

/** What decides which release is offered. */
export interface UpdateClient {
  /** The running version. */
  version: string;
  /** The system and the processor are those of `process.platform` and `process.arch`. */
  os: string;
  arch: string;
  kind: InstallKind;
  /** The version of the operating system: numbers and dots. */
  systemVersion: string;
  /** Random, and constant on this computer: its place in the roll-out. */
  seed: string;
  /** The version that the user does not want. */
  skipped: string | null;
  /** The version that a check of the user has found: the roll-out does not matter for it. */
  requested: string | null;
}

export interface Offer {
  release: Release;
  /** The file is null where the system gets the release from a source of its own. */
  file: ReleaseFile | null;
}

/**
 * The newest release that this computer can install, or null if it is not newer, or is skipped.
 * `isRequested`: the user checks, so the roll-out does not matter; a withdrawn release is never
 * offered.
 */
export function chooseRelease(
  list: ReleaseList,
  client: UpdateClient,
  isRequested: boolean,
): Offer | null {
  const offers = list.releases
    .filter((release) => isOffered(release, client, isRequested))
    .map((release) => ({ release, file: fileFor(release, client) }))
    // Flatpak has repositories of its own.
    .filter(({ file }) => file !== null || client.kind === "flatpak");
  const [first, ...others] = offers;
  if (!first) return null;
  const newest = others.reduce(
    (best, one) => (isNewer(one.release.version, best.release.version) ? one : best),
    first,
  );
  return newest.release.version === client.skipped ? null : newest;
}

function isOffered(release: Release, client: UpdateClient, isRequested: boolean): boolean {
  const { version, rollout, minimumVersion, minimumSystem } = release;
  // SECURITY: an older version is never offered, even if its list is signed.
  if (!isNewer(version, client.version) || rollout === 0) return false;
  if (minimumVersion !== undefined && isNewer(minimumVersion, client.version)) return false;
  const system = minimumSystem[client.os];
  if (system !== undefined && isOlderSystem(client.systemVersion, system)) return false;
  if (isRequested || version === client.requested) return true;
  return shareOf(client.seed, version) < rollout;
}

/** The place of a computer in the roll-out of a version: from 0 to less than 1. */
export function shareOf(seed: string, version: string): number {
  const hash = createHash("sha256").update(`${seed}${version}`).digest();
  return hash.readUIntBE(0, 6) / 2 ** 48;
}

const fileFor = ({ files }: Release, { os, arch, kind }: UpdateClient) =>
  files.find((file) => file.os === os && file.arch === arch && file.kind === kind) ?? null;

function isOlderSystem(current: string, minimum: string): boolean {
  const own = current.split(".").map((part) => parseInt(part, 10) || 0);
  const wanted = minimum.split(".").map(Number);
  const at = wanted.findIndex((part, index) => part !== (own[index] ?? 0));
  return at >= 0 && (own[at] ?? 0) < (wanted[at] ?? 0);
}

/** Whether a version that was offered before must not be installed any more. */
export function isWithdrawn(list: ReleaseList, version: string): boolean {
  const release = list.releases.find((one) => one.version === version);
  return release === undefined || release.rollout === 0;
}
