import { api } from "../app/api";
import { folderOf } from "./media-files";

/** Folders of the gallery that match the input: those of the last level that begin with it. */
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
    // A failure is ignored: a folder can be typed without suggestions.
    return [];
  }
}

/** Files of the gallery whose path contains the input. */
export async function suggestFiles(workspaceId: string, text: string): Promise<string[]> {
  const search = text.trim();
  if (search === "" || search.includes("://")) return [];
  const page = { folder: "", sort: "name", offset: 0, limit: 200 } as const;
  try {
    const { entries } = await api.gallery.browse({ workspaceId, search, ...page });
    const files = entries.filter(({ isFolder }) => !isFolder);
    return files.slice(0, 30).map(({ path }) => path);
  } catch {
    // A failure is ignored: a path can be typed without suggestions.
    return [];
  }
}
