/**
 * The sessions of all windows: restricted, without a network, with the files of the application.
 */
import path from "node:path";
import { app, session, shell } from "electron";
import type { Log } from "../common/log";
import { confirmPartition } from "./native/confirmations";
import { createSpellCheck, dictionaryFolders, withoutSpellCheck } from "./system/spell-check";
import { serveApp, type OpenMedia, type ReadSound } from "./window/protocol";
import { closeNetwork, secure } from "./window/security";
import { windowPartition } from "./window/window";

/** What the backend serves to the window besides its files. */
export interface ServedByBackend {
  readSound: ReadSound;
  openMedia: OpenMedia;
}

/** `devServer`: its URL, only during development. */
export async function prepareSessions(devServer: string | null, log: Log) {
  const windowSession = session.fromPartition(windowPartition);
  const confirmSession = session.fromPartition(confirmPartition);
  const sessions = [session.defaultSession, windowSession, confirmSession];
  secure({ app, sessions, shell, log, devServer });
  withoutSpellCheck(session.defaultSession);
  withoutSpellCheck(confirmSession);
  await closeNetwork(windowSession, devServer);
  await closeNetwork(confirmSession, null);
  let backend: ServedByBackend = {
    readSound: () => Promise.resolve(null),
    openMedia: () => Promise.resolve(null),
  };
  serveApp(windowSession.protocol, path.join(app.getAppPath(), "out/renderer"), {
    readSound: (pathname) => backend.readSound(pathname),
    openMedia: (...request) => backend.openMedia(...request),
  });
  return {
    /** The session of the confirmation window. */
    confirmSession,
    /** Called with the language of the field that has the focus in the window. */
    checkSpelling: createSpellCheck({
      session: windowSession,
      platform: process.platform,
      folders: dictionaryFolders,
      target: path.join(app.getPath("userData"), "Dictionaries"),
    }),
    /** Until then, no sound and no medium is found. */
    serve: (started: ServedByBackend): void => void (backend = started),
  };
}
