import { onDestroy } from "svelte";
import type { Upload, Workspace } from "../../preload/model";
import type { Icon } from "./icon";
import { matchesShortcut } from "./shortcuts";
import { Sources } from "./data-sources.svelte";

/** Something a user can do: the one description that buttons, menus, the palette and the shortcut sheet show. */
export interface Action {
  /** Unique among what is offered at one time; the native menu names actions by it. */
  id: string;
  title: string;
  icon?: Icon;
  /** "Mod+Shift+K": Mod is Ctrl, or Cmd on a Mac. */
  shortcut?: string;
  /** The shortcut works only while the focus is in the screen's list. */
  isListShortcut?: boolean;
  /** Why it cannot be done now; undefined when it can. */
  reason?: string | undefined;
  tone?: "danger";
  /** Actions of one group stand together in menus. */
  group?: string;
  /** Shown in menus and the like, but not in the palette. */
  isMenuOnly?: boolean;
  run: () => unknown;
}

/** What actions can be about: features register theirs by kind, and anyone may ask for them. */
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
  /** Everything that can be done here and now. Of two with one key the later has it: a screen's own before the window's. */
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

  /** Runs an action by id unless it has a reason not to; says whether there was one. */
  run(id: string): boolean {
    const action = this.find(id);
    if (action && action.reason === undefined) void action.run();
    return action !== undefined;
  }

  /** The first action that a key stands for. */
  match(event: KeyboardEvent, isInList: boolean): Action | undefined {
    return this.all.find(
      (action) =>
        action.shortcut !== undefined &&
        (isInList || !action.isListShortcut) &&
        matchesShortcut(event, action.shortcut),
    );
  }

  /** What can be done with a subject, from every feature that offers something. */
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

/** Adds this component's actions for as long as it lives. */
export function offerActions(source: () => readonly Action[]): void {
  onDestroy(actions.add(source));
}
