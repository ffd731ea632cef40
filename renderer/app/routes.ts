import { helpTopics } from "../../preload/facts/help-topics";
import type { ProjectTab, Route } from "../../preload/routes";

export type { ProjectTab, Route };
export type Screen = Route["screen"];
/** The route of one screen. */
export type RouteOf<S extends Screen> = Extract<Route, { screen: S }>;

/** The pages of a project, in the order of their tabs. */
export const projectTabs: readonly ProjectTab[] = [
  "batches",
  "casting",
  "glossary",
  "team",
  "languages",
];

/** The subject of a screen. */
type Scope = "workspace" | "project";
/** The scope of every screen. A missing screen is a compile error. */
const scopes: Record<Screen, Scope> = {
  overview: "workspace",
  projects: "workspace",
  project: "project",
  "new-batch": "project",
  bulk: "project",
  outbox: "workspace",
  batch: "project",
  review: "project",
  delivery: "project",
  "pending-batch": "project",
  media: "workspace",
  uploads: "workspace",
  "watch-folders": "workspace",
  voices: "workspace",
  users: "workspace",
  settings: "workspace",
  help: "workspace",
};
const isScreen = (text: string): text is Screen => Object.hasOwn(scopes, text);

/** Whether a screen shows something inside one project. */
export function isInProject(screen: Screen): boolean {
  return scopes[screen] === "project";
}

/** The parts of a fragment: "#/SCREEN/first/second?name=value". */
interface Fragment {
  first: string;
  second: string;
  search: URLSearchParams;
}
/**
 * How the route of a screen with fields is written in a fragment, and read from it: null if a field
 * is missing.
 */
interface Codec<R extends Route> {
  read(fragment: Fragment): R | null;
  write(route: R): { path?: readonly string[]; search?: Readonly<Record<string, string>> };
}
/** The screens whose routes have fields. A missing one is a compile error. */
type ScreenWithFields = {
  [S in Screen]: Exclude<keyof RouteOf<S>, "screen"> extends never ? never : S;
}[Screen];

/** The entry of the outbox that a fragment names. */
function entryIn(search: URLSearchParams): { entryId?: number } {
  const entryId = Number(search.get("entry"));
  return entryId > 0 ? { entryId } : {};
}
const searchOf = (entryId: number | undefined): Record<string, string> =>
  entryId === undefined ? {} : { entry: String(entryId) };

const codecs: { [S in ScreenWithFields]: Codec<RouteOf<S>> } = {
  media: {
    read: ({ search }) => ({ screen: "media", folder: search.get("folder") ?? "" }),
    write: ({ folder }) => (folder === "" ? {} : { search: { folder } }),
  },
  uploads: {
    read({ search }) {
      const text = search.get("search") ?? "";
      return text === "" ? { screen: "uploads" } : { screen: "uploads", search: text };
    },
    write: ({ search }) => (search === undefined ? {} : { search: { search } }),
  },
  project: {
    read: ({ first, second }) =>
      first === ""
        ? null
        : {
            screen: "project",
            projectId: first,
            tab: projectTabs.find((tab) => tab === second) ?? "batches",
          },
    write: ({ projectId, tab }) => ({ path: [projectId, tab] }),
  },
  "new-batch": {
    read({ first, search }) {
      if (first === "") return null;
      const fromBatchId = search.get("from") ?? "";
      const variant = search.get("variant") === "copy" ? "copy" : "again";
      return {
        screen: "new-batch",
        projectId: first,
        ...entryIn(search),
        ...(fromBatchId === "" ? {} : { fromBatchId, variant }),
      };
    },
    write: ({ projectId, entryId, fromBatchId, variant = "again" }) => ({
      path: [projectId],
      search: {
        ...searchOf(entryId),
        ...(fromBatchId === undefined ? {} : { from: fromBatchId, variant }),
      },
    }),
  },
  batch: {
    read: ({ first, second, search }) =>
      first === "" || second === ""
        ? null
        : { screen: "batch", projectId: first, batchId: second, ...entryIn(search) },
    write: ({ projectId, batchId, entryId }) => ({
      path: [projectId, batchId],
      search: searchOf(entryId),
    }),
  },
  review: {
    read({ first, second, search }) {
      const languageId = search.get("language") ?? "";
      if (first === "" || second === "" || languageId === "") return null;
      const line = Number(search.get("line"));
      const filter = search.get("filter") ?? "";
      return {
        screen: "review",
        projectId: first,
        batchId: second,
        languageId,
        ...(Number.isSafeInteger(line) && line > 0 ? { line } : {}),
        ...(filter === "" ? {} : { filter }),
      };
    },
    write: ({ projectId, batchId, languageId, line, filter }) => ({
      path: [projectId, batchId],
      search: {
        language: languageId,
        ...(line === undefined ? {} : { line: String(line) }),
        ...(filter === undefined ? {} : { filter }),
      },
    }),
  },
  delivery: {
    read({ first, second, search }) {
      if (first === "" || second === "") return null;
      const languageId = search.get("language") ?? "";
      return {
        screen: "delivery",
        projectId: first,
        batchId: second,
        ...(languageId === "" ? {} : { languageId }),
      };
    },
    write: ({ projectId, batchId, languageId }) => ({
      path: [projectId, batchId],
      search: languageId === undefined ? {} : { language: languageId },
    }),
  },
  "pending-batch": {
    read({ first, second }) {
      const entryId = Number(second);
      if (first === "" || !(entryId > 0)) return null;
      return { screen: "pending-batch", projectId: first, entryId };
    },
    write: ({ projectId, entryId }) => ({ path: [projectId, String(entryId)] }),
  },
  help: {
    read({ first, search }) {
      const topic = helpTopics.find((one) => one === first) ?? "start";
      const section = search.get("section") ?? "";
      return section === "" ? { screen: "help", topic } : { screen: "help", topic, section };
    },
    write: ({ topic, section }) => ({
      path: [topic],
      search: section === undefined ? {} : { section },
    }),
  },
  bulk: {
    read({ first, second, search }) {
      if (first === "") return null;
      const draftId = /^\d+$/.test(second) ? Number(second) : null;
      const requestId = search.get("request") ?? "";
      return {
        screen: "bulk",
        projectId: first,
        draftId,
        ...(requestId === "" ? {} : { requestId }),
      };
    },
    write: ({ projectId, draftId, requestId }) => ({
      path: draftId === null ? [projectId] : [projectId, String(draftId)],
      ...(requestId === undefined ? {} : { search: { request: requestId } }),
    }),
  },
};
const codecOf = (screen: Screen): Codec<Route> | undefined =>
  (codecs as Partial<Record<Screen, Codec<Route>>>)[screen];

/** The route of a URL fragment; the overview for an unknown one. */
export function parseRoute(hash: string): Route {
  const [path = "", search = ""] = hash.replace(/^#\/?/, "").split("?");
  const [screen = "", first = "", second = ""] = path.split("/").map(decode);
  if (!isScreen(screen)) return { screen: "overview" };
  const codec = codecOf(screen);
  // A screen without a codec has no fields.
  if (!codec) return { screen } as Route;
  return (
    codec.read({ first, second, search: new URLSearchParams(search) }) ?? { screen: "overview" }
  );
}

/** The URL fragment of a route, the inverse of parseRoute. */
export function formatRoute(route: Route): string {
  const { path = [], search = {} } = codecOf(route.screen)?.write(route) ?? {};
  const query = new URLSearchParams(search).toString();
  const parts = [route.screen, ...path.map(encodeURIComponent)];
  return `#/${parts.join("/")}${query === "" ? "" : `?${query}`}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
