/** Projects and everything in them. Not there yet: each call says so. */
import type { Handlers } from "../../preload/contract";
import { AppError } from "../errors";

const soon = (): never => {
  throw new AppError("not-offered", "not there yet");
};

export function createResourceHandlers(): Omit<
  Handlers,
  "app" | "workspaces" | "gallery" | "plans" | "uploads"
> {
  return {
    lists: { show: soon, refresh: soon },
    overview: { get: soon, refresh: soon },
    projects: {
      list: soon,
      get: soon,
      create: soon,
      rename: soon,
      setArchived: soon,
      delete: soon,
      languages: soon,
      addLanguages: soon,
    },
    batches: {
      list: soon,
      get: soon,
      create: soon,
      delete: soon,
      assignments: soon,
      assignMembers: soon,
      addLanguages: soon,
      lines: soon,
    },
    casting: { list: soon, assign: soon, previewCopy: soon, rename: soon, merge: soon },
    glossary: {
      list: soon,
      exportCsv: soon,
      create: soon,
      change: soon,
      delete: soon,
      importCsv: soon,
    },
    team: { list: soon, add: soon, remove: soon },
    users: { list: soon, create: soon, change: soon, delete: soon },
    catalogue: { languages: soon, models: soon, voices: soon, styles: soon },
    diagnostics: { report: soon, checkDatabase: soon, showLogs: soon },
  };
}
