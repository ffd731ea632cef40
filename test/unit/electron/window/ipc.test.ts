import type {
  IpcMain,
  IpcMainEvent,
  IpcMainInvokeEvent,
  WebContents,
  WebFrameMain,
} from "electron";
import { expect, test, vi } from "vitest";
import { channels } from "../../../../preload/channels";
import type { Handlers } from "../../../../preload/contract";
import { handleCalls, createEmit, isTrustedSender } from "../../../../main/electron/window/ipc";
import { recordingLog } from "../../../helpers/recording-log";

const origin = "app://bundle";
type Sent = [channel: string, name: string, payload: unknown];

function fakeContents(): { contents: WebContents; mainFrame: WebFrameMain; sent: Sent[] } {
  const sent: Sent[] = [];
  const mainFrame = { parent: null, origin } as unknown as WebFrameMain;
  const contents = {
    mainFrame,
    isDestroyed: () => false,
    send: (...message: Sent) => sent.push(message),
  } as unknown as WebContents;
  return { contents, mainFrame, sent };
}
const frame = (of: Partial<WebFrameMain>) => of as WebFrameMain;

test("only calls from the main frame of the application's window and origin are accepted", () => {
  const { contents, mainFrame } = fakeContents();
  const other = fakeContents();
  const caller = { contents, origin };
  const isAccepted = (sender: WebContents, senderFrame: WebFrameMain | null, who = caller) =>
    isTrustedSender({ sender, senderFrame }, who);

  expect(isAccepted(contents, mainFrame)).toBe(true);
  expect(isTrustedSender({ sender: contents, senderFrame: mainFrame }, null)).toBe(false);
  expect(isAccepted(contents, null)).toBe(false);
  expect(isAccepted(other.contents, other.mainFrame)).toBe(false);
  expect(isAccepted(contents, frame({ parent: mainFrame, origin }))).toBe(false);
  expect(isAccepted(contents, other.mainFrame)).toBe(false);
  expect(isAccepted(contents, mainFrame, { contents, origin: "app://other" })).toBe(false);
  for (const untrusted of ["https://dubyard.invalid", "file://", "null", "app://bundle.evil"]) {
    const page = fakeContents();
    Object.assign(page.mainFrame, { origin: untrusted });
    expect(isAccepted(page.contents, page.mainFrame, { contents: page.contents, origin })).toBe(
      false,
    );
  }
});

test("a call of an untrusted sender reaches no handler", async () => {
  const { contents, mainFrame } = fakeContents();
  const { log, lines } = recordingLog();
  const list = vi.fn(() => Promise.resolve([]));
  let listener: Parameters<IpcMain["handle"]>[1] | undefined;
  let reported: Parameters<IpcMain["on"]>[1] | undefined;
  const approvePaths = vi.fn();
  const ipcMain = {
    handle: (channel: string, handler: typeof listener) => {
      expect(channel).toBe(channels.call);
      listener = handler;
    },
    on: (channel: string, handler: typeof reported) => {
      expect(channel).toBe(channels.chosenPaths);
      reported = handler;
    },
  } as unknown as IpcMain;
  handleCalls({
    ipcMain,
    handlers: { workspaces: { list } } as unknown as Handlers,
    approvePaths,
    caller: () => ({ contents, origin }),
    log,
  });
  const call = (senderFrame: WebFrameMain | null): unknown =>
    listener?.(
      { sender: contents, senderFrame } as IpcMainInvokeEvent,
      "workspaces.list",
      undefined,
    );

  expect(await call(null)).toMatchObject({ ok: false, error: { code: "sender-refused" } });
  expect(list).not.toHaveBeenCalled();
  expect(lines).toHaveLength(1);
  expect(await call(mainFrame)).toEqual({ ok: true, value: [] });

  const report = (senderFrame: WebFrameMain | null, paths: unknown): unknown =>
    reported?.({ sender: contents, senderFrame } as IpcMainEvent, paths);
  report(null, ["/a"]);
  report(mainFrame, [1]);
  expect(approvePaths).not.toHaveBeenCalled();
  report(mainFrame, ["/a", "/b"]);
  expect(approvePaths).toHaveBeenCalledWith(["/a", "/b"]);
});

test("an event is sent only if it matches its schema", () => {
  const { contents, sent } = fakeContents();
  const { log, lines } = recordingLog();
  const emit = createEmit(() => ({ contents, origin }), log);
  emit("menuChosen", { action: "go.media", accessToken: "planted" } as { action: string });
  emit("menuChosen", { action: 1 } as unknown as { action: string });
  expect(sent).toEqual([[channels.event, "menuChosen", { action: "go.media" }]]);
  expect(lines).toHaveLength(1);
  // Without a window, nothing is sent.
  createEmit(() => null, log)("menuChosen", { action: "go.media" });
});
