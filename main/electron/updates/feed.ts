/** The feed of releases that a build contains: "updates" in package.json. */
import { z } from "zod";
import type { UpdateFeed } from "../../backend/ports";

const manifest = z.object({
  updates: z.object({ feed: z.string(), keys: z.array(z.string()) }).optional(),
});

export interface FeedOptions {
  /** The text of package.json. */
  manifestText: string;
  isPackaged: boolean;
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * Null if the build has no address or no key. SECURITY: a packaged application uses only what it
 * contains, and only with TLS; others may use a feed of the environment, for tests.
 */
export function readFeed({ manifestText, isPackaged, env }: FeedOptions): UpdateFeed | null {
  const { updates } = manifest.parse(JSON.parse(manifestText));
  const ofTests = isPackaged ? undefined : env["DUBYARD_UPDATE_FEED"];
  const url = ofTests ?? updates?.feed ?? "";
  const keys = ofTests === undefined ? updates?.keys : env["DUBYARD_UPDATE_KEYS"]?.split(",");
  if (!URL.canParse(url) || !keys || keys.length === 0) return null;
  if (ofTests === undefined && new URL(url).protocol !== "https:") return null;
  return { url, keys, isLoopbackAllowed: ofTests !== undefined };
}
