import type { Route } from "../../preload/routes";

export type { Route };
export type Screen = Route["screen"];

/** The place a fragment of the window's address names; what we do not know is the uploads screen. */
export function parseRoute(hash: string): Route {
  const [screen = "", search = ""] = hash.replace(/^#\/?/, "").split("?");
  if (screen === "media") {
    return { screen, folder: new URLSearchParams(search).get("folder") ?? "" };
  }
  return screen === "settings" ? { screen } : { screen: "uploads" };
}

/** The fragment for a place: what parseRoute reads. */
export function formatRoute(route: Route): string {
  const isDeep = route.screen === "media" && route.folder !== "";
  return isDeep
    ? `#/${route.screen}?${new URLSearchParams({ folder: route.folder }).toString()}`
    : `#/${route.screen}`;
}
