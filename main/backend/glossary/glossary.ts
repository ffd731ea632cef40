/** The glossary of a project: search, export, and changes if the service offers them. */
import { basename } from "node:path";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Handlers } from "../../../preload/contract";
import { tableExtensions } from "../../../preload/facts/script-formats";
import { AppError, invalidFields } from "../../common/errors";
import { readWhole, replaceFile } from "../../common/files";
import type { Dialogs } from "../ports";
import type { ImportedGlossary } from "../../../preload/local-service/casting";
import type { ScriptProblem } from "../../script-formats/model";
import type { CsvPortions } from "../../script-formats/files/csv-portions";
import type { CsvReader } from "../../script-formats/process/reader";
import { csvHeader, csvRow } from "./glossary-csv";
import { kindKey } from "../lists/list-definitions";
import { toItemPage } from "../lists/list-pages";
import type { ResourceDeps } from "../lists/resource-deps";
import type { FileEncoding } from "../../../preload/contract/scripts";
import type { ScriptChoices } from "../scripts/script-choices";
import { reportedEncoding } from "../scripts/script-report";
import { ignoreNotFound, settleEach } from "../../common/bulk-operations";

export interface GlossaryDeps extends ResourceDeps {
  dialogs: Pick<Dialogs, "saveFile" | "chooseFile">;
  reader: Pick<CsvReader, "readCsv">;
  choices: Pick<ScriptChoices, "encodingOf">;
}

/** Maximum size of an imported file, in bytes. */
const maxImportBytes = 16 * 1024 ** 2;
const maxProblems = 1000;
/** Maximum age of the exported list in milliseconds, if it can be synced. */
const ageForExport = 10_000;
const linesAtOnce = 1000;

export function createGlossary(deps: GlossaryDeps): Handlers["glossary"] {
  const { lists, remote, extensions } = deps;
  const glossaryOf = (workspaceId: string, projectId: string) =>
    kindKey(workspaceId, "glossary", projectId);
  const glossaryList = (projectId: string) => ({ kind: "glossary", projectId }) as const;
  const sync = (workspaceId: string, projectId: string) =>
    lists.syncAfterWrite(workspaceId, glossaryList(projectId));

  /** The rows of a CSV file, by word. */
  async function* rows(workspaceId: string, projectId: string): AsyncGenerator<string[]> {
    for (let offset = 0; ; offset += linesAtOnce) {
      const page = { order: "name", isDescending: false, offset, limit: linesAtOnce } as const;
      const { items } = lists.page(glossaryOf(workspaceId, projectId), page);
      if (items.length === 0) return;
      yield items.map(csvRow);
      await yieldToEventLoop();
    }
  }

  return {
    list({ workspaceId, projectId, languageId, ...page }) {
      const key = glossaryOf(workspaceId, projectId);
      const { items, total } = lists.page(key, toItemPage(page, { category: languageId }));
      const counts = lists.counts(key);
      return {
        lines: items,
        total,
        count: Object.values(counts).reduce((sum, some) => sum + some, 0),
        languageIds: Object.keys(counts)
          .filter((id) => id !== "")
          .sort(),
        freshness: lists.freshness(workspaceId, glossaryList(projectId)),
      };
    },
    async exportCsv({ workspaceId, projectId }) {
      const list = glossaryList(projectId);
      await lists.refreshIfOlder(workspaceId, list, ageForExport).catch((error: unknown) => {
        // A cached list can be exported without a network; one that was never synced cannot.
        if (lists.readAt(workspaceId, list) === null) throw error;
      });
      // A user could mistake an incomplete file for the whole glossary.
      if (lists.isTruncated(workspaceId, list))
        throw new AppError("list-too-long", "the glossary has more lines than are cached here");
      const project = lists.get(kindKey(workspaceId, "projects"), projectId);
      const path = await deps.dialogs.saveFile({
        suggestedName: `${fileNameOf(project?.name ?? "")} glossary.csv`.trim(),
        extensions: ["csv"],
      });
      if (path === null) return null;
      return { path, lines: await writeCsv(path, rows(workspaceId, projectId)) };
    },
    async create({ workspaceId, projectId, line }) {
      extensions.require(workspaceId, "glossary");
      const added = await remote(workspaceId).extensions.glossary.add(projectId, line);
      lists.put(glossaryOf(workspaceId, projectId), [added]);
      sync(workspaceId, projectId);
      return added;
    },
    async change({ workspaceId, projectId, lineId, line }) {
      extensions.require(workspaceId, "glossary");
      const changed = await remote(workspaceId).extensions.glossary.change(projectId, lineId, line);
      lists.put(glossaryOf(workspaceId, projectId), [changed]);
      sync(workspaceId, projectId);
    },
    async delete({ workspaceId, projectId, lineIds }) {
      extensions.require(workspaceId, "glossary");
      const outcomes = await settleEach(
        lineIds,
        (id) => id,
        async (id) => {
          await ignoreNotFound(remote(workspaceId).extensions.glossary.remove(projectId, id));
          lists.remove(glossaryOf(workspaceId, projectId), [id]);
        },
      );
      sync(workspaceId, projectId);
      return outcomes;
    },
    async readCsv({ workspaceId, path: again }) {
      extensions.require(workspaceId, "glossary");
      const path =
        again ?? (await deps.dialogs.chooseFile({ extensions: [...tableExtensions, "txt"] }));
      if (path === null) return null;
      const { encoding, problem, notes } = await readPortions(deps, path);
      // Another encoding may be the remedy.
      if (problem !== null && encoding === null) throw invalidFile(textOf(problem));
      return { path, name: basename(path), encoding, problem, notes };
    },
    async importCsv({ workspaceId, projectId, path }) {
      extensions.require(workspaceId, "glossary");
      // The whole file is read first: an unclosed quote at its end must not leave half an import.
      const { portions, repeated, problem } = await readPortions(deps, path);
      if (problem !== null) throw invalidFile(textOf(problem));
      const tally: ImportedGlossary = { added: 0, changed: 0, problems: [...repeated] };
      try {
        for (const { csv, rowsBefore } of portions) {
          const part = await remote(workspaceId).extensions.glossary.importCsv(projectId, csv);
          tally.added += part.added;
          tally.changed += part.changed;
          const problems = part.problems.map(({ row, message }) => ({
            row: row + rowsBefore,
            message,
          }));
          tally.problems.push(...problems.slice(0, maxProblems - tally.problems.length));
        }
      } finally {
        sync(workspaceId, projectId);
      }
      tally.problems.sort((one, other) => one.row - other.row);
      return tally;
    },
  };
}

