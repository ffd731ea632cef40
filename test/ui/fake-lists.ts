/** The lists of a service in memory: projects, batches, users, catalogues. */
import { isArchived } from "../../preload/facts/rules";
import type { BatchOrigin } from "../../preload/contract/batch-origin";
import type { RecentRequest } from "../../preload/contract/projects";
import type { Events, Handlers } from "../../preload/contract";
import type { Problem } from "../../preload/model";
import type {
  Assignment,
  Batch,
  Character,
  Freshness,
  GlossaryLine,
  Language,
  Member,
  Model,
  Project,
  ResourceList,
  User,
  Voice,
} from "../../preload/model/resources";
import { someLists } from "./fake-resources";

/** The data of a fake service; a test may replace each part. */
export interface FakeLists {
  projects: Project[];
  batches: Batch[];
  /** By project id. */
  characters: Record<string, Character[]>;
  glossary: Record<string, GlossaryLine[]>;
  team: Record<string, Member[]>;
  users: User[];
  languages: Language[];
  models: Model[];
  voices: Voice[];
  assignments: Record<string, Assignment[]>;
  /** By batch id; other batches count as created elsewhere. */
  origins: Record<string, BatchOrigin>;
  /** Bulk requests on the overview. */
  requests: RecentRequest[];
  /** Time of the last sync of all lists; null for never. */
  readAt: number | null;
  isReading: boolean;
  problem: Problem | null;
  /** Problems of single items by id, for calls that return a result per item. */
  itemProblems: Record<string, Problem>;
}

interface Tools {
  changed: (...topics: Events["changed"]["topics"]) => void;
  createError: (code: string, message?: string, details?: unknown) => Error;
}

type Groups =
  | "lists"
  | "overview"
  | "projects"
  | "batches"
  | "casting"
  | "glossary"
  | "team"
  | "users"
  | "catalogue"
  | "diagnostics";

