import type { ConflictChoice, Plan } from "../../../preload/model";
import { api } from "../../lib/api";
import { folderOf } from "../../lib/media-files";

/** What can happen to files whose place is taken, in the order it is asked. */
export const conflictChoices: readonly ConflictChoice[] = ["skip", "replace", "rename"];

/** What confirming would queue. Files in conflict count once it is said what happens to them. */
export function planTotals(plan: Plan): { files: number; bytes: number } {
  const isTaken = plan.conflictChoice === "replace" || plan.conflictChoice === "rename";
  return {
    files: plan.counts.new + (isTaken ? plan.counts.conflict : 0),
    bytes: plan.newBytes + (isTaken ? plan.conflictBytes : 0),
  };
}

/** Folders of the gallery that what was typed may mean: those of its last level that begin with it. */
export async function suggestFolders(workspaceId: string, text: string): Promise<string[]> {
  const typed = text.replace(/^\/+/, "");
  const folder = typed.endsWith("/") ? typed : folderOf(typed);
  try {
    const { folders } = await api.gallery.folders({ workspaceId, folder, offset: 0, limit: 500 });
    const begin = typed.toLocaleLowerCase();
    return folders
      .map(({ path }) => path)
      .filter((path) => path.toLocaleLowerCase().startsWith(begin) && path !== typed)
      .slice(0, 30);
  } catch {
    // Suggestions are a help; without them a folder can still be typed.
    return [];
  }
}
