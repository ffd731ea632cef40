/**
 * Pending requests that add languages to a batch, with their target scripts.
 *
 * Note: Exactly once. After a lost response the translations of the batch show whether the request
 * was delivered: it was when all requested languages are present that were missing before. Where
 * that cannot be seen (the batch had the languages before and gets new scripts for them), the
 * request is sent again: a language that is added twice keeps the later script, which is the same
 * one.
 */
import type { BatchLanguage, LanguagesRequest } from "../../../../preload/contract/outbox";
import { maxSeparatorLength, urlRule } from "../../../../preload/facts/rules";
import { AppError, invalidFields } from "../../../common/errors";
import type { NewBatchLanguage } from "../../../remote/batches";
import type { Remote } from "../../../remote/remote";
import type { NewOutboxEntry, OutboxRow } from "../store/entry-rows";
import type { OutboxStore } from "../store/outbox-store";
import type { ScriptFiles } from "../../scripts/script-files";
import type { RequestTarget } from "./batch-entries";
import { scriptRule, type TargetProject } from "./batch-rules";
import type { RequestKind } from "./request-kind";
import type { ScriptUploads } from "./script-uploads";

export interface LanguageEntriesDeps {
  store: OutboxStore;
  scriptUploads: ScriptUploads;
  files: Pick<ScriptFiles, "read">;
  remote: (workspaceId: string) => Remote;
  project: (workspaceId: string, projectId: string) => Promise<TargetProject>;
  unknownLanguages: (
    workspaceId: string,
    named: readonly { field: string; id: string }[],
  ) => readonly { field: string; rule: string }[];
  /** Called after the service has added these languages to a batch. */
  onAdded: (
    workspaceId: string,
    projectId: string,
    batchId: string,
    languageIds: readonly string[],
  ) => void;
  /** How long after a lost response the languages may still appear, in milliseconds. */
  reconcileMs: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

export type LanguageEntries = ReturnType<typeof createLanguageEntries>;

/**
 * The type by which target scripts are read: the service only takes their texts, in projects of
 * every type.
 */
const projectType = "audio-production";
const fieldOf = (index: number, name: keyof NewBatchLanguage) => `languages[${index}].${name}`;
const idKey = (id: string) => id.trim().toLowerCase();

export function createLanguageEntries(deps: LanguageEntriesDeps) {
  const { store, scriptUploads } = deps;
  const read = (row: Pick<OutboxRow, "id">) =>
    JSON.parse(store.body(row.id) ?? "{}") as LanguagesRequest;

  /**
   * The rule that a local target script breaks: it has no text in its language, or cannot be
   * opened. Null for none; other problems of its content are the service's to report.
   */
  async function contentRule(language: BatchLanguage): Promise<string | null> {
    if (language.script.kind !== "file") return null;
    try {
      const { script } = await deps.files.read({
        path: language.script.path,
        projectType,
        languageCode: language.languageId,
        speakerSeparator: language.speakerSeparator,
        lineKinds: language.script.lineKinds,
      });
      const found = script.languages.map(idKey);
      if (found.length === 0 || found.includes(idKey(language.languageId))) return null;
      return "no-text-in-language";
    } catch (error) {
      if (error instanceof AppError && error.code.startsWith("file-")) return error.code;
      throw error;
    }
  }

  /** The rules that languages break, by their fields. */
  async function violationsOf(
    workspaceId: string,
    languages: readonly BatchLanguage[],
  ): Promise<{ field: string; message: string }[]> {
    const violations: { field: string; message: string }[] = [];
    const named = languages.map(({ languageId }, index) => ({
      field: fieldOf(index, "languageId"),
      id: languageId,
    }));
    for (const { field, rule } of deps.unknownLanguages(workspaceId, named))
      violations.push({ field, message: rule });
    for (const [index, language] of languages.entries()) {
      const { languageId, script, speakerSeparator } = language;
      const add = (name: keyof NewBatchLanguage, rule: string | null) => {
        if (rule !== null) violations.push({ field: fieldOf(index, name), message: rule });
      };
      const isDuplicate = languages.some(
        (other, at) => at < index && idKey(other.languageId) === idKey(languageId),
      );
      if (isDuplicate) add("languageId", "duplicate");
      if (speakerSeparator.length > maxSeparatorLength) add("speakerSeparator", "out-of-range");
      if (script.kind === "location") add("scriptPath", urlRule(script.location));
      if (script.kind === "file")
        add("scriptPath", scriptRule(script.path) ?? (await contentRule(language)));
    }
    return violations;
  }

  const entryOf = (
    { workspaceId, projectId }: RequestTarget,
    projectName: string,
    request: LanguagesRequest,
  ): NewOutboxEntry => ({
    workspaceId,
    projectId,
    projectName,
    kind: "languages",
    name: request.batchName.normalize("NFC").trim(),
    targetFolder: "",
    body: JSON.stringify(request),
    hasScript: request.languages.some(({ script }) => script.kind === "file"),
    draftId: null,
    // Known in advance: it is the batch's.
    resultId: request.batchId,
  });

  /** The languages to send; their scripts are uploaded when this resolves. */
  async function toRequest(row: OutboxRow, request: LanguagesRequest): Promise<NewBatchLanguage[]> {
    const added: NewBatchLanguage[] = [];
    for (const [index, language] of request.languages.entries()) {
      const { languageId, script, speakerSeparator } = language;
      const field = fieldOf(index, "scriptPath");
      let scriptPath = script.kind === "location" ? script.location : "";
      if (script.kind === "file") {
        const rule = await contentRule(language);
        if (rule !== null) throw invalidFields([{ field, message: rule }]);
        const { path, lineKinds } = script;
        const local = { path, languageCode: languageId, speakerSeparator, lineKinds };
        const one = { ...local, index, field };
        scriptPath =
          (await scriptUploads.upload(row.id, row.workspaceId, projectType, one, () => null, [])) ??
          "";
      }
      added.push({ languageId, scriptPath, speakerSeparator });
    }
    return added;
  }

  const kind: RequestKind = {
    reconcileMs: deps.reconcileMs,
    isResent: true,
    names: (row) => read(row).languages.map(({ languageId }) => idKey(languageId)),
    async present(row) {
      const { batches } = deps.remote(row.workspaceId);
      const { translations } = await batches.get(row.projectId, read(row).batchId);
      return translations.map(({ languageId }) => idKey(languageId));
    },
    recovered: (row) => deliveryOf(row, read(row)),
    async prepare(row) {
      const request = read(row);
      const languages = await toRequest(row, request);
      return {
        async send() {
          await deps.remote(row.workspaceId).batches.addLanguages(request.batchId, languages);
          return deliveryOf(row, request);
        },
      };
    },
  };
  function deliveryOf(row: OutboxRow, { batchId, languages }: LanguagesRequest) {
    const ids = languages.map(({ languageId }) => languageId);
    return {
      resultId: batchId,
      onPersisted: () => deps.onAdded(row.workspaceId, row.projectId, batchId, ids),
    };
  }

  return {
    kind,
    read,
    violationsOf,
    /**
     * Adds an entry for languages of a batch that was just created. Call it in the transaction that
     * stores the batch.
     */
    addFor(
      batch: Pick<OutboxRow, "workspaceId" | "projectId" | "projectName">,
      request: LanguagesRequest,
    ) {
      const id = store.add(entryOf(batch, batch.projectName, request), deps.now());
      store.publish(id);
    },
    /** Checks a request. Resolves to its entry. Rejects with "invalid-input" and the fields. */
    async check(target: RequestTarget, request: LanguagesRequest): Promise<NewOutboxEntry> {
      const violations = await violationsOf(target.workspaceId, request.languages);
      if (violations.length > 0) throw invalidFields(violations);
      const { name: projectName } = await deps.project(target.workspaceId, target.projectId);
      return entryOf(target, projectName, request);
    },
  };
}
