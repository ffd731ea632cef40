/** The workspace that a link opens on this computer. */
import { expect, test } from "vitest";
import { parseLink } from "../../../../main/backend/links/link-format";
import { createLinks } from "../../../../main/backend/links/links";
import type { WorkspaceRow } from "../../../../main/backend/workspaces/store";
import type { Route } from "../../../../preload/routes";

const workspace = (id: string, baseUrl: string): WorkspaceRow => ({
  id,
  name: `Name of ${id}`,
  kind: baseUrl === "" ? "local" : "hosted",
  baseUrl,
  clientId: `client-${id}`,
  authScheme: "raw",
  dataDir: baseUrl === "" ? "/home/sam/Dubyard" : "",
  extensions: [],
  capabilities: {},
  team: null,
});
const north = "https://north.test/v1";
const all = [
  workspace("here", ""),
  workspace("one", north),
  workspace("two", north),
  workspace("three", "https://south.test"),
];
const projects: Record<string, string[]> = { two: ["p2"], three: ["p1"] };

function linksOf(rows: readonly WorkspaceRow[], shown: string | null = null) {
  return createLinks({
    store: { list: () => [...rows], get: (id) => rows.find((row) => row.id === id) },
    knownProjects: (id) => projects[id] ?? [],
    shown: () => shown,
  });
}
/** The workspace id that a link from one computer opens on another. */
function follow(from: string, route: Route, rows = all, shown: string | null = null) {
  const { link } = linksOf(all).to(from, route);
  const parsed = parseLink(link);
  return parsed && linksOf(rows, shown).resolve(parsed);
}

test("a link of a hosted workspace opens the workspace of the same service on another computer", () => {
  const route: Route = { screen: "batch", projectId: "p9", batchId: "b" };
  const elsewhere = [workspace("other", ""), workspace("mine", north)];
  expect(follow("one", route, elsewhere)).toEqual({ workspaceId: "mine", service: north, route });
  expect(follow("three", route, elsewhere)).toMatchObject({
    workspaceId: null,
    service: "https://south.test",
  });
  const { link, isForThisComputer } = linksOf(all).to("one", route);
  expect(isForThisComputer).toBe(false);
  // A link contains no names and no credentials.
  expect(link).toBe(
    "dubyard://open/batch?service=https%3A%2F%2Fnorth.test%2Fv1&projectId=p9&batchId=b",
  );
});

test("of several workspaces of one service, the one with the project is opened, then the current one", () => {
  const of = (projectId: string): Route => ({ screen: "project", projectId, tab: "team" });
  expect(follow("one", of("p2"))?.workspaceId).toBe("two");
  expect(follow("one", of("p1"))?.workspaceId).toBe("one");
  expect(follow("one", of("p1"), all, "two")?.workspaceId).toBe("two");
  expect(follow("two", { screen: "voices" }, all, "here")?.workspaceId).toBe("one");
});

test("a link of a local workspace opens on this computer only", () => {
  const route: Route = { screen: "bulk", projectId: "p", draftId: 7 };
  expect(linksOf(all).to("here", route).isForThisComputer).toBe(true);
  expect(follow("here", route)).toEqual({ workspaceId: "here", route });
  expect(follow("here", route, [workspace("one", north)])).toEqual({ workspaceId: null, route });
  expect(() => linksOf(all).to("none", route)).toThrow("no longer exists");
});
