import { EventEmitter } from "node:events";
import { pathToFileURL } from "node:url";
import type { App } from "electron";
import { describe, expect, test, vi } from "vitest";
import type { Route } from "../../../preload/routes";
import { findFiles, findOpening, listenForLinks } from "../../../main/electron/links";
import {
  formatLink,
  parseLink,
  type LinkedWorkspace,
} from "../../../main/backend/links/link-format";

test("a link opens a screen of the window", () => {
  expect(parseLink("dubyard://open/uploads?workspaceId=w")).toEqual({
    workspace: { workspaceId: "w" },
    route: { screen: "uploads" },
  });
  expect(parseLink("dubyard://open/batch?workspaceId=w&projectId=p%2F1&batchId=b")).toEqual({
    workspace: { workspaceId: "w" },
    route: { screen: "batch", projectId: "p/1", batchId: "b" },
  });
  // Fields that a route does not define are removed; optional ones get their default.
  expect(parseLink("dubyard://open/project?workspaceId=w&projectId=p&delete=yes")).toEqual({
    workspace: { workspaceId: "w" },
    route: { screen: "project", projectId: "p", tab: "batches" },
  });
});

test("other URLs are ignored", () => {
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
    "dubyard://open/uploads?service=", // no service
    "dubyard://open/uploads?service=nonsense&workspaceId=w",
    "dubyard://open/uploads?service=http://elsewhere.test",
    "dubyard://open/uploads?service=https://user:secret@a.test",
    "dubyard://open/bulk?workspaceId=w&projectId=p&draftId=seven",
    `dubyard://open/media?workspaceId=w&folder=${"x".repeat(9000)}`,
  ])
    expect(parseLink(link), link).toBeNull();
});

const routes: readonly Route[] = [
  { screen: "overview" },
  { screen: "project", projectId: "p/1 &", tab: "glossary" },
  { screen: "batch", projectId: "p", batchId: "b" },
  { screen: "bulk", projectId: "p", draftId: null, requestId: "r" },
  { screen: "new-batch", projectId: "p" },
  { screen: "media", folder: "season 1/ä+b/" },
  { screen: "media", folder: "" },
];

test("a created link opens the same screen", () => {
  const workspaces: LinkedWorkspace[] = [{ workspaceId: "w" }, { service: "https://a.test/v1" }];
  for (const workspace of workspaces)
    for (const route of routes) {
      const link = formatLink({ workspace, route });
      expect(parseLink(link), link).toEqual({ workspace, route });
    }
});

test("ids of the local database are only in links of the own workspaces", () => {
  const draft: Route = { screen: "bulk", projectId: "p", draftId: 7 };
  const edited: Route = { screen: "new-batch", projectId: "p", entryId: 3 };
  const here = { workspaceId: "w" };
  expect(parseLink(formatLink({ workspace: here, route: draft }))?.route).toEqual(draft);
  expect(parseLink(formatLink({ workspace: here, route: edited }))?.route).toEqual(edited);
  const hosted = { service: "https://a.test" };
  expect(formatLink({ workspace: hosted, route: draft })).toBe(
    "dubyard://open/bulk?service=https%3A%2F%2Fa.test&projectId=p",
  );
  expect(formatLink({ workspace: hosted, route: edited })).toBe(
    "dubyard://open/new-batch?service=https%3A%2F%2Fa.test&projectId=p",
  );
});

test("the screen of a link is in its path, regardless of the query", () => {
  expect(parseLink("dubyard://open/uploads?workspaceId=w&screen=settings")?.route).toEqual({
    screen: "uploads",
  });
});

