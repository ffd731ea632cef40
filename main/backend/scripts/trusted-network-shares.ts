/**
 * Network shares in Windows paths. SECURITY: Windows signs in to any computer that a path names, so
 * opening a file can send the user's credentials to an untrusted host. Files of other computers are
 * opened only where the user has chosen them (approvals/approved-paths).
 */
import path from "node:path";

/** The share of a network path in lower case, such as "\\nas\films\"; null for a local path. */
export function shareOf(file: string, platform: NodeJS.Platform): string | null {
  if (platform !== "win32") return null;
  const { root } = path.win32.parse(path.win32.normalize(file.trim()));
  return root.startsWith("\\\\") ? root.toLowerCase() : null;
}
