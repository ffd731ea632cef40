/** Receives deep links from the system: as an event, or as an argument of a second instance. */
import type { App } from "electron";
import { linkScheme, parseLink, type Link } from "../backend/links/link-format";

/**
 * The link among the arguments of a program, or null. Linux and Windows pass links as arguments.
 */
export function findLink(argv: readonly string[]): Link | null {
  const given = argv.find((one) => one.startsWith(`${linkScheme}://`));
  return given === undefined ? null : parseLink(given);
}

/**
 * Listens for links from the system and for second instances of the program. Has to be called
 * before "ready", because macOS sends a link during the start; the handler that opens links is set
 * later.
 */
export function listenForLinks(
  app: Pick<App, "on">,
  argv: readonly string[],
): { openWith(open: (link: Link | null) => void): void } {
  let early = findLink(argv);
  let open: ((link: Link | null) => void) | null = null;
  app.on("open-url", (event, url) => {
    event.preventDefault();
    const link = parseLink(url);
    if (open) open(link);
    else early = link ?? early;
  });
  app.on("second-instance", (_event, others) => open?.(findLink(others)));
  return {
    openWith(opener) {
      open = opener;
      if (early) opener(early);
      early = null;
    },
  };
}
