/**
 * How the user said that scripts are to be read: the encoding of a file, and the columns of tables
 * with a header. Stored in the settings of the application, for every use of the files.
 */
import { z } from "zod";
import { columnRole } from "../../../preload/contract/scripts";
import type { KnownColumns } from "../../../preload/facts/script-columns";
import { textEncodingNames, type TextEncoding } from "../../../preload/facts/text-encodings";
import type { ReadOptions } from "../../script-formats/model";
import type { SettingsStore } from "../settings/store";

/** Headers and files that are remembered; the oldest ones are dropped. */
const maxHeaders = 200;
const maxFiles = 500;
const setting = "scriptChoices";

const knownColumns = z.object({
  header: z.string().nullable(),
  sheet: z.string(),
  columns: z.record(z.string(), columnRole),
  frameRate: z.number().nullable(),
});
const stored = z
  .object({
    headers: z.array(knownColumns),
    files: z.array(
      z.object({
        path: z.string(),
        encoding: z.enum(textEncodingNames).nullable(),
        columns: knownColumns.nullable(),
      }),
    ),
  })
  .catch({ headers: [], files: [] });
type Stored = z.infer<typeof stored>;
type OfFile = Stored["files"][number];

export type ScriptChoices = ReturnType<typeof createScriptChoices>;

export function createScriptChoices(settings: SettingsStore) {
  let current: Stored | null = null;
  let version = 0;
  const read = () => (current ??= stored.parse(settings.get(setting)));
  const ofFile = (file: string) => read().files.find((one) => one.path === file);

  function save(next: Stored): void {
    current = { headers: next.headers.slice(-maxHeaders), files: next.files.slice(-maxFiles) };
    version += 1;
    settings.set(setting, current);
  }
  function withFile(file: string, change: Partial<OfFile>): OfFile[] {
    const before = ofFile(file) ?? { path: file, encoding: null, columns: null };
    const after = { ...before, ...change };
    const others = read().files.filter((one) => one.path !== file);
    return after.encoding === null && after.columns === null ? others : [...others, after];
  }
  const without = (header: string | null) =>
    read().headers.filter((one) => header === null || one.header !== header);

  return {
    /** The options to read a file. */
    of(file: string): Pick<ReadOptions, "encoding" | "ofFile" | "known"> {
      const { encoding = null, columns = null } = ofFile(file) ?? {};
      const { headers } = read();
      return {
        ...(encoding === null ? {} : { encoding }),
        ...(columns === null ? {} : { ofFile: columns }),
        ...(headers.length === 0 ? {} : { known: headers }),
      };
    },
    /** The encoding that was chosen for a file; undefined to recognise it. */
    encodingOf: (file: string): TextEncoding | undefined => ofFile(file)?.encoding ?? undefined,
    /** Changes with every choice. */
    version: () => version,
    /** The columns apply to this file and, if it has a header, to all tables with that header. */
    assignColumns(file: string, columns: KnownColumns): void {
      const headers = without(columns.header);
      save({
        headers: columns.header === null ? headers : [...headers, columns],
        files: withFile(file, { columns }),
      });
    },
    /** The columns of this file, and of every table with this header, are recognised again. */
    forgetColumns(file: string, header: string | null): void {
      save({ headers: without(header), files: withFile(file, { columns: null }) });
    },
    /** Null: the encoding is recognised. */
    setEncoding(file: string, encoding: TextEncoding | null): void {
      save({ ...read(), files: withFile(file, { encoding }) });
    },
  };
}
