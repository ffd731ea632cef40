/**
 * The colours of the timeline. A canvas accepts no variables of the style sheet: their values are
 * read from elements that use them, and again when the theme changes.
 */
import { onMount } from "svelte";
import type { Colors } from "./draw";

/** The variable of each colour, in the order of the elements. */
export const palette: Record<keyof Colors, string> = {
  background: "--panel",
  text: "--ink-2",
  line: "--line",
  wave: "--ink-3",
  accent: "--accent",
  soft: "--accent-soft",
  good: "--good",
  bad: "--bad",
  warn: "--warn",
};

function readColors(swatches: HTMLElement | undefined): Colors {
  const elements = swatches ? [...swatches.children] : [];
  const entries = Object.keys(palette).map((name, index) => {
    const element = elements[index];
    return [name, element ? getComputedStyle(element).color : "gray"] as const;
  });
  return Object.fromEntries(entries) as Record<keyof Colors, string>;
}

/** For a component: a function that returns the current colours. `swatches` has the elements. */
export function useColors(
  swatches: () => HTMLElement | undefined,
  onchange: () => void,
): () => Colors {
  let colors: Colors | null = null;
  onMount(() => {
    const retheme = () => {
      colors = null;
      onchange();
    };
    const themes = matchMedia("(prefers-color-scheme: dark)");
    themes.addEventListener("change", retheme);
    const observer = new MutationObserver(retheme);
    observer.observe(document.documentElement, { attributes: true });
    return () => {
      themes.removeEventListener("change", retheme);
      observer.disconnect();
    };
  });
  return () => (colors ??= readColors(swatches()));
}
