import { tick } from "svelte";
import { router } from "../app/router.svelte";

/** Opens the settings at one of their sections, with the focus on its heading. */
export async function goToSettings(section: string): Promise<void> {
  router.go({ screen: "settings" });
  await tick();
  const heading = document.querySelector<HTMLElement>(`#settings-${section}`);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: "start" });
}
