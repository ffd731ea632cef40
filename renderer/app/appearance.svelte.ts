import { MediaQuery } from "svelte/reactivity";
import type { Appearance } from "../../preload/model";
import { textSizes } from "../../preload/facts/text-sizes";
import { api } from "./api";
import { runWithToast } from "./messages/run-with-toast";
import type { Session } from "./session.svelte";

const defaults: Appearance = { theme: "system", contrast: "system", motion: "system", textSize: 1 };

/** The chosen appearance of the window. */
export function appearanceOf(session: Session): Appearance {
  return session.app.data?.appearance ?? defaults;
}

/** Changes the given fields. Applied at once, so that the next change builds on it. */
export async function changeAppearance(
  session: Session,
  change: Partial<Appearance>,
): Promise<void> {
  const next = { ...appearanceOf(session), ...change };
  const { app } = session;
  if (app.data) app.put({ ...app.data, appearance: next });
  if (!(await runWithToast(() => api.app.setAppearance(next)))) app.refresh();
}

/** The next size in a direction; undefined at the end. */
export function nextTextSize(session: Session, step: 1 | -1): number | undefined {
  const now = appearanceOf(session).textSize;
  return step > 0 ? textSizes.find((size) => size > now) : textSizes.findLast((size) => size < now);
}

/**
 * Sets the attributes of the root element that the tokens depend on: data-theme unless it is the
 * system's, data-contrast="more" and data-motion="reduced" if the setting or the system requires
 * them.
 * Called by the root component only.
 */
export function showAppearance(session: Session): void {
  const systemContrast = new MediaQuery("prefers-contrast: more");
  const systemMotion = new MediaQuery("prefers-reduced-motion: reduce");
  const root = document.documentElement;
  const mark = (name: string, value: string | null) =>
    value === null ? root.removeAttribute(name) : root.setAttribute(name, value);
  $effect.pre(() => {
    const { theme, contrast, motion } = appearanceOf(session);
    mark("data-theme", theme === "system" ? null : theme);
    mark("data-contrast", contrast === "more" || systemContrast.current ? "more" : null);
    mark("data-motion", motion === "reduced" || systemMotion.current ? "reduced" : null);
  });
}
