/* eslint-disable svelte/prefer-svelte-reactivity -- nothing is rendered from the map */
import { onDestroy } from "svelte";
import { api } from "../api";
import type { Session } from "../session.svelte";

/**
 * The preferences of a list's view: filter, sort order, expanded parts. Short texts and booleans.
 */
type View = Record<string, string | boolean>;

const saveAfterMs = 400;
/** Changes since the start, newer than the views that the session loaded. */
const changed = new Map<string, View>();

/**
 * The known values of a preference. Other values, of another version, are replaced by the initial
 * one.
 */
type Choices<V> = { [Part in keyof V]?: readonly V[Part][] };

/** The sort keys of these columns, ascending and descending. */
export const bothDirections = <Column extends string>(...columns: readonly Column[]) =>
  columns.flatMap((column): (Column | `-${Column}`)[] => [column, `-${column}`]);

/** The screen begins with its initial preferences when it is shown the next time. */
export const forgetView = (screen: string): void => void changed.set(screen, {});

/**
 * The view preferences of a screen; reactive. Assigned values are saved and restored after a
 * restart.
 */
export function storedView<V extends View>(
  session: Session,
  screen: string,
  initial: V,
  choices: Choices<V> = {},
): V {
  const view = $state<V>({ ...initial, ...read(session, screen, initial, choices) });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    void api.app.setView({ screen, view: JSON.stringify(view) }).catch(() => undefined);
  };
  let isFirst = true;
  $effect(() => {
    changed.set(screen, $state.snapshot(view));
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

/**
 * The stored preferences that `initial` has and that have its types; those of another version are
 * ignored.
 */
function read<V extends View>(
  session: Session,
  screen: string,
  initial: V,
  choices: Choices<V>,
): Partial<V> {
  let stored: unknown = changed.get(screen);
  if (stored === undefined) {
    try {
      stored = JSON.parse(session.app.data?.views[screen] ?? "{}");
    } catch {
      stored = {};
    }
  }
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter(
      ([name, value]) =>
        Object.hasOwn(initial, name) &&
        typeof value === typeof initial[name] &&
        choices[name]?.includes(value as V[string]) !== false,
    ),
  ) as Partial<V>;
}