/** Handlers that use `state`, which tests may read and change. */
export function createFakeLists(
  given: Partial<FakeLists>,
  { changed, createError: refuse }: Tools,
) {
  const state: FakeLists = { ...someLists(), ...given };
  /** The lists on screen, as each call reported them. */
  const shown: ResourceList[][] = [];
  let nextId = 1;
  const newId = () => `new-${nextId++}`;
  const freshness = (): Freshness => ({
    readAt: state.readAt,
    isReading: state.isReading,
    problem: state.problem,
  });
  const collator = new Intl.Collator("en", { numeric: true });

  function sorted<T>(items: readonly T[], sort: string, pick: (item: T, by: string) => unknown) {
    const by = sort.replace(/^-/, "");
    const sign = sort.startsWith("-") ? -1 : 1;
    return [...items].sort((a, b) => {
      const [left, right] = [pick(a, by), pick(b, by)];
      return typeof left === "number" && typeof right === "number"
        ? sign * (left - right)
        : sign * collator.compare(String(left), String(right));
    });
  }
  const cut = <T>(items: readonly T[], page: { offset: number; limit: number }) =>
    items.slice(page.offset, page.offset + page.limit);
  const matches = (search: string, ...texts: string[]) =>
    texts.some((text) => text.toLowerCase().includes(search.toLowerCase()));

  const project = (id: string): Project => {
    const found = state.projects.find((one) => one.id === id);
    if (!found) throw refuse("not-found");
    return found;
  };
  const batch = (id: string): Batch => {
    const found = state.batches.find((one) => one.id === id);
    if (!found) throw refuse("not-found");
    return found;
  };
  const setProjects = (ids: readonly string[], change: Partial<Project>) => {
    state.projects = state.projects.map((one) =>
      ids.includes(one.id) ? { ...one, ...change, updatedAt: Date.now() } : one,
    );
    changed("projects");
  };
  const charactersOf = (projectId: string) => state.characters[projectId] ?? [];
  const setCharacters = (projectId: string, change: (one: Character) => Character) => {
    state.characters[projectId] = charactersOf(projectId).map(change);
    changed("casting");
  };
  const voiceOf = (name: string): Character["voice"] => {
    const found = state.voices.find((one) => one.name === name);
    return found
      ? {
          name,
          gender: found.gender,
          voiceTag: found.voiceTag,
          description: found.description,
        }
      : null;
  };
  const unique = (texts: readonly string[]) => [...new Set(texts)].filter(Boolean).sort();
  const batchesOf = (projectId: string) =>
    state.batches.filter((one) => one.projectId === projectId);
  const isActive = (one: Project) => !isArchived(one);
  const isRejected = (id: string) => Object.hasOwn(state.itemProblems, id);
  const outcomes = (ids: readonly string[]) =>
    ids.map((id) => ({ id, problem: state.itemProblems[id] ?? null }));

  /** Applies a delivered request to the lists. */
  const delivered = {
    createBatch(projectId: string, name: string): string {
      const at = Date.now();
      const created: Batch = {
        id: newId(),
        projectId,
        name,
        status: "ingesting",
        message: "",
        completionPercentage: 0,
        translations: [],
        isCastingCompleted: false,
        createdAt: at,
        updatedAt: at,
        group: "running",
      };
      state.batches = [created, ...state.batches];
      changed("batches");
      return created.id;
    },
    addLanguages(batchId: string, languageIds: readonly string[]): void {
      state.batches = state.batches.map((one) =>
        one.id === batchId ? withLanguages(one, languageIds) : one,
      );
      changed("batches");
    },
  };

  const handlers: Pick<Handlers, Groups> = {
    lists: {
      show: ({ lists }) => void shown.push(lists),
      refresh: () => {
        state.readAt = Date.now();
        changed("projects", "batches", "casting", "glossary", "team", "users", "catalogue");
      },
    },
    overview: {
      get: () => {
        const names = new Map(state.projects.filter(isActive).map(({ id, name }) => [id, name]));
        const activeBatches = state.batches.filter(({ projectId }) => names.has(projectId));
        const of = (group: Batch["group"]) => activeBatches.filter((one) => one.group === group);
        const uncast = [...names].flatMap(([projectId, projectName]) => {
          const count = charactersOf(projectId).filter(({ voice }) => voice === null).length;
          return count === 0
            ? []
            : [
                {
                  kind: "uncast" as const,
                  projectId,
                  projectName,
                  batchId: "",
                  name: projectName,
                  status: "",
                  message: "",
                  count,
                  at: null,
                },
              ];
        });
        const named = (one: Batch) => ({ ...one, projectName: names.get(one.projectId) ?? "" });
        const items = [
          ...[...of("failed"), ...of("needs-attention")].map((one) => ({
            kind: one.group === "failed" ? ("failed" as const) : ("needs-attention" as const),
            projectId: one.projectId,
            projectName: names.get(one.projectId) ?? "",
            batchId: one.id,
            name: one.name,
            status: one.status,
            message: one.message,
            count: 0,
            at: one.updatedAt,
          })),
          ...uncast,
        ];
        return {
          items: items.slice(0, 200),
          total: items.length,
          counts: {
            running: of("running").length,
            "needs-attention": of("needs-attention").length,
            failed: of("failed").length,
            idle: of("idle").length,
            done: of("done").length,
          },
          running: of("running").slice(0, 50).map(named),
          idle: of("idle").slice(0, 10).map(named),
          requests: state.requests,
          recent: sorted(state.projects.filter(isActive), "-updated", (one) => one.updatedAt).slice(
            0,
            8,
          ),
          freshness: freshness(),
        };
      },
      refresh: () => changed("projects", "batches", "casting"),
    },
    projects: {
      list: ({ type, isArchived, search, sort, ...page }) => {
        const all = sorted(
          state.projects.filter(
            (one) =>
              isActive(one) !== isArchived &&
              (type === "all" || one.type === type) &&
              matches(search, one.name),
          ),
          sort,
          (one, by) =>
            by === "name" ? one.name : by === "updated" ? one.updatedAt : one.createdAt,
        );
        return {
          projects: cut(all, page),
          total: all.length,
          counts: {
            active: state.projects.filter(isActive).length,
            archived: state.projects.filter((one) => !isActive(one)).length,
          },
          freshness: freshness(),
        };
      },
      get: ({ projectId }) => ({ project: project(projectId), freshness: freshness() }),
      create: ({ name, type, model }) => {
        const at = Date.now();
        const made: Project = {
          id: newId(),
          name,
          type,
          model,
          status: "active",
          createdAt: at,
          updatedAt: at,
        };
        state.projects = [made, ...state.projects];
        changed("projects");
        return made;
      },
      rename: ({ projectId, name }) => {
        setProjects([projectId], { name });
        return project(projectId);
      },
      setArchived: ({ projectIds, isArchived }) =>
        setProjects(projectIds, { status: isArchived ? "archived" : "active" }),
      delete: ({ projectIds }) => {
        state.projects = state.projects.filter(({ id }) => !projectIds.includes(id));
        changed("projects");
        return projectIds.map((id) => ({ id, problem: null }));
      },
      languages: ({ projectId }) => {
        const all = batchesOf(projectId).flatMap(({ translations }) => translations);
        return {
          languages: unique(all.map(({ languageId }) => languageId)).map((languageId) => {
            const own = all.filter((one) => one.languageId === languageId);
            const completed = own.filter(({ isCompleted }) => isCompleted).length;
            return {
              languageId,
              batches: own.length,
              completed,
              failed: own.filter(({ status }) => status === "failed").length,
              completionPercentage: Math.round((completed / own.length) * 100),
            };
          }),
          freshness: freshness(),
        };
      },
      addLanguages: ({ projectId, languages }) => {
        state.batches = state.batches.map((one) =>
          one.projectId === projectId ? withLanguages(one, languages) : one,
        );
        changed("batches", "projects");
      },
    },
    batches: {
      list: ({ projectId, filter, search, sort, ...page }) => {
        const own = batchesOf(projectId);
        const all = sorted(
          own.filter(
            (one) =>
              (filter === "all" || one.group === filter) && matches(search, one.name, one.message),
          ),
          sort,
          (one, by) =>
            ({
              name: one.name,
              status: one.status,
              progress: one.completionPercentage,
              updated: one.updatedAt,
              created: one.createdAt,
            })[by],
        );
        const of = (group: Batch["group"]) => own.filter((one) => one.group === group).length;
        return {
          batches: cut(all, page),
          total: all.length,
          counts: {
            all: own.length,
            running: of("running"),
            "needs-attention": of("needs-attention"),
            failed: of("failed"),
            idle: of("idle"),
            done: of("done"),
          },
          freshness: freshness(),
        };
      },
      get: ({ batchId }) => ({ batch: batch(batchId), freshness: freshness() }),
      origin: ({ batchId }) =>
        state.origins[batchId] ?? {
          from: "unknown",
          script: { kind: "unknown" },
          video: { kind: "unknown" },
          languageCode: null,
          settings: null,
          targetFolder: "",
        },
      delete: ({ batchIds }) => {
        state.batches = state.batches.filter(({ id }) => !batchIds.includes(id));
        changed("batches");
      },
      assignments: ({ batchId }) => ({
        assignments: state.assignments[batchId] ?? [],
        freshness: freshness(),
      }),
      assignMembers: ({ batchId, members }) => {
        state.assignments[batchId] = [...(state.assignments[batchId] ?? []), ...members];
        changed("team");
      },
      lines: ({ batchId, ...page }) => {
        batch(batchId);
        const lines = Array.from({ length: 240 }, (_, index) => ({
          number: index + 1,
          lineId: `L${index + 1}`,
          character: ["Anna", "Bruno", "The Harbour Master"][index % 3] ?? "",
          sourceAudio: "",
          emotion: index % 4 === 0 ? "joy" : "",
          intensity: "",
          startMs: index * 2500,
          endMs: index * 2500 + 2100,
          texts: { "en-gb": `Line ${index + 1}`, "de-de": `Zeile ${index + 1}` },
        }));
        return { lines: cut(lines, page), total: lines.length };
      },
    },
    casting: {
      list: ({ projectId, filter, search, sort, ...page }) => {
        const own = charactersOf(projectId);
        const all = sorted(
          own.filter(
            (one) =>
              (filter === "all" || one.voice === null) &&
              matches(search, one.name, one.voice?.name ?? ""),
          ),
          sort,
          (one, by) => (by === "name" ? one.name : (one.voice?.name ?? "")),
        );
        return {
          characters: cut(all, page),
          total: all.length,
          counts: { all: own.length, uncast: own.filter(({ voice }) => voice === null).length },
          freshness: freshness(),
        };
      },
      assign: ({ projectId, assignments }) => {
        const voices = new Map(assignments.map(({ characterId, voice }) => [characterId, voice]));
        setCharacters(projectId, (one) => {
          const name = voices.get(one.id);
          return name === undefined || isRejected(one.id) ? one : { ...one, voice: voiceOf(name) };
        });
        return outcomes(assignments.map(({ characterId }) => characterId));
      },
      previewCopy: ({ projectId, fromProjectId }) =>
        charactersOf(projectId).map((one) => {
          const other = charactersOf(fromProjectId).find(
            ({ name }) => name.toLowerCase() === one.name.toLowerCase(),
          );
          const oldVoice = one.voice?.name ?? "";
          const newVoice = other?.voice?.name ?? "";
          return {
            characterId: one.id,
            name: one.name,
            oldVoice,
            newVoice,
            kind:
              newVoice === ""
                ? ("no-match" as const)
                : newVoice === oldVoice
                  ? ("same" as const)
                  : oldVoice === ""
                    ? ("new" as const)
                    : ("changed" as const),
          };
        }),
      rename: ({ projectId, characterId, name }) =>
        setCharacters(projectId, (one) => (one.id === characterId ? { ...one, name } : one)),
      merge: ({ projectId, characterId }) => {
        state.characters[projectId] = charactersOf(projectId).filter(
          ({ id }) => id !== characterId,
        );
        changed("casting");
      },
    },
    glossary: {
      list: ({ projectId, search, languageId, sort, ...page }) => {
        const own = state.glossary[projectId] ?? [];
        const all = sorted(
          own.filter(
            (one) =>
              (languageId === "" || one.languageId === languageId) &&
              matches(search, one.word, one.pronounceAs, one.phonemization),
          ),
          sort,
          (one, by) =>
            by === "word" ? one.word : by === "language" ? one.languageId : one.updatedAt,
        );
        return {
          lines: cut(all, page),
          total: all.length,
          count: own.length,
          languageIds: unique(own.map((one) => one.languageId)).filter((id) => id !== ""),
          freshness: freshness(),
        };
      },
      exportCsv: ({ projectId }) => ({
        path: "/home/sam/glossary.csv",
        lines: (state.glossary[projectId] ?? []).length,
      }),
      create: ({ projectId, line }) => {
        const at = Date.now();
        const made: GlossaryLine = { id: newId(), ...line, createdAt: at, updatedAt: at };
        state.glossary[projectId] = [made, ...(state.glossary[projectId] ?? [])];
        changed("glossary");
        return made;
      },
      change: ({ projectId, lineId, line }) => {
        state.glossary[projectId] = (state.glossary[projectId] ?? []).map((one) =>
          one.id === lineId ? { ...one, ...line, updatedAt: Date.now() } : one,
        );
        changed("glossary");
      },
      delete: ({ projectId, lineIds }) => {
        state.glossary[projectId] = (state.glossary[projectId] ?? []).filter(
          ({ id }) => !lineIds.includes(id) || isRejected(id),
        );
        changed("glossary");
        return outcomes(lineIds);
      },
      importCsv: () => {
        changed("glossary");
        return {
          added: 12,
          changed: 3,
          problems: [{ row: 7, message: "word: must not be empty" }],
        };
      },
    },
    team: {
      list: ({ projectId, search, sort, ...page }) => {
        const own = state.team[projectId] ?? [];
        const all = sorted(
          own.filter((one) => matches(search, `${one.firstName} ${one.lastName}`, one.email)),
          sort,
          (one, by) => (by === "role" ? one.role : `${one.lastName} ${one.firstName}`),
        );
        return {
          members: cut(all, page),
          total: all.length,
          ownerCount: own.filter(({ role }) => role === "project-owner").length,
          freshness: freshness(),
        };
      },
      add: ({ projectId, members }) => {
        const before = state.team[projectId] ?? [];
        const roles = new Map(members.map(({ userId, role }) => [userId, role]));
        const kept = before.map((one) => ({ ...one, role: roles.get(one.id) ?? one.role }));
        const added = state.users
          .filter(({ id }) => roles.has(id) && !before.some((one) => one.id === id))
          .map((one) => ({ ...one, role: roles.get(one.id) ?? "project-editor" }));
        state.team[projectId] = [...kept, ...added];
        changed("team");
      },
      remove: ({ projectId, userIds }) => {
        state.team[projectId] = (state.team[projectId] ?? []).filter(
          ({ id }) => !userIds.includes(id),
        );
        changed("team");
      },
    },
    users: {
      list: ({ search, sort, ...page }) => {
        const all = sorted(
          state.users.filter((one) =>
            matches(search, `${one.firstName} ${one.lastName}`, one.email),
          ),
          sort,
          (one, by) => (by === "email" ? one.email : `${one.lastName} ${one.firstName}`),
        );
        return { users: cut(all, page), total: all.length, freshness: freshness() };
      },
      create: ({ workspaceId: _workspaceId, ...fields }) => {
        const made = { id: newId(), ...fields };
        state.users = [...state.users, made];
        changed("users");
        return made;
      },
      change: ({ workspaceId: _workspaceId, userId, ...fields }) => {
        state.users = state.users.map((one) => (one.id === userId ? { ...one, ...fields } : one));
        changed("users");
      },
      delete: ({ userIds }) => {
        state.users = state.users.filter(({ id }) => !userIds.includes(id) || isRejected(id));
        changed("users");
        return outcomes(userIds);
      },
    },
    catalogue: {
      languages: () => ({ languages: state.languages, freshness: freshness() }),
      models: () => ({ models: state.models, freshness: freshness() }),
      voices: ({ search, gender, age, timbre, voiceTag, sort, ...page }) => {
        const all = sorted(
          state.voices.filter(
            (one) =>
              matches(search, one.name, one.description) &&
              (gender === "" || one.gender === gender) &&
              (age === "" || one.age === age) &&
              (timbre === "" || one.timbre === timbre) &&
              (voiceTag === "" || one.voiceTag === voiceTag),
          ),
          sort,
          (one) => one.name,
        );
        return {
          voices: cut(all, page),
          total: all.length,
          facets: {
            genders: unique(state.voices.map((one) => one.gender)),
            ages: unique(state.voices.map((one) => one.age)),
            timbres: unique(state.voices.map((one) => one.timbre)),
            voiceTags: unique(state.voices.map((one) => one.voiceTag)),
          },
          freshness: freshness(),
        };
      },
      styles: () => ({
        styles: [
          { id: "narration-normal", supportedGenders: ["female", "male"], description: "Even" },
        ],
        freshness: freshness(),
      }),
    },
    diagnostics: {
      report: () => ({ text: "Dubyard 0.1.0 on linux" }),
      checkDatabase: () => ({ problems: [] }),
      showLogs: () => undefined,
    },
  };
  return { state, shown, delivered, handlers };
}

function withLanguages(batch: Batch, languageIds: readonly string[]): Batch {
  const known = batch.translations.map(({ languageId }) => languageId);
  const added = languageIds
    .filter((id) => !known.includes(id))
    .map((languageId) => ({ languageId, type: "", isCompleted: false, status: "pending" }));
  return { ...batch, translations: [...batch.translations, ...added] };
}
