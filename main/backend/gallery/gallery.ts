/**
 * The gallery of each workspace: synced from the service, cached in the database, browsed in pages.
 */
import type { Handlers } from "../../../preload/contract";
import type { GalleryEntry } from "../../../preload/model";
import { invalidFields } from "../../common/errors";
import type { Media } from "../../remote/media";
import { splitPath } from "./gallery-path";
import { createGallerySearch } from "./gallery-search";
import type { GalleryStore } from "./store";
import { createGallerySync } from "./gallery-sync";

export interface GalleryDeps {
  store: GalleryStore;
  media: (workspaceId: string) => Media;
  onChanged: () => void;
  /** The user deletes these files and folders. */
  onDeletion?: (workspaceId: string, paths: readonly string[]) => void;
  now: () => number;
}

export interface BrowseInput {
  workspaceId: string;
  folder: string;
  search: string;
  sort: "name" | "-name";
  offset: number;
  limit: number;
}

interface Search {
  key: string;
  found: GalleryEntry[];
  isTruncated: boolean;
}

/** Maximum number of results of a search. */
const maxFound = 10_000;
/** Paths per delete request: small bodies, and a refused request affects few paths. */
const pathsPerDelete = 1_000;

export type Gallery = ReturnType<typeof createGallery>;

export function createGallery(deps: GalleryDeps) {
  const { store } = deps;
  const index = createGallerySearch({ slices: store.slices });
  let lastSearch: Search | null = null;
  /** Incremented by every change: results of a search that began before are not cached. */
  let version = 0;

  function changed(): void {
    index.discard();
    resultsChanged();
  }
  /** For a change that the search index has already. */
  function resultsChanged(): void {
    lastSearch = null;
    version += 1;
    deps.onChanged();
  }

  const { media, now } = deps;
  const syncs = createGallerySync({
    store,
    media,
    onBegun: deps.onChanged,
    onChanged: changed,
    now,
  });
  const { refresh } = syncs;

  async function search(input: BrowseInput): Promise<Search> {
    const key = JSON.stringify([input.workspaceId, input.folder, input.search, input.sort]);
    if (lastSearch?.key === key) return lastSearch;
    const begun = version;
    const { paths, isTruncated } = await index.find(
      input.workspaceId,
      input.folder,
      input.search,
      maxFound,
    );
    const found = paths.map((path) => ({
      path,
      name: splitPath(path).name,
      isFolder: false,
      fileCount: 1,
    }));
    const result: Search = { key, isTruncated, found };
    if (input.sort === "-name") result.found.reverse();
    if (version === begun) lastSearch = result;
    return result;
  }

  const service = {
    refresh,
    onListing: syncs.onListing,
    /** Whether the cached gallery has a file at a path. */
    has: store.has,
    /** Syncs the gallery unless it was synced within this time. */
    async refreshIfOlder(workspaceId: string, milliseconds: number): Promise<void> {
      const { readAt } = store.status(workspaceId);
      const age = readAt === null ? Infinity : deps.now() - readAt;
      // A negative age: the clock was set back, and the true age is unknown.
      if (age < 0 || age > milliseconds) await refresh(workspaceId);
    },
    status(workspaceId: string) {
      return {
        ...store.status(workspaceId),
        isReading: syncs.isActive(workspaceId),
        problem: syncs.problem(workspaceId),
      };
    },
    /** A page of a folder, folders first; or of the files below it that match a search. */
    async browse(input: BrowseInput) {
      const { workspaceId, folder, offset, limit } = input;
      if (input.search.trim() !== "") {
        const { found, isTruncated } = await search(input);
        return { entries: found.slice(offset, offset + limit), total: found.length, isTruncated };
      }
      // A search may follow.
      if (!syncs.isActive(workspaceId)) void index.prepare(workspaceId).catch(() => undefined);
      const isDescending = input.sort === "-name";
      const folderCount = store.countFolders(workspaceId, folder);
      const folders =
        offset < folderCount ? store.folders(workspaceId, folder, offset, limit, isDescending) : [];
      const filesFrom = Math.max(0, offset - folderCount);
      const fileLimit = limit - folders.length;
      const files =
        fileLimit > 0 ? store.files(workspaceId, folder, filesFrom, fileLimit, isDescending) : [];
      const entries: GalleryEntry[] = [
        ...folders.map(({ path, name, fileCount }) => ({ path, name, fileCount, isFolder: true })),
        ...files,
      ];
      const total = folderCount + store.countDirectFiles(workspaceId, folder);
      return { entries, total, isTruncated: false };
    },
    folders(workspaceId: string, folder: string, offset: number, limit: number) {
      return {
        folders: store.folders(workspaceId, folder, offset, limit),
        total: store.countFolders(workspaceId, folder),
      };
    },
    /** The number of files of these paths; a path below another of them is counted once. */
    count(workspaceId: string, paths: readonly string[]): number {
      return outermost(paths).reduce((sum, path) => sum + store.countBelow(workspaceId, path), 0);
    },
    /** The paths of these files, and of the files below these folders; each once. */
    *filesOf(workspaceId: string, paths: readonly string[]): Generator<string> {
      for (const path of outermost(paths))
        if (path.endsWith("/")) yield* store.filesBelow(workspaceId, path);
        else yield path;
    },
    async delete(workspaceId: string, paths: readonly string[]): Promise<void> {
      const wanted = outermost(paths);
      for (const [index, path] of wanted.entries()) {
        if (path === "" || path === "/")
          throw invalidFields([{ field: `paths[${index}]`, message: "names no file or folder" }]);
      }
      for (let from = 0; from < wanted.length; from += pathsPerDelete) {
        const some = wanted.slice(from, from + pathsPerDelete);
        deps.onDeletion?.(workspaceId, some);
        await deps.media(workspaceId).deleteFiles(some);
        store.remove(workspaceId, some);
        changed();
      }
    },
    /** Adds files that this application has uploaded. */
    addUploaded(workspaceId: string, paths: readonly string[]): void {
      for (const path of store.add(workspaceId, paths)) index.add(workspaceId, path);
      resultsChanged();
    },
    /** Ends the sync of one workspace, or all; resolves when they have ended. */
    async stop(workspaceId?: string): Promise<void> {
      index.discard();
      await syncs.stop(workspaceId);
    },
  };
  const handlers: Omit<Handlers["gallery"], "showInFolder" | "drag"> = {
    browse: service.browse,
    folders: ({ workspaceId, folder, offset, limit }) =>
      service.folders(workspaceId, folder, offset, limit),
    status: ({ workspaceId }) => service.status(workspaceId),
    refresh: ({ workspaceId }) => refresh(workspaceId),
    count: ({ workspaceId, paths }) => ({ files: service.count(workspaceId, paths) }),
    delete: ({ workspaceId, paths }) => service.delete(workspaceId, paths),
  };
  return { ...service, handlers };
}

/** The paths without those below a folder of the same list. */
export function outermost(paths: readonly string[]): string[] {
  const folders = new Set(paths.filter((path) => path.endsWith("/")));
  return [...new Set(paths)].filter((path) => {
    for (
      let at = path.indexOf("/");
      at !== -1 && at < path.length - 1;
      at = path.indexOf("/", at + 1)
    ) {
      if (folders.has(path.slice(0, at + 1))) return false;
    }
    return true;
  });
}
