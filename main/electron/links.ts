/**
 * Links into the application: dubyard://open/SCREEN?workspaceId=…&… with the fields of the screen's route, as in
 * dubyard://open/batch?workspaceId=w&projectId=p&batchId=b. They are an answer to a click somewhere else.
 */
import type { App } from "electron";
import { z } from "zod";
import { route } from "../../preload/routes";
import type { Target } from "./notices";

/** The scheme of the links. */
export const linkScheme = "dubyard";
const longestLink = 4000;
const workspaceId = z.string().min(1).max(200);

/**
 * Where a link leads, or null where it is none of ours or makes no sense.
 * SECURITY: anybody can make a link. It may lead somewhere and never acts, and all of it is parsed.
 */
export function parseLink(text: string): Target | null {
  if (text.length > longestLink || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== `${linkScheme}:` || url.host !== "open") return null;
  const fields = Object.fromEntries(url.searchParams);
  const workspace = workspaceId.safeParse(fields["workspaceId"]);
  const place = route.safeParse({ ...fields, screen: url.pathname.replace(/^\/|\/$/g, "") });
  if (!workspace.success || !place.success) return null;
  return { workspaceId: workspace.data, route: place.data };
}

/** The link among a program's arguments, which is how Linux and Windows hand one over, or null. */
export function linkAmong(argv: readonly string[]): Target | null {
  const given = argv.find((one) => one.startsWith(`${linkScheme}://`));
  return given === undefined ? null : parseLink(given);
}

/**
 * Follows the links that the system hands over, and starts of the program while it runs. Called before the app is
 * ready, since macOS tells of a link while the program starts; who is to open them is said later.
 */
export function followLinks(
  app: Pick<App, "on">,
  argv: readonly string[],
): { openWith(open: (target: Target | null) => void): void } {
  let early = linkAmong(argv);
  let open: ((target: Target | null) => void) | null = null;
  app.on("open-url", (event, url) => {
    event.preventDefault();
    const target = parseLink(url);
    if (open) open(target);
    else early = target ?? early;
  });
  app.on("second-instance", (_event, others) => open?.(linkAmong(others)));
  return {
    openWith(opener) {
      open = opener;
      if (early) opener(early);
      early = null;
    },
  };
}
