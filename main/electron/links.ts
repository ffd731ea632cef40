/**
 * Receives what the system asks the application to open: deep links and quick screens, as an event,
 * or as an argument of a second instance.
 */
import type { App } from "electron";
import { linkScheme, parseLink, type Link } from "../backend/links/link-format";
import { findQuickScreen } from "./native/quick-screens";

/** What the window is to open: a link, or an action of the page. */
export type Opening = { link: Link } | { action: string };

const asOpening = (link: Link | null): Opening | null => (link === null ? null : { link });

/**
 * What the arguments of a program ask to open, or null. Linux and Windows pass links as arguments.
 */
export function findOpening(argv: readonly string[]): Opening | null {
  const given = argv.find((one) => one.startsWith(`${linkScheme}://`));
  if (given !== undefined) return asOpening(parseLink(given));
  const action = findQuickScreen(argv);
  return action === null ? null : { action };
}

/**
 * Listens for links from the system and for second instances of the program. Has to be called
 * before "ready", because macOS sends a link during the start; the handler that opens them is set
 * later.
 */
export function listenForLinks(
  app: Pick<App, "on">,
  argv: readonly string[],
): { openWith(open: (opening: Opening | null) => void): void } {
  let early = findOpening(argv);
  let open: ((opening: Opening | null) => void) | null = null;
  /** A second instance before the handler is set: the window will open anyway. */
  const receive = (opening: Opening | null) => {
    if (open) open(opening);
    else early = opening ?? early;
  };
  app.on("open-url", (event, url) => {
    event.preventDefault();
    receive(asOpening(parseLink(url)));
  });
  app.on("second-instance", (_event, others) => receive(findOpening(others)));
  return {
    openWith(opener) {
      open = opener;
      if (early) opener(early);
      early = null;
    },
  };
}
