/**
 * SECURITY: Windows signs in to whatever computer a path names, so that looking at a file may tell a stranger who is
 * looking. Files of other computers are looked at where somebody has brought them or has started what names them; a
 * table that was read from a file that somebody sent may name any.
 */
import path from "node:path";

/** The share of a path on another computer, "\\nas\films\" in lower case; null for a path of this one. */
export function shareOf(file: string, platform: NodeJS.Platform): string | null {
  if (platform !== "win32") return null;
  const { root } = path.win32.parse(path.win32.normalize(file.trim()));
  return root.startsWith("\\\\") ? root.toLowerCase() : null;
}

export type Shares = ReturnType<typeof createShares>;

export interface SharesDeps {
  /** Those that are known from earlier runs of the program. */
  kept: readonly string[];
  keep: (shares: readonly string[]) => void;
  platform?: NodeJS.Platform;
}

/** Those that somebody has brought files from. */
export function createShares({ kept, keep, platform = process.platform }: SharesDeps) {
  const known = new Set(kept);
  return {
    /** These were chosen, dropped or started by somebody. */
    bring(files: Iterable<string>): void {
      if (platform !== "win32") return;
      const before = known.size;
      for (const file of files) {
        const share = shareOf(file, platform);
        if (share !== null) known.add(share);
      }
      if (known.size > before) keep([...known]);
    },
    mayLookAt(file: string): boolean {
      const share = shareOf(file, platform);
      return share === null || known.has(share);
    },
  };
}
