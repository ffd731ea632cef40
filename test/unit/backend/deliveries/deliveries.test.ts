/** What the window gets of deliveries, and which folders it shows. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createApprovedPaths } from "../../../../main/backend/approvals/approved-paths";
import { createDeliveries } from "../../../../main/backend/deliveries/deliveries";
import { createDeliveryWatch } from "../../../../main/backend/deliveries/watch-ends";
import { silentLog } from "../../../../main/common/log";
import type { Delivery } from "../../../../preload/contract/deliveries";
import type { Remote } from "../../../../main/remote/remote";
import type { DeliveryDownload } from "../../../../main/backend/deliveries/download-store";
import type { ExportCalls } from "../../../../main/remote/extensions/exports";
import type { MissingLines } from "../../../../preload/local-service/exports";
import { missingKinds, type MissingKind } from "../../../../preload/facts/delivery";

const at = { workspaceId: "w", projectId: "p", batchId: "b" };
const request = {
  languages: ["es-es"],
  parts: ["takes" as const],
  preset: "online" as const,
  naming: "number" as const,
  includeUnapproved: false,
  originalTrack: false,
};
const delivery = {
  id: "d",
  languages: [],
  parts: [],
  version: 1,
  preset: "online",
  state: "made" as const,
  problem: "",
  counts: { files: 1, made: 1, failed: 0, findings: 0 },
  bytes: 0,
  createdAt: 0,
};

function deliveriesOf(
  calls: Partial<ExportCalls>,
  { isLocal = true, chosen = [""], extension = "exports" } = {},
) {
  const shown: string[] = [];
  const dragged: (readonly string[])[] = [];
  const making: string[] = [];
  const found: { row: DeliveryDownload | null } = { row: null };
  const remove = vi.fn(() => Promise.resolve());
  const added: [deliveryId: string, folder: string][] = [];
  const approved = createApprovedPaths({
    store: { all: () => [], add: () => undefined },
    now: () => 0,
  });
  approved.approve(chosen);
  const handlers = createDeliveries({
    remote: () => ({ extensions: { exports: calls } }) as Remote,
    extensions: {
      require: () => undefined,
      offers: (_id, name) => name === extension,
      personOf: () => null,
    },
    changed: () => undefined,
    dialogs: { chooseFolder: () => Promise.resolve(null) },
    approved,
    showInFolder: (folder) => shown.push(folder),
    startDrag: (files) => dragged.push(files),
    isLocal: () => isLocal,
    downloads: {
      add: (target, folder) => void added.push([target.deliveryId, folder]),
      find: () => found.row,
      continue: () => undefined,
      remove,
      withDownloads: () => [],
    },
    onMaking: (_target, deliveryId) => making.push(deliveryId),
  });
  return { handlers, shown, dragged, making, added, found, remove };
}

function temporary(): string {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "deliveries-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it("only folders below chosen ones are shown and dragged", async () => {
  const [chosen, other] = [temporary(), temporary()];
  let folder = path.join(chosen, "Episode_v1");
  const find = () => Promise.resolve({ delivery: { ...delivery, folder }, files: [] });
  const { handlers, shown, dragged } = deliveriesOf({ find }, { chosen: [chosen] });
  const show = () => handlers.show({ workspaceId: "w", deliveryId: "d" });
  const drag = () => handlers.drag({ workspaceId: "w", deliveryId: "d" });
  await show();
  await drag();
  expect(shown).toEqual([folder]);
  expect(dragged).toEqual([[folder]]);
  for (const refused of [other, path.join(chosen, "..", path.basename(other)), "relative"]) {
    folder = refused;
    await expect(show()).rejects.toMatchObject({ code: "path-not-approved" });
    await expect(drag()).rejects.toMatchObject({ code: "path-not-approved" });
  }
  expect(shown).toHaveLength(1);
  expect(dragged).toHaveLength(1);
});

it("a hosted service shows no folder, delivers nothing and lists nothing", async () => {
  const folder = temporary();
  const calls: Partial<ExportCalls> = {
    find: () => Promise.resolve({ delivery: { ...delivery, folder }, files: [] }),
    start: () => Promise.resolve("d"),
    list: () => Promise.resolve([{ ...delivery, folder }]),
  };
  const { handlers, shown } = deliveriesOf(calls, { isLocal: false, chosen: [folder] });
  const refused = { code: "not-offered" };
  const inDelivery = { workspaceId: "w", deliveryId: "d" };
  await expect(handlers.show(inDelivery)).rejects.toMatchObject(refused);
  await expect(handlers.start({ ...at, request, folder })).rejects.toMatchObject(refused);
  expect(await handlers.list(at)).toEqual({ deliveries: [] });
  expect(shown).toEqual([]);
});

it("a service for a team gets no folder, and its deliveries are downloaded to the chosen one", async () => {
  const folder = temporary();
  const start = vi.fn(() => Promise.resolve("d"));
  const { handlers, added, making } = deliveriesOf(
    { start },
    { isLocal: false, chosen: [folder], extension: "delivery-files" },
  );
  await handlers.start({ ...at, request, folder });
  expect(start).toHaveBeenCalledWith("b", request, null);
  expect([added, making]).toEqual([[["d", folder]], []]);
  const inDelivery = { workspaceId: "w", deliveryId: "d" };
  await expect(handlers.show(inDelivery)).rejects.toMatchObject({ code: "not-found" });
});

it("a download is removed without the service, and a file that it lacks is made again", async () => {
  const [find, resume, cancel] = [vi.fn(), vi.fn(), vi.fn()];
  find.mockResolvedValue({ delivery: { ...delivery, folder: "Episode_v1" }, files: [] });
  const options = { isLocal: false, extension: "delivery-files" };
  const { handlers, found, remove, added } = deliveriesOf({ find, resume, cancel }, options);
  const inDelivery = { workspaceId: "w", deliveryId: "d" };
  const problem = { code: "not-found" as const, message: "" };
  const of = { ...at, deliveryId: "d", target: "/out", folder: "/out/Episode_v1" };
  found.row = { ...of, state: "failed", problem: { ...problem, code: "path-taken" } };
  await handlers.resume(inDelivery);
  expect(resume).not.toHaveBeenCalled();
  found.row = { ...of, state: "failed", problem };
  await handlers.resume(inDelivery);
  expect(resume).toHaveBeenCalledOnce();
  await handlers.removeDownload(inDelivery);
  expect([remove.mock.calls.length, cancel.mock.calls.length]).toEqual([1, 0]);
  // A complete one stays when another folder gets it too.
  found.row = { ...of, state: "done", problem: null };
  await handlers.download({ ...at, deliveryId: "d", folder: "/other" });
  expect([remove.mock.calls.length, added]).toEqual([1, [["d", "/other"]]]);
  await handlers.cancel(inDelivery);
  expect([remove.mock.calls.length, cancel.mock.calls.length]).toEqual([1, 1]);
});

it("deliveries that are being made are watched: new ones, and those that an earlier run began", async () => {
  const folder = temporary();
  const calls: Partial<ExportCalls> = {
    start: () => Promise.resolve("new"),
    list: () =>
      Promise.resolve([
        { ...delivery, folder },
        { ...delivery, id: "earlier", state: "making" as const, folder },
      ]),
  };
  const { handlers, making } = deliveriesOf(calls, { chosen: [folder] });
  await handlers.start({ ...at, request, folder });
  await handlers.list(at);
  expect(making).toEqual(["new", "earlier"]);
});

describe("the end of a delivery", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  function watch(states: (Delivery["state"] | Error)[], hasWorkspace = () => true) {
    const ends: unknown[] = [];
    const find = vi.fn(() => {
      const state = states.length > 1 ? states.shift() : states[0];
      if (state === undefined || state instanceof Error)
        return Promise.reject(state ?? new Error("none"));
      return Promise.resolve({ state, folder: "/deliveries/Episode_v1" });
    });
    const watched = createDeliveryWatch({
      find,
      hasWorkspace,
      onEnded: (end) => ends.push(end),
      pollMs: 10,
      log: silentLog,
    });
    watched.watch(at, "d");
    watched.watch(at, "d");
    return { ends, find, stop: watched.stop };
  }

  it("is reported once, also after the service did not answer", async () => {
    const { ends, find } = watch(["making", new Error("the service starts"), "making", "made"]);
    await vi.advanceTimersByTimeAsync(200);
    expect(ends).toEqual([{ ...at, folder: "/deliveries/Episode_v1", isMade: true }]);
    expect(find).toHaveBeenCalledTimes(4);
  });

  it("is reported as a failure, and not at all if the user cancelled it", async () => {
    const [failed, cancelled] = [watch(["failed"]), watch(["cancelled"])];
    await vi.advanceTimersByTimeAsync(100);
    expect(failed.ends).toMatchObject([{ isMade: false }]);
    expect(cancelled.ends).toEqual([]);
    expect(cancelled.find).toHaveBeenCalledOnce();
  });

  it("is given up without its workspace, without a response, and when the application stops", async () => {
    const removed = watch(["making"], () => false);
    const silent = watch([new Error("no response")]);
    const stopped = watch(["making"]);
    await vi.advanceTimersByTimeAsync(15);
    stopped.stop();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(removed.find).not.toHaveBeenCalled();
    expect(silent.find).toHaveBeenCalledTimes(60);
    expect(stopped.find).toHaveBeenCalledOnce();
  });
});

it("what is missing has a filter of the review", async () => {
  const missingOf = (errors: MissingLines["errors"], found = errors.length): MissingLines => {
    const lists = { withoutText: [3], withoutTake: [2, 5], unapproved: [1], errors };
    const counts = Object.fromEntries(missingKinds.map((kind) => [kind, lists[kind].length]));
    return {
      languageId: "es-es",
      ...lists,
      counts: { ...(counts as Record<MissingKind, number>), errors: found },
    };
  };
  const filtersOf = async (missing: MissingLines) => {
    const plan = () => Promise.resolve({ files: [], missing: [missing] });
    const found = await deliveriesOf({ plan }).handlers.plan({ ...at, request });
    return found.missing.map(({ filter }) => filter);
  };
  const error = (check: string) => ({ number: 4, check });
  expect(await filtersOf(missingOf([error("overlap"), error("overlap")]))).toEqual([
    "missing",
    "missing",
    "not-approved",
    "overlap",
  ]);
  expect((await filtersOf(missingOf([error("overlap"), error("silence")]))).at(-1)).toBe("");
  expect((await filtersOf(missingOf([error("overlap")], 2))).at(-1)).toBe("");
});
