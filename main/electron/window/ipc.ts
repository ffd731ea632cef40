/** The two IPC channels of the window: calls from the page, events to the page. */
import type { IpcMain, IpcMainInvokeEvent, WebContents } from "electron";
import { z } from "zod";
import { channels } from "../../../preload/channels";
import { events, type Emit, type Handlers, type Reply } from "../../../preload/contract";
import { dispatch } from "../../backend/dispatch";
import type { Log } from "../../common/log";

/** The window that is allowed to call; null while there is no window. */
export interface Caller {
  contents: WebContents;
  origin: string;
}

/** Whether a call comes from the main frame of our window, on our origin. */
export function isTrustedSender(
  event: Pick<IpcMainInvokeEvent, "sender" | "senderFrame">,
  caller: Caller | null,
): boolean {
  const { sender, senderFrame } = event;
  // SECURITY: rejects a destroyed frame, another window, a subframe, and a foreign origin.
  if (caller === null || senderFrame === null) return false;
  if (sender !== caller.contents || sender.isDestroyed()) return false;
  if (senderFrame.parent !== null || senderFrame !== sender.mainFrame) return false;
  return senderFrame.origin === caller.origin;
}

export interface IpcDeps {
  ipcMain: IpcMain;
  handlers: Handlers;
  /** Approves the files that the user dropped or selected. */
  approvePaths: (paths: readonly string[]) => void;
  caller: () => Caller | null;
  log: Log;
}
const chosenPaths = z.array(z.string().max(10_000)).max(200_000);

/** Handles the calls of the window. */
export function handleCalls({ ipcMain, handlers, approvePaths, caller, log }: IpcDeps): void {
  ipcMain.on(channels.chosenPaths, (event, input: unknown) => {
    if (!isTrustedSender(event, caller())) return;
    const parsed = chosenPaths.safeParse(input);
    if (parsed.success) approvePaths(parsed.data);
  });
  ipcMain.handle(channels.call, async (event, name: unknown, input: unknown): Promise<Reply> => {
    if (!isTrustedSender(event, caller())) {
      log.warn(`ipc: refused a call from ${event.senderFrame?.origin ?? "a closed frame"}`);
      return { ok: false, error: { code: "sender-refused", message: "sender refused" } };
    }
    return dispatch(handlers, name, input, log);
  });
}

/** Sends events to the window, if there is one. Fields that are not in the contract are removed. */
export function createEmit(caller: () => Caller | null, log: Log): Emit {
  return (name, payload) => {
    const target = caller()?.contents;
    if (!target || target.isDestroyed()) return;
    const parsed = events[name].safeParse(payload);
    if (parsed.success) target.send(channels.event, name, parsed.data);
    else log.error(`ipc: the event "${name}" does not match the contract`, parsed.error.message);
  };
}
