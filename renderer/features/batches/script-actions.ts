import FileDown from "@lucide/svelte/icons/file-down";
import { offerActions } from "../../app/actions.svelte";
import { api } from "../../app/api";
import { attempt } from "../../app/run-with-toast";
import { router } from "../../app/router.svelte";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import { toasts } from "../../app/toasts.svelte";
import { baseName } from "./draft";

type Kind = keyof typeof t.scripts.templates;
const kinds: readonly Kind[] = ["audio-production", "line-dubbing", "bulk"];
/** The most text columns that a template has. */
const maxLanguages = 50;

/** The languages of the project that is on screen; none where there is none or they are not known. */
async function languagesHere(workspaceId: string): Promise<string[]> {
  const { route } = router;
  if (!("projectId" in route)) return [];
  const { projectId } = route;
  const answer = await api.projects
    .languages({ workspaceId, projectId })
    .catch(() => ({ languages: [] }));
  return answer.languages.map(({ languageId }) => languageId).slice(0, maxLanguages);
}

/** Offers the templates of scripts on every screen. The root component's to call. */
export function offerScriptActions(session: Session): void {
  offerActions(() => {
    const { workspaceId } = session;
    if (workspaceId === null) return [];
    return kinds.map((kind) => ({
      id: `scripts.save-template-${kind}`,
      title: t.scripts.templates[kind],
      icon: FileDown,
      group: t.scripts.group,
      run: () =>
        attempt(async () => {
          const languages = await languagesHere(workspaceId);
          const saved = await api.scripts.saveTemplate({ kind, languages });
          if (saved) toasts.show(t.scripts.templateSaved(baseName(saved.path)));
        }),
    }));
  });
}
