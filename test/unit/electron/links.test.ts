import { EventEmitter } from "node:events";
import type { App } from "electron";
import { expect, test, vi } from "vitest";
import { followLinks, linkAmong, parseLink } from "../../../main/electron/links";

test("a link leads to a place of the window", () => {
  expect(parseLink("dubyard://open/uploads?workspaceId=w")).toEqual({
    workspaceId: "w",
    route: { screen: "uploads" },
  });
  expect(parseLink("dubyard://open/batch?workspaceId=w&projectId=p%2F1&batchId=b")).toEqual({
    workspaceId: "w",
    route: { screen: "batch", projectId: "p/1", batchId: "b" },
  });
  // What a route does not name is left out; what it needs not is filled in.
  expect(parseLink("dubyard://open/project?workspaceId=w&projectId=p&delete=yes")).toEqual({
    workspaceId: "w",
    route: { screen: "project", projectId: "p", tab: "batches" },
  });
});

test("anything else is ignored", () => {
  for (const link of [
    "",
    "dubyard://open/uploads", // no workspace
    "dubyard://open/uploads?workspaceId=",
    "dubyard://open/?workspaceId=w",
    "dubyard://open/nowhere?workspaceId=w",
    "dubyard://open/batch?workspaceId=w&projectId=p",
    "dubyard://open/project?workspaceId=w&projectId=p&tab=nothing",
    "dubyard://open/uploads/more?workspaceId=w",
    "dubyard://run/uploads?workspaceId=w",
    "https://open/uploads?workspaceId=w",
    "javascript://open/uploads?workspaceId=w",
    `dubyard://open/media?workspaceId=w&folder=${"x".repeat(5000)}`,
  ])
    expect(parseLink(link), link).toBeNull();
});

test("the screen of a link is its path, whatever its query says", () => {
  expect(parseLink("dubyard://open/uploads?workspaceId=w&screen=settings")?.route).toEqual({
    screen: "uploads",
  });
});

test("links reach the window from each of the system's ways, those before it too", () => {
  const link = "dubyard://open/uploads?workspaceId=w";
  const uploads = { workspaceId: "w", route: { screen: "uploads" } };
  expect(linkAmong(["dubyard", "--flag", link])).toEqual(uploads);
  expect(linkAmong(["dubyard", "upload", "/folder"])).toBeNull();

  const app = new EventEmitter();
  const started = followLinks(app as unknown as App, ["dubyard", link]);
  const open = vi.fn();
  started.openWith(open);
  expect(open.mock.calls).toEqual([[uploads]]);

  // A start without a link brings the window up.
  app.emit("second-instance", {}, ["dubyard"]);
  app.emit("second-instance", {}, ["dubyard", link]);
  const preventDefault = vi.fn();
  app.emit("open-url", { preventDefault }, link);
  expect(open.mock.calls.slice(1)).toEqual([[null], [uploads], [uploads]]);
  expect(preventDefault).toHaveBeenCalledOnce();

  const mac = new EventEmitter();
  const early = followLinks(mac as unknown as App, ["dubyard"]);
  mac.emit("open-url", { preventDefault }, link);
  mac.emit("open-url", { preventDefault }, "dubyard://nonsense");
  const openEarly = vi.fn();
  early.openWith(openEarly);
  expect(openEarly.mock.calls).toEqual([[uploads]]);
});
