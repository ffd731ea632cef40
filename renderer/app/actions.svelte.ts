import { onDestroy } from "svelte";
import type { Upload, Workspace } from "../../preload/model";
import type { Icon } from "./icon";
import { matchesShortcut } from "./shortcuts";
import { Sources } from "./data-sources.svelte";

/**
 * An action of the user. Buttons, menus, the command palette and the shortcut sheet all read this
 * description.
 */
export interface Action {
  /** Unique among the registered actions; the native menu refers to actions by it. */
  id: string;
  title: string;
  icon?: Icon;
  /** "Mod+Shift+K": Mod is Ctrl, or Cmd on a Mac. */
  shortcut?: string;
  /** The shortcut works only while the focus is in the screen's list. */
  isListShortcut?: boolean;
  /** Why the action is unavailable; undefined when it is available. */
  reason?: string | undefined;
  tone?: "danger";
  /** Actions of one group are adjacent in menus. */
  group?: string;
  /** Shown in menus and the like, but not in the palette. */
  isMenuOnly?: boolean;
  run: () => unknown;
}

/** The subjects of actions. Features register actions by kind; any component may query them. */
interface Subjects {
  workspace: Workspace;
  /** A gallery folder: "" or ending in "/". */
  folder: string;
  uploads: readonly Upload[];
}

type Offer<K extends keyof Subjects> = (subject: Subjects[K]) => Action[];

class Actions {
  #sources = new Sources<Action>();
  #offers: Partial<{ [K in keyof Subjects]: Offer<K>[] }> = {};
  /**
   * The registered actions. Of two actions with one shortcut, the later one receives it: a screen's
   * before the window's.
   */
  all = $derived.by(() => {
    const all = this.#sources.all;
    const lastAt = new Map(all.map(({ shortcut }, index) => [shortcut, index]));
    return all.map((action, index): Action => {
      const { shortcut, ...rest } = action;
      return shortcut === undefined || lastAt.get(shortcut) === index ? action : rest;
    });
  });

  find(id: string): Action | undefined {
    return this.all.find((action) => action.id === id);
  }

  /** Runs an action by id if it is available. Returns whether the action exists. */
  run(id: string): boolean {
    const action = this.find(id);
    if (action && action.reason === undefined) void action.run();
    return action !== undefined;
  }

  /** The first action that a key triggers. */
  match(event: KeyboardEvent, isInList: boolean): Action | undefined {
    return this.all.find(
      (action) =>
        action.shortcut !== undefined &&
        (isInList || !action.isListShortcut) &&
        matchesShortcut(event, action.shortcut),
    );
  }

  /** The actions for a subject, from all features. */
  for<K extends keyof Subjects>(kind: K, subject: Subjects[K]): Action[] {
    return (this.#offers[kind] ?? []).flatMap((offer) => offer(subject));
  }

  add(source: () => readonly Action[]): () => void {
    return this.#sources.add(source);
  }

  offer<K extends keyof Subjects>(kind: K, offer: Offer<K>): void {
    const offers: Offer<K>[] = this.#offers[kind] ?? [];
    offers.push(offer);
    (this.#offers as Record<K, Offer<K>[]>)[kind] = offers;
  }
}

/** The window's list of actions. */
export const actions = new Actions();

/** Registers actions for the lifetime of the calling component. */
export function offerActions(source: () => readonly Action[]): void {
  onDestroy(actions.add(source));
}
