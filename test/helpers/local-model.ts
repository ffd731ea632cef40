/**
 * A second, minimal implementation in memory of the rules for projects, teams, batches and the
 * glossary.
 */

interface ModelBatch {
  name: string;
  languages: string[];
}
export interface ModelProject {
  name: string;
  status: string;
  type: string;
  source: string | null;
  targets: string[];
  team: Map<string, string>;
  batches: Map<string, ModelBatch>;
  glossary: Map<string, string>;
}

/** The expected status of a response. */
export type Expected = 200 | 201 | 204 | 400 | 404;

const knownLanguages = ["en-us", "fr-fr", "de-de", "it-it"];
const isLanguage = (id: string) => knownLanguages.includes(id);
const addAll = (to: string[], languages: readonly string[]) => {
  for (const id of languages) if (!to.includes(id)) to.push(id);
};
const hasOwner = (team: ReadonlyMap<string, string>) =>
  [...team.values()].includes("project-owner");

/**
 * The model of a workspace with these users. The functions return the expected status of the
 * service.
 */
export function createModel(users: readonly string[]) {
  const projects = new Map<string, ModelProject>();

  function changeTeam(project: ModelProject, after: Map<string, string>): Expected {
    if (hasOwner(project.team) && !hasOwner(after)) return 400;
    project.team = after;
    return 204;
  }
  const batchOf = (id: string) => {
    for (const project of projects.values()) {
      const batch = project.batches.get(id);
      if (batch) return { project, batch };
    }
    return null;
  };

  return {
    projects,
    create(fields: { name: string; type: string; source: string | null; targets: string[] }) {
      const needsSource = fields.type !== "audio-production";
      const isValid =
        fields.name !== "" &&
        fields.targets.length > 0 &&
        fields.targets.every(isLanguage) &&
        (fields.source === null ? !needsSource : isLanguage(fields.source));
      return isValid ? 201 : 400;
    },
    created(
      id: string,
      fields: { name: string; type: string; source: string | null; targets: string[] },
    ) {
      const targets: string[] = [];
      addAll(targets, fields.targets);
      projects.set(id, {
        ...fields,
        targets,
        status: "active",
        team: new Map(),
        batches: new Map(),
        glossary: new Map(),
      });
    },
    change(id: string, change: { name?: string; status?: string }): Expected {
      if (change.name === "" || (change.status && !/^(active|archived)$/.test(change.status)))
        return 400;
      const project = projects.get(id);
      if (!project) return 404;
      Object.assign(project, change);
      return 200;
    },
    archive(action: string, ids: readonly string[]): Expected {
      if (!ids.every((id) => projects.has(id))) return 400;
      for (const id of ids) {
        const project = projects.get(id);
        if (project) project.status = action === "archive" ? "archived" : "active";
      }
      return 204;
    },
    remove: (id: string): Expected => (projects.delete(id) ? 204 : 404),
    addMember(id: string, userId: string, role: string): Expected {
      const project = projects.get(id);
      if (!project || !users.includes(userId)) return 400;
      return changeTeam(project, new Map(project.team).set(userId, role));
    },
    removeMembers(id: string, userIds: readonly string[]): Expected {
      const project = projects.get(id);
      if (!project) return 400;
      const after = new Map(project.team);
      for (const userId of userIds) after.delete(userId);
      return changeTeam(project, after);
    },
    addLanguages(id: string, languages: readonly string[]): Expected {
      const project = projects.get(id);
      if (!project || !languages.every(isLanguage)) return 400;
      addAll(project.targets, languages);
      return 204;
    },
    createBatch(id: string, hasScript: boolean, settings: Record<string, unknown>): Expected {
      const project = projects.get(id);
      if (!project) return 400;
      if (!hasScript && project.type !== "media-dubbing") return 400;
      if ("importText" in settings && project.type !== "media-dubbing") return 400;
      if ("autoCasting" in settings && project.type === "audio-production") return 400;
      return project.type === "media-dubbing" ? 400 : 201;
    },
    createdBatch(projectId: string, id: string, name: string) {
      const project = projects.get(projectId);
      if (!project) throw new Error("a batch without a project");
      const languages = project.source === null ? [] : [project.source];
      addAll(languages, project.targets);
      project.batches.set(id, { name, languages });
    },
    removeBatches(ids: readonly string[]): Expected {
      for (const project of projects.values()) for (const id of ids) project.batches.delete(id);
      return 204;
    },
    addBatchLanguages(id: string, languages: readonly string[]): Expected {
      const found = batchOf(id);
      if (!found || !languages.every(isLanguage)) return 400;
      addAll(found.batch.languages, languages);
      addAll(found.project.targets, languages);
      return 204;
    },
    assign(id: string, userId: string, languageId: string): Expected {
      const found = batchOf(id);
      if (!found?.project.team.has(userId)) return 400;
      return found.batch.languages.includes(languageId) ? 204 : 400;
    },
    addWord(id: string, languageId: string): Expected {
      if (!projects.has(id)) return 404;
      return isLanguage(languageId) ? 201 : 400;
    },
    removeWord: (id: string, lineId: string): Expected =>
      projects.get(id)?.glossary.delete(lineId) ? 204 : 404,
  };
}
export type Model = ReturnType<typeof createModel>;
