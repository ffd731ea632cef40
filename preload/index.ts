/** The bridge. Exposes only call, on and pathOf; new features add no functions here. */
import { contextBridge, ipcRenderer, webUtils } from "electron";
import { channels } from "./channels";
import type { Bridge, Reply } from "./contract";

/**
 * Paths not sent to main yet. A drop can contain up to 100,000 files; all are sent in one message.
 */
let chosenPaths: string[] = [];
function sendChosenPaths(): void {
  if (chosenPaths.length > 0) ipcRenderer.send(channels.chosenPaths, chosenPaths);
  chosenPaths = [];
}

const bridge: Bridge = {
  call: (name, input) => {
    // Messages arrive in order, so main receives the paths before the call that uses them.
    sendChosenPaths();
    return ipcRenderer.invoke(channels.call, name, input) as Promise<Reply>;
  },
  on: (listener) => {
    // SECURITY: the event object, which contains the sender, is never passed to the listener.
    const wrapped = (_event: unknown, name: string, payload: unknown) => listener(name, payload);
    ipcRenderer.on(channels.event, wrapped);
    return () => ipcRenderer.off(channels.event, wrapped);
  },
  pathOf: (file) => {
    // SECURITY: only a File from a drop or a file picker has a path. A File created by a script has
    // none.
    const path = webUtils.getPathForFile(file as File);
    if (path !== "") chosenPaths.push(path);
    return path;
  },
};
contextBridge.exposeInMainWorld("bridge", bridge);
