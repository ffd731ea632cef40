/* eslint-disable svelte/prefer-svelte-reactivity -- nothing is drawn from the map */
import { onDestroy } from "svelte";
import { api } from "./api";
import type { Session } from "./session.svelte";

/** The view of a screen's list: filter, sort order, expanded parts. Short texts and booleans. */
type View = Record<string, string | boolean>;

const saveAfterMs = 400;
/** Changes since the start, newer than the views that the session loaded. */
const left = new Map<string, View>();

/** What a part of a view may be, where that is known; anything else is from another version, and as usual here. */
type Choices<V> = { [Part in keyof V]?: readonly V[Part][] };

/** Sort orders by these columns, up and down. */
export const eitherWay = <Column extends string>(...columns: readonly Column[]) =>
  columns.flatMap((column): (Column | `-${Column}`)[] => [column, `-${column}`]);

/** The view that this screen was left with, reactive; what is assigned to it is remembered over restarts. */
export function storedView<V extends View>(
  session: Session,
  screen: string,
  usual: V,
  choices: Choices<V> = {},
): V {
  const view = $state<V>({ ...usual, ...read(session, screen, usual, choices) });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    void api.app.setView({ screen, view: JSON.stringify(view) }).catch(() => undefined);
  };
  let isFirst = true;
  $effect(() => {
    left.set(screen, $state.snapshot(view));
    if (isFirst) {
      isFirst = false;
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(save, saveAfterMs);
  });
  onDestroy(() => {
    if (timer !== undefined) save();
  });
  return view;
}

/** Only what `usual` names, and of its types: what another version has written is left alone. */
function read<V extends View>(
  session: Session,
  screen: string,
  usual: V,
  choices: Choices<V>,
): Partial<V> {
  let kept: unknown = left.get(screen);
  if (kept === undefined) {
    try {
      kept = JSON.parse(session.app.data?.views[screen] ?? "{}");
    } catch {
      kept = {};
    }
  }
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).filter(
      ([name, value]) =>
        Object.hasOwn(usual, name) &&
        typeof value === typeof usual[name] &&
        choices[name]?.includes(value as V[string]) !== false,
    ),
  ) as Partial<V>;
}
