import type { ProjectTab, Route } from "../../preload/routes";

export type { ProjectTab, Route };
export type Screen = Route["screen"];

/** The pages of a project, in the order of their tabs. */
export const projectTabs: readonly ProjectTab[] = [
  "batches",
  "casting",
  "glossary",
  "team",
  "languages",
];

/** The place a fragment of the window's address names; what we do not know is the overview. */
export function parseRoute(hash: string): Route {
  const [path = "", search = ""] = hash.replace(/^#\/?/, "").split("?");
  const [screen = "", first = "", second = ""] = path.split("/").map(decode);
  switch (screen) {
    case "media":
      return { screen, folder: new URLSearchParams(search).get("folder") ?? "" };
    case "project":
      if (first === "") break;
      return {
        screen,
        projectId: first,
        tab: projectTabs.find((tab) => tab === second) ?? "batches",
      };
    case "new-batch": {
      if (first === "") break;
      const entryId = Number(new URLSearchParams(search).get("entry"));
      return { screen, projectId: first, ...(entryId > 0 ? { entryId } : {}) };
    }
    case "batch":
      if (first === "" || second === "") break;
      return { screen, projectId: first, batchId: second };
    case "bulk": {
      if (first === "") break;
      const draftId = /^\d+$/.test(second) ? Number(second) : null;
      const requestId = new URLSearchParams(search).get("request") ?? "";
      return { screen, projectId: first, draftId, ...(requestId === "" ? {} : { requestId }) };
    }
    case "projects":
    case "uploads":
    case "outbox":
    case "voices":
    case "users":
    case "settings":
      return { screen };
  }
  return { screen: "overview" };
}

/** The fragment for a place: what parseRoute reads. */
export function formatRoute(route: Route): string {
  switch (route.screen) {
    case "media":
      return route.folder === ""
        ? "#/media"
        : `#/media?${new URLSearchParams({ folder: route.folder }).toString()}`;
    case "project":
      return `#/project/${encodeURIComponent(route.projectId)}/${route.tab}`;
    case "new-batch":
      return `#/new-batch/${encodeURIComponent(route.projectId)}${route.entryId === undefined ? "" : `?entry=${route.entryId}`}`;
    case "batch":
      return `#/batch/${encodeURIComponent(route.projectId)}/${encodeURIComponent(route.batchId)}`;
    case "bulk": {
      const { draftId, requestId } = route;
      const request =
        requestId === undefined ? "" : `?${new URLSearchParams({ request: requestId }).toString()}`;
      return `#/bulk/${encodeURIComponent(route.projectId)}${draftId === null ? "" : `/${draftId}`}${request}`;
    }
    default:
      return `#/${route.screen}`;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
