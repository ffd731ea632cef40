/* eslint-disable svelte/prefer-svelte-reactivity -- what is pending is not shown */
import { SvelteMap, SvelteSet } from "svelte/reactivity";
import { api } from "../../app/api";
import { folderOf } from "../../domain/media-files";

const pageSize = 500;

/** A folder of the gallery as the tree shows it. */
export interface TreeFolder {
  path: string;
  name: string;
  fileCount: number;
  hasFolders: boolean;
}
/** A line of the tree; its folder is undefined while it is on its way. */
export interface TreeLine {
  parent: string;
  /** Its position among its siblings, and how many they are. */
  index: number;
  siblings: number;
  level: number;
  folder: TreeFolder | undefined;
}
interface Children {
  total: number;
  folders: (TreeFolder | undefined)[];
}

/** The folders of a gallery, fetched level by level as they are opened, page by page as they are seen. */
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

  /** Opens everything above a folder, so that it has a line. */
  async reveal(path: string): Promise<void> {
    const above: string[] = [];
    for (let folder = path; folder !== ""; folder = folderOf(folder))
      above.unshift(folderOf(folder));
    for (const folder of above) {
      this.expanded.add(folder);
      if (!this.#children.has(folder)) await this.#load(folder, 0);
    }
  }

  /** Fetches the page of a line that came on screen before its folder was here. */
  need(line: TreeLine): void {
    if (!line.folder) void this.#load(line.parent, Math.floor(line.index / pageSize));
  }

  /** Asks again for what is open. Closed levels are forgotten and read when they are opened. */
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
      const answer = await api.gallery.folders({
        workspaceId: this.#workspaceId,
        folder: path,
        offset: page * pageSize,
        limit: pageSize,
      });
      const before = page === 0 ? [] : (this.#children.get(path)?.folders ?? []);
      const folders = before.slice();
      answer.folders.forEach((folder, at) => (folders[page * pageSize + at] = folder));
      this.#children.set(path, { total: answer.total, folders });
    } catch {
      // The list beside the tree says what is wrong with the gallery; the tree keeps what it had.
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
