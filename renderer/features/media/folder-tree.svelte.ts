/* eslint-disable svelte/prefer-svelte-reactivity -- the pending set is not reactive */
import { SvelteMap, SvelteSet } from "svelte/reactivity";
import { api } from "../../app/api";
import { folderOf } from "../../domain/media-files";

const pageSize = 500;

/** A folder of the gallery as shown in the tree. */
interface TreeFolder {
  path: string;
  name: string;
  fileCount: number;
  hasFolders: boolean;
}
/** A line of the tree; `folder` is undefined until it is loaded. */
export interface TreeLine {
  parent: string;
  /** The position among its siblings; `siblings` is their number. */
  index: number;
  siblings: number;
  level: number;
  folder: TreeFolder | undefined;
}
interface Children {
  total: number;
  folders: (TreeFolder | undefined)[];
}

/**
 * The folder tree of a gallery. A level is fetched when it is expanded, further pages when they are
 * scrolled into view.
 */
export class FolderTree {
  expanded = new SvelteSet<string>([""]);
  #children = new SvelteMap<string, Children>();
  #pending = new Set<string>();
  #workspaceId: string;
  lines = $derived(this.#flatten("", 1, []));

  constructor(workspaceId: string) {
    this.#workspaceId = workspaceId;
    void this.#load("", 0);
  }

  isExpanded(path: string): boolean {
    return this.expanded.has(path);
  }

  expand(path: string): void {
    this.expanded.add(path);
    if (!this.#children.has(path)) void this.#load(path, 0);
  }

  collapse(path: string): void {
    this.expanded.delete(path);
  }

  /** Expands all ancestors of a folder, so that the folder has a line. */
  async reveal(path: string): Promise<void> {
    const above: string[] = [];
    for (let folder = path; folder !== ""; folder = folderOf(folder))
      above.unshift(folderOf(folder));
    for (const folder of above) {
      this.expanded.add(folder);
      if (!this.#children.has(folder)) await this.#load(folder, 0);
    }
  }

  /** Fetches the page of a visible line whose folder is not loaded. */
  loadPageOf(line: TreeLine): void {
    if (!line.folder) void this.#load(line.parent, Math.floor(line.index / pageSize));
  }

  /**
   * Fetches the expanded levels again. Collapsed levels are dropped and fetched when they are
   * expanded.
   */
  refresh(): void {
    for (const path of this.#children.keys()) {
      if (this.expanded.has(path)) void this.#load(path, 0);
      else this.#children.delete(path);
    }
  }

  async #load(path: string, page: number): Promise<void> {
    const key = `${page}:${path}`;
    if (this.#pending.has(key)) return;
    this.#pending.add(key);
    try {
      const result = await api.gallery.folders({
        workspaceId: this.#workspaceId,
        folder: path,
        offset: page * pageSize,
        limit: pageSize,
      });
      const before = page === 0 ? [] : (this.#children.get(path)?.folders ?? []);
      const folders = before.slice();
      result.folders.forEach((folder, at) => (folders[page * pageSize + at] = folder));
      this.#children.set(path, { total: result.total, folders });
    } catch {
      // The list beside the tree shows the error; the tree keeps its last content.
    }
    this.#pending.delete(key);
  }

  #flatten(parent: string, level: number, lines: TreeLine[]): TreeLine[] {
    const children = this.#children.get(parent);
    if (!children) return lines;
    for (let index = 0; index < children.total; index++) {
      const folder = children.folders[index];
      lines.push({ parent, index, siblings: children.total, level, folder });
      if (folder && this.expanded.has(folder.path)) this.#flatten(folder.path, level + 1, lines);
    }
    return lines;
  }
}
