/** The bridge: exposes call, on and pathOf, nothing else, and does not grow with features. */
import { contextBridge, ipcRenderer, webUtils } from "electron";
import { channels } from "./channels";
import type { Bridge, Reply } from "./contract";

/** Not sent to main yet: a drop has up to 100,000 files, and one message is enough for all. */
let chosenPaths: string[] = [];
function sendChosenPaths(): void {
  if (chosenPaths.length > 0) ipcRenderer.send(channels.chosenPaths, chosenPaths);
  chosenPaths = [];
}

const bridge: Bridge = {
  call: (name, input) => {
    // Messages arrive in order: main knows the paths before the call that names them.
    sendChosenPaths();
    return ipcRenderer.invoke(channels.call, name, input) as Promise<Reply>;
  },
  on: (listener) => {
    // SECURITY: the event object, which carries the sender, is never passed on.
    const wrapped = (_event: unknown, name: string, payload: unknown) => listener(name, payload);
    ipcRenderer.on(channels.event, wrapped);
    return () => ipcRenderer.off(channels.event, wrapped);
  },
  pathOf: (file) => {
    // SECURITY: only a File of a drop or of a file picker has a path; one that a script made has none.
    const path = webUtils.getPathForFile(file as File);
    if (path !== "") chosenPaths.push(path);
    return path;
  },
};
contextBridge.exposeInMainWorld("bridge", bridge);
