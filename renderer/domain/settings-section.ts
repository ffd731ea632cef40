import { tick } from "svelte";
import { router } from "../app/router.svelte";
import { t } from "../app/strings";

/** The sections of the settings, in display order. */
export const settingsSections = () =>
  [
    { id: "workspaces", title: t.settings.workspaces, text: t.settings.workspacesText },
    { id: "maintenance", title: t.maintenance.title, text: t.maintenance.text },
    { id: "uploads", title: t.settings.uploads, text: t.settings.uploadsText },
    { id: "inference", title: t.settings.inference, text: t.settings.inferenceText },
    { id: "engine", title: t.engine.title, text: t.engine.text },
    { id: "review", title: t.settings.review, text: t.settings.reviewText },
    { id: "network", title: t.settings.network, text: t.settings.networkText },
    { id: "script-store", title: t.scripts.store.title, text: t.scripts.store.text },
    { id: "start", title: t.settings.start, text: t.settings.startText },
    { id: "notifications", title: t.settings.notifications, text: t.settings.notificationsText },
    { id: "appearance", title: t.settings.appearance, text: t.settings.appearanceText },
    { id: "language", title: t.settings.language, text: t.settings.languageText },
    { id: "diagnostics", title: t.diagnostics.title, text: t.diagnostics.text },
    { id: "updates", title: t.updates.title, text: t.updates.text },
    { id: "about", title: t.diagnostics.about, text: undefined },
  ] as const;

type Section = ReturnType<typeof settingsSections>[number];

/** The titles of single settings by their sections. */
const settingsOf = (id: Section["id"]): readonly string[] => {
  const texts = t.settings;
  switch (id) {
    case "uploads":
      return [texts.limit, texts.maxConnections, texts.partSize, texts.pausesOnBattery];
    case "review":
      return [texts.reviewerName];
    case "network":
      return [texts.proxy, texts.proxyUrl];
    case "start":
      return [texts.opensAtLogin];
    case "notifications":
      return [texts.notifyUploads, texts.notifyBatches];
    case "appearance":
      return [texts.theme, texts.contrast, texts.motion, texts.textSize];
    case "language":
      return [texts.languageChoice];
    default:
      return [];
  }
};

/** All sections and single settings, for a search. */
export const namedSettings = (): { title: string; section: Section }[] =>
  settingsSections().flatMap((section) =>
    [section.title, ...settingsOf(section.id)].map((title) => ({ title, section })),
  );

/** Opens the settings at one of their sections, with the focus on its heading. */
export async function goToSettings(section: string): Promise<void> {
  router.go({ screen: "settings" });
  await tick();
  const heading = document.querySelector<HTMLElement>(`#settings-${section}`);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: "start" });
}
