/** Facts about updates of the application that main, the window and the release tool share. */

/** How the application was installed. It decides which file of a release updates it. */
export const installKinds = [
  "appimage",
  "deb",
  "rpm",
  "flatpak",
  "archive", // an unpacked folder
  "nsis",
  "mac",
] as const;
export type InstallKind = (typeof installKinds)[number];

/** "ask": checks daily. "manual": checks only when the user does. "off": sends no request. */
export const updateModes = ["ask", "manual", "off"] as const;
export type UpdateMode = (typeof updateModes)[number];

/** Why a list of releases, or a file of it, was refused. */
export const updateRefusals = [
  "no-list", // the response is not a signed list: a page of a proxy, an error page, too long
  "bad-signature", // no signature of a key of this build
  "invalid-list", // signed, but not in the format
  "replayed", // older than a list that was accepted before
  "expired", // or the clock of this computer is wrong
  "foreign-address", // a file on another host, or without TLS
  "wrong-size",
  "wrong-hash",
  "cannot-write", // the folder of updates in the profile
  "cannot-replace", // the installed file, or its folder, is not writable
  "still-running", // other processes of the application, which the installer would end
  "did-not-start", // the installed version failed at two starts, and was replaced by the previous
] as const;
export type UpdateRefusal = (typeof updateRefusals)[number];

/** Whether `version` is after `other`. Both are three numbers ("1.12.0"). */
export function isNewer(version: string, other: string): boolean {
  const a = version.split(".").map(Number);
  const b = other.split(".").map(Number);
  const at = a.findIndex((part, index) => part !== (b[index] ?? 0));
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
}
