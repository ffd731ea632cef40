/** The bridge: exposes call, on and pathOf, nothing else, and does not grow with features. */
import { contextBridge, ipcRenderer, webUtils } from "electron";
import { channels } from "./channels";
import type { Bridge, Reply } from "./contract";

const bridge: Bridge = {
  call: (name, input) => ipcRenderer.invoke(channels.call, name, input) as Promise<Reply>,
  on: (listener) => {
    // SECURITY: the event object, which carries the sender, is never passed on.
    const wrapped = (_event: unknown, name: string, payload: unknown) => listener(name, payload);
    ipcRenderer.on(channels.event, wrapped);
    return () => ipcRenderer.off(channels.event, wrapped);
  },
  pathOf: (file) => webUtils.getPathForFile(file as File),
};
contextBridge.exposeInMainWorld("bridge", bridge);
