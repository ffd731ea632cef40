import FileDown from "@lucide/svelte/icons/file-down";
import { offerActions } from "../../../app/actions.svelte";
import { api } from "../../../app/api";
import { runWithToast } from "../../../app/messages/run-with-toast";
import { router } from "../../../app/router.svelte";
import type { Session } from "../../../app/session.svelte";
import { t } from "../../../app/strings";
import { toasts } from "../../../app/messages/toasts.svelte";
import { baseName } from "../new-batch/batch-form";

type Kind = keyof typeof t.scripts.templates;
const kinds: readonly Kind[] = ["audio-production", "line-dubbing", "bulk"];
/** Maximum number of text columns in a template. */
const maxLanguages = 50;

/**
 * The languages of the current screen's project; empty if there is no project or they are unknown.
 */
async function currentProjectLanguages(workspaceId: string): Promise<string[]> {
  const { route } = router;
  if (!("projectId" in route)) return [];
  const { projectId } = route;
  const result = await api.projects
    .languages({ workspaceId, projectId })
    .catch(() => ({ languages: [] }));
  return result.languages.map(({ languageId }) => languageId).slice(0, maxLanguages);
}

/**
 * Registers the script templates as actions on every screen. Call during the initialization of the
 * root component.
 */
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
        runWithToast(async () => {
          const languages = await currentProjectLanguages(workspaceId);
          const saved = await api.scripts.saveTemplate({ kind, languages });
          if (saved) toasts.show(t.scripts.templateSaved(baseName(saved.path)));
        }),
    }));
  });
}
