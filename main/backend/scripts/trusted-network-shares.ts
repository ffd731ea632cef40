/**
 * SECURITY: Windows signs in to whatever computer a path names, so that opening a file may reveal the user to a stranger.
 * Files of other computers are opened only where the user has chosen them (approved-paths).
 */
import path from "node:path";

/** The share of a path on another computer, "\\nas\films\" in lower case; null for a path of this one. */
export function shareOf(file: string, platform: NodeJS.Platform): string | null {
  if (platform !== "win32") return null;
  const { root } = path.win32.parse(path.win32.normalize(file.trim()));
  return root.startsWith("\\\\") ? root.toLowerCase() : null;
}
