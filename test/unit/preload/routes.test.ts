/**
 * Fragments of the window's URL: each route is parsed from its fragment, and other fragments open
 * the overview.
 */
import { expect, test } from "vitest";
import {
  formatRoute,
  isInProject,
  parseRoute,
  type RouteOf,
  type Screen,
} from "../../../renderer/app/routes";

/** Two routes of every screen: with required fields only, and with all fields. */
const routes: { [S in Screen]: readonly RouteOf<S>[] } = {
  overview: [{ screen: "overview" }],
  projects: [{ screen: "projects" }],
  project: [
    { screen: "project", projectId: "p", tab: "batches" },
    { screen: "project", projectId: "p/ä #1", tab: "glossary" },
  ],
  "new-batch": [
    { screen: "new-batch", projectId: "p" },
    { screen: "new-batch", projectId: "p?1", entryId: 12 },
    { screen: "new-batch", projectId: "p", fromBatchId: "b/1", variant: "again" },
    { screen: "new-batch", projectId: "p", fromBatchId: "b&2", variant: "copy" },
  ],
  bulk: [
    { screen: "bulk", projectId: "p", draftId: null },
    { screen: "bulk", projectId: "p", draftId: 7 },
    { screen: "bulk", projectId: "p", draftId: null, requestId: "r/1 & 2" },
  ],
  outbox: [{ screen: "outbox" }],
  batch: [
    { screen: "batch", projectId: "p/1", batchId: "b%2" },
    { screen: "batch", projectId: "p", batchId: "b", entryId: 3 },
  ],
  review: [
    { screen: "review", projectId: "p/1", batchId: "b%2", languageId: "es-es" },
    { screen: "review", projectId: "p/1", batchId: "b%2", languageId: "es-es", line: 12 },
  ],
  delivery: [{ screen: "delivery", projectId: "p/1", batchId: "b%2" }],
  "pending-batch": [{ screen: "pending-batch", projectId: "p/1", entryId: 12 }],
  media: [
    { screen: "media", folder: "" },
    { screen: "media", folder: "season 1/ä+b/" },
  ],
  uploads: [{ screen: "uploads" }, { screen: "uploads", search: "in/ä & b" }],
  "watch-folders": [{ screen: "watch-folders" }],
  voices: [{ screen: "voices" }],
  users: [{ screen: "users" }],
  settings: [{ screen: "settings" }],
  help: [
    { screen: "help", topic: "start" },
    { screen: "help", topic: "uploads", section: "watch-folders" },
  ],
};

test("the fragment of every route is parsed to that route", () => {
  for (const route of Object.values(routes).flat())
    expect(parseRoute(formatRoute(route)), formatRoute(route)).toEqual(route);
});

test("a fragment without a screen, or without a required field, opens the overview", () => {
  for (const hash of [
    "",
    "#",
    "#/nowhere",
    "#/constructor",
    "#/project",
    "#/batch/p",
    "#/bulk",
    "#/pending-batch/p/x",
  ])
    expect(parseRoute(hash), hash).toEqual({ screen: "overview" });
  expect(parseRoute("#/project/p/nothing")).toEqual({
    screen: "project",
    projectId: "p",
    tab: "batches",
  });
  expect(parseRoute("#/bulk/p/x")).toEqual({ screen: "bulk", projectId: "p", draftId: null });
  expect(parseRoute("#/batch/%E0%A4%A/b")).toMatchObject({ screen: "batch", batchId: "b" });
});

test("a screen belongs to a project if its route has one", () => {
  for (const route of Object.values(routes).flat())
    expect(isInProject(route.screen), route.screen).toBe("projectId" in route);
});
