/** How the system hands over links into the application: as an event, or as an argument of a second start. */
import type { App } from "electron";
import { linkScheme, parseLink, type Link } from "../backend/links/link-format";

/** The link among a program's arguments, which is how Linux and Windows hand one over, or null. */
export function linkAmong(argv: readonly string[]): Link | null {
  const given = argv.find((one) => one.startsWith(`${linkScheme}://`));
  return given === undefined ? null : parseLink(given);
}

/**
 * Follows the links that the system hands over, and starts of the program while it runs. Called before the app is
 * ready, since macOS hands over a link while the program starts; what opens them is given later.
 */
export function followLinks(
  app: Pick<App, "on">,
  argv: readonly string[],
): { openWith(open: (link: Link | null) => void): void } {
  let early = linkAmong(argv);
  let open: ((link: Link | null) => void) | null = null;
  app.on("open-url", (event, url) => {
    event.preventDefault();
    const link = parseLink(url);
    if (open) open(link);
    else early = link ?? early;
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