test("links of every operating system event are handled, also those before the window exists", () => {
  const link = "dubyard://open/uploads?workspaceId=w";
  const uploads = {
    link: { workspace: { workspaceId: "w" }, route: { screen: "uploads" } },
  };
  expect(findOpening(["dubyard", "--flag", link])).toEqual(uploads);
  expect(findOpening(["dubyard", "upload", "/folder"])).toBeNull();
  // A scheme is the same in capital letters.
  expect(findOpening(["dubyard", link.replace("dubyard", "DubYard")])).toEqual(uploads);
  // That of an invitation only opens its form.
  expect(findOpening(["dubyard", "dubyard://join?service=https://a.test#abc"])).toEqual({
    invitation: "https://a.test/join#abc",
  });

  const app = new EventEmitter();
  const started = listenForLinks(app as unknown as App, ["dubyard", link], []);
  const open = vi.fn();
  started.openWith(open);
  expect(open.mock.calls).toEqual([[uploads]]);

  // A start without a link shows the window.
  app.emit("second-instance", {}, ["dubyard"]);
  app.emit("second-instance", {}, ["dubyard", link]);
  const preventDefault = vi.fn();
  app.emit("open-url", { preventDefault }, link);
  expect(open.mock.calls.slice(1)).toEqual([[null], [uploads], [uploads]]);
  expect(preventDefault).toHaveBeenCalledOnce();

  const mac = new EventEmitter();
  const beforeStart = listenForLinks(mac as unknown as App, ["dubyard"], []);
  mac.emit("open-url", { preventDefault }, link);
  mac.emit("open-url", { preventDefault }, "dubyard://nonsense");
  const openEarly = vi.fn();
  beforeStart.openWith(openEarly);
  expect(openEarly.mock.calls).toEqual([[uploads]]);

  // A second instance in the first moments of the start, before the window can open anything.
  const starting = new EventEmitter();
  const early = listenForLinks(starting as unknown as App, ["dubyard"], []);
  starting.emit("second-instance", {}, ["dubyard", link]);
  const openLater = vi.fn();
  early.openWith(openLater);
  expect(openLater.mock.calls).toEqual([[uploads]]);
});

test("an argument opens a screen of the window", () => {
  expect(findOpening(["dubyard", "--show=uploads"])).toEqual({ action: "go.uploads" });
  expect(findOpening(["dubyard", "--show=nowhere"])).toBeNull();
  expect(findOpening(["dubyard", "--show=toString"])).toBeNull();
});

describe("files that the user opens with the application", () => {
  const folder = import.meta.dirname;
  const file = import.meta.filename;

  test("are found among the arguments: paths and URLs of what exists", () => {
    expect(
      findFiles([file, "--flag", "links.test.ts", pathToFileURL(folder).href], () => folder),
    ).toEqual([file, file, folder]);
    const others = ["-r", "no-such-file", "file://elsewhere.test/x", "dubyard://open/uploads"];
    expect(findFiles(others, () => folder)).toEqual([]);
  });

  test("are found by their absolute paths in a working folder that was deleted", () => {
    const deleted = () => {
      throw new Error("ENOENT: no such file or directory, uv_cwd");
    };
    expect(findFiles([file, "links.test.ts"], deleted)).toEqual([file]);
  });

  test("are opened by the start, by a second instance, and by the events of macOS at once", async () => {
    const app = new EventEmitter();
    const listening = listenForLinks(app as unknown as App, ["dubyard", "a.mp4"], ["/a.mp4"]);
    const open = vi.fn();
    listening.openWith(open);
    app.emit("second-instance", {}, ["dubyard", "b.mp4"], "/", { files: ["/b.mp4"] });
    app.emit("second-instance", {}, ["dubyard"], "/", { files: "nonsense" });
    const preventDefault = vi.fn();
    app.emit("open-file", { preventDefault }, "/c.mp4");
    app.emit("open-file", { preventDefault }, "/d.mp4");
    await vi.waitFor(() => expect(open).toHaveBeenCalledTimes(4), { timeout: 50_000 });
    expect(open.mock.calls).toEqual([
      [{ files: ["/a.mp4"] }],
      [{ files: ["/b.mp4"] }],
      [null],
      [{ files: ["/c.mp4", "/d.mp4"] }],
    ]);
    expect(preventDefault).toHaveBeenCalledTimes(2);
  });

  test("and the window of a start without one are opened for a second instance at that time", () => {
    const app = new EventEmitter();
    const hidden = listenForLinks(app as unknown as App, ["dubyard", "--hidden"], []);
    app.emit("second-instance", {}, ["dubyard"], "/", { files: [] });
    const open = vi.fn();
    hidden.openWith(open);
    expect(open.mock.calls).toEqual([[null]]);

    const starting = new EventEmitter();
    const listening = listenForLinks(starting as unknown as App, ["dubyard"], ["/a.mp4"]);
    for (const file of ["/b.mp4", "/c.mp4"])
      starting.emit("second-instance", {}, ["dubyard"], "/", { files: [file] });
    const openAll = vi.fn();
    listening.openWith(openAll);
    expect(openAll.mock.calls).toEqual([[{ files: ["/a.mp4", "/b.mp4", "/c.mp4"] }]]);
    const quiet = vi.fn();
    listenForLinks(new EventEmitter() as unknown as App, ["dubyard"], []).openWith(quiet);
    expect(quiet).not.toHaveBeenCalled();
  });

  test("give way to a link", () => {
    const link = "dubyard://open/uploads?workspaceId=w";
    expect(findOpening(["dubyard", link], ["/a.mp4"])).toHaveProperty("link");
    expect(findOpening(["dubyard"], [])).toBeNull();
  });
});
