import AudioLines from "@lucide/svelte/icons/audio-lines";
import Clapperboard from "@lucide/svelte/icons/clapperboard";
import Folder from "@lucide/svelte/icons/folder";
import Settings from "@lucide/svelte/icons/settings";
import { everyLine } from "../../../preload/facts/review";
import type { Action } from "../../app/actions.svelte";
import { api } from "../../app/api";
import { formatNumber } from "../../app/format";
import { router } from "../../app/router.svelte";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import { goToSettings, namedSettings } from "../../domain/settings-section";
import { matchesWords } from "../../ui/fields/search-text";

const pauseMs = 150;
const limit = 6;
/** Characters of a line's text in the palette. */
const maxTextLength = 80;

/**
 * Actions of the command palette that open what the typed text names: settings, projects, batches,
 * and lines of the batch that is open.
 */
export class PaletteJumps {
  found = $state.raw<readonly Action[]>([]);
  #session: Session;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastSearch = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Finds settings now, and everything else after a pause in typing. */
  search(text: string): void {
    const query = text.trim();
    const own = ++this.#lastSearch;
    clearTimeout(this.#timer);
    if (query.length < 2) {
      this.found = [];
      return;
    }
    const settings = findSettings(query);
    this.found = settings;
    this.#timer = setTimeout(() => {
      const searches = [this.#projects(query), this.#batches(query), this.#lines(query)];
      // On a failure the palette shows what was found otherwise.
      void Promise.all(searches.map((search) => search.catch(() => []))).then((found) => {
        if (own === this.#lastSearch) this.found = [...settings, ...found.flat()];
      });
    }, pauseMs);
  }

  async #projects(search: string): Promise<Action[]> {
    const { workspaceId } = this.#session;
    if (workspaceId === null) return [];
    const { projects } = await api.projects.list({
      workspaceId,
      type: "all",
      isArchived: false,
      search,
      sort: "-updated",
      offset: 0,
      limit,
    });
    return projects.map(({ id, name }) => ({
      id: `project.jump.${id}`,
      title: name,
      icon: Folder,
      group: t.app.projectJumps,
      run: () => router.go({ screen: "project", projectId: id, tab: "batches" }),
    }));
  }

  async #batches(search: string): Promise<Action[]> {
    const { workspaceId } = this.#session;
    if (workspaceId === null) return [];
    const { batches } = await api.overview.findBatches({ workspaceId, search, limit });
    return batches.map(({ id, name, projectId, projectName }) => ({
      id: `batch.jump.${id}`,
      title: t.app.batchInProject(name, projectName),
      icon: Clapperboard,
      group: t.app.batchJumps,
      run: () => router.go({ screen: "batch", projectId, batchId: id }),
    }));
  }

  /** Lines of the batch that is open, in the language that is reviewed, or its first target. */
  async #lines(search: string): Promise<Action[]> {
    const { workspaceId } = this.#session;
    const { route } = router;
    if (workspaceId === null || !this.#session.offers("review")) return [];
    if (route.screen !== "review" && route.screen !== "batch" && route.screen !== "delivery")
      return [];
    const { projectId, batchId } = route;
    const batch = { workspaceId, projectId, batchId };
    const languageId = route.screen === "review" ? route.languageId : await firstTarget(batch);
    if (languageId === undefined) return [];
    const filter = { ...everyLine, search };
    const { lines } = await api.review.list({ ...batch, languageId, filter, offset: 0, limit });
    return lines.map(({ number, identity, character, target, source }) => ({
      id: `line.jump.${identity}`,
      title: t.app.line(
        formatNumber(number),
        character,
        (target || source).slice(0, maxTextLength),
      ),
      icon: AudioLines,
      group: t.app.lineJumps,
      run: () => router.go({ screen: "review", projectId, batchId, languageId, line: number }),
    }));
  }
}

async function firstTarget(batch: {
  workspaceId: string;
  projectId: string;
  batchId: string;
}): Promise<string | undefined> {
  const { translations } = (await api.batches.get(batch)).batch;
  return (translations.find(({ type }) => type === "target") ?? translations[0])?.languageId;
}

function findSettings(query: string): Action[] {
  const isMatch = matchesWords(query);
  return namedSettings()
    .filter(({ title, section }) => isMatch(title, section.title, t.settings.title))
    .slice(0, limit)
    .map(({ title, section }) => ({
      id: `settings.jump.${section.id}.${title}`,
      title: title === section.title ? title : t.app.settingIn(title, section.title),
      icon: Settings,
      group: t.app.settingJumps,
      run: () => goToSettings(section.id),
    }));
}
