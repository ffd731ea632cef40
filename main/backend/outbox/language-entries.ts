/**
 * Requests that add languages to a batch, with their target scripts.
 *
 * Note: Exactly once. The translations of the batch show what has arrived: after a lost answer, all requested languages
 * that were not there before mean that the request arrived. Where that cannot be seen (the batch had the languages
 * before, and gets new scripts for them), the request is sent again: a language that is added twice keeps the later
 * script, which is the same one.
 */
import type { BatchLanguage, LanguagesRequest } from "../../../preload/contract/outbox";
import { maxSeparatorLength, urlRule } from "../../../preload/facts/rules";
import { AppError } from "../../common/errors";
import type { NewBatchLanguage } from "../../remote/batches";
import type { Remote } from "../../remote/remote";
import type { NewOutboxEntry, OutboxRow, OutboxStore } from "./store";
import type { ScriptFiles } from "../scripts/script-files";
import { scriptRule } from "./batch-entries";
import { invalid } from "./request-media";
import type { RequestKind } from "./request-kind";
import type { ScriptUploads } from "./script-uploads";

export interface LanguageEntriesDeps {
  store: OutboxStore;
  scriptUploads: ScriptUploads;
  files: Pick<ScriptFiles, "read">;
  remote: (workspaceId: string) => Remote;
  unknownLanguages: (
    workspaceId: string,
    named: readonly { field: string; id: string }[],
  ) => readonly { field: string; rule: string }[];
  /** The service has these languages of a batch now. */
  onAdded: (
    workspaceId: string,
    projectId: string,
    batchId: string,
    languageIds: readonly string[],
  ) => void;
  /** How long after a lost answer the languages may still appear, in milliseconds. */
  reconcileMs: number;
}

export type LanguageEntries = ReturnType<typeof createLanguageEntries>;

/** How target scripts are read: the service takes the texts from them alone, whatever the type of the project. */
const projectType = "audio-production";
const fieldOf = (index: number, name: keyof NewBatchLanguage) => `languages[${index}].${name}`;
const sameId = (id: string) => id.trim().toLowerCase();

export function createLanguageEntries(deps: LanguageEntriesDeps) {
  const { store, scriptUploads } = deps;
  const read = (row: Pick<OutboxRow, "id">) =>
    JSON.parse(store.body(row.id) ?? "{}") as LanguagesRequest;

  /** What is wrong with a target script on this computer; null when it has text in its language, or other errors alone. */
  async function contentRule(language: BatchLanguage): Promise<string | null> {
    if (language.script.kind !== "file") return null;
    try {
      const { script } = await deps.files.read({
        path: language.script.path,
        projectType,
        languageCode: language.languageId,
        speakerSeparator: language.speakerSeparator,
      });
      const found = script.languages.map(sameId);
      if (found.length === 0 || found.includes(sameId(language.languageId))) return null;
      return "no-text-in-language";
    } catch (error) {
      if (error instanceof AppError && error.code.startsWith("file-")) return error.code;
      throw error;
    }
  }

  /** Rejects with "invalid-input" and the fields where a rule is broken. */
  async function check(workspaceId: string, { languages }: LanguagesRequest): Promise<void> {
    const broken: { field: string; message: string }[] = [];
    const named = languages.map(({ languageId }, index) => ({
      field: fieldOf(index, "languageId"),
      id: languageId,
    }));
    for (const { field, rule } of deps.unknownLanguages(workspaceId, named))
      broken.push({ field, message: rule });
    for (const [index, language] of languages.entries()) {
      const { languageId, script, speakerSeparator } = language;
      const add = (name: keyof NewBatchLanguage, rule: string | null) => {
        if (rule !== null) broken.push({ field: fieldOf(index, name), message: rule });
      };
      const isDoubled = languages.some(
        (other, at) => at < index && sameId(other.languageId) === sameId(languageId),
      );
      if (isDoubled) add("languageId", "doubled");
      if (speakerSeparator.length > maxSeparatorLength) add("speakerSeparator", "out-of-range");
      if (script.kind === "location") add("scriptPath", urlRule(script.location));
      if (script.kind === "file")
        add("scriptPath", scriptRule(script.path) ?? (await contentRule(language)));
    }
    if (broken.length > 0) throw invalid(broken);
  }

  /** The languages as they are sent; their scripts are in the store when this resolves. */
  async function toRequest(row: OutboxRow, order: LanguagesRequest): Promise<NewBatchLanguage[]> {
    const request: NewBatchLanguage[] = [];
    for (const [index, language] of order.languages.entries()) {
      const { languageId, script, speakerSeparator } = language;
      const field = fieldOf(index, "scriptPath");
      let scriptPath = script.kind === "location" ? script.location : "";
      if (script.kind === "file") {
        const rule = await contentRule(language);
        if (rule !== null) throw invalid([{ field, message: rule }]);
        const local = { path: script.path, languageCode: languageId, speakerSeparator };
        const one = { ...local, index, field };
        scriptPath =
          (await scriptUploads.put(row.id, row.workspaceId, projectType, one, () => null, [])) ??
          "";
      }
      request.push({ languageId, scriptPath, speakerSeparator });
    }
    return request;
  }

  const kind: RequestKind = {
    reconcileMs: deps.reconcileMs,
    isResent: true,
    names: (row) => read(row).languages.map(({ languageId }) => sameId(languageId)),
    async present(row) {
      const { batches } = deps.remote(row.workspaceId);
      const { translations } = await batches.get(row.projectId, read(row).batchId);
      return translations.map(({ languageId }) => sameId(languageId));
    },
    found: (row) => arrived(row, read(row)),
    async prepare(row) {
      const order = read(row);
      const languages = await toRequest(row, order);
      return {
        async send() {
          await deps.remote(row.workspaceId).batches.addLanguages(order.batchId, languages);
          return arrived(row, order);
        },
      };
    },
  };
  function arrived(row: OutboxRow, { batchId, languages }: LanguagesRequest) {
    const ids = languages.map(({ languageId }) => languageId);
    return {
      resultId: batchId,
      after: () => deps.onAdded(row.workspaceId, row.projectId, batchId, ids),
    };
  }

  return { kind, check, read };
}

/** The row of a request; its result is known from the start: it is the batch. */
export function toLanguagesRow(order: LanguagesRequest) {
  return {
    kind: "languages",
    name: order.batchName.normalize("NFC").trim(),
    targetFolder: "",
    body: JSON.stringify(order),
    hasScript: order.languages.some(({ script }) => script.kind === "file"),
    draftId: null,
    resultId: order.batchId,
  } as const satisfies Partial<NewOutboxEntry>;
}