/** A file name that is valid on every system. */
function fileNameOf(name: string): string {
  return name
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, "_")
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, "")
    .slice(0, 100);
}

/** Returns the number of rows. */
const writeCsv = (file: string, rows: AsyncIterable<string[]>): Promise<number> =>
  replaceFile(file, async (handle) => {
    let count = 0;
    await handle.writeFile(csvHeader);
    for await (const some of rows) {
      await handle.writeFile(some.join(""));
      count += some.length;
    }
    return count;
  });

type ReadProblem = Pick<ScriptProblem, "row" | "code" | "message">;
const textOf = ({ row, message }: ReadProblem) =>
  row === null ? message : `row ${row}: ${message}`;

/** Codes of notes that the user sees with the encoding of the file. */
const shownByEncoding: ReadonlySet<string> = new Set(["encoding", "character-unreadable"]);

/**
 * `problem`: why the file cannot be imported; null if it can. `notes`: what was assumed or left
 * out.
 */
async function readPortions(
  { reader, choices }: Pick<GlossaryDeps, "reader" | "choices">,
  file: string,
): Promise<{
  portions: CsvPortions["portions"];
  repeated: CsvPortions["repeated"];
  encoding: FileEncoding | null;
  problem: ReadProblem | null;
  notes: ReadProblem[];
}> {
  const bytes = await readWhole(file, maxImportBytes);
  // SECURITY: an untrusted file is parsed in a separate process.
  const chosen = choices.encodingOf(file);
  const read = await reader.readCsv(bytes, basename(file), chosen);
  const { portions, repeated } = read;
  const encoding = reportedEncoding(read, chosen !== undefined);
  const error = read.problems.find(({ severity }) => severity === "error");
  const notes = read.problems
    .filter(({ severity, code }) => severity !== "error" && !shownByEncoding.has(code))
    .map(({ row, code, message }) => ({ row, code, message }));
  return { portions, repeated, encoding, problem: error ?? null, notes };
}

const invalidFile = (message: string) => invalidFields([{ field: "file", message }]);
