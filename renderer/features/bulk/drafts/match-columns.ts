/** The table of matched videos and scripts. */
import { t } from "../../../app/strings";
import type { CellOption, GridColumn } from "../../../ui/grid/column";
import { textOf, type GridRow } from "../../../ui/grid/data/rows";
import { fileName, folderName } from "./bulk-rows";

/** A file as the choice of a cell; "" for no script. */
export const toOption = (value: string): CellOption => ({
  value,
  title: value === "" ? t.bulk.match.noScript : fileName(value),
  ...(value === "" ? {} : { note: folderName(value) }),
});

interface MatchColumnsOptions {
  hasVideo: boolean;
  scriptOptions: (row: GridRow) => readonly CellOption[];
  languageOptions: () => readonly CellOption[];
  /** Why the script belongs to the video. */
  reasonOf: (row: GridRow) => string;
  /** The language that is found in the file name and not confirmed yet, or "". */
  guessOf: (row: GridRow) => string;
  languageName: (languageId: string) => string;
}

export function matchColumns(options: MatchColumnsOptions): GridColumn[] {
  const { hasVideo, scriptOptions, languageOptions, reasonOf, guessOf, languageName } = options;
  return [
    { id: "name", title: t.bulk.columns.name, width: 130, grow: 1 },
    ...(hasVideo
      ? [
          {
            id: "video",
            title: t.bulk.columns.video,
            width: 150,
            grow: 1,
            isReadOnly: true,
            options: (row: GridRow) => [toOption(textOf(row, "video"))],
          },
        ]
      : []),
    {
      id: "script",
      title: t.bulk.columns.script,
      width: 160,
      grow: 1,
      options: scriptOptions,
      placeholder: () => t.bulk.match.noScript,
    },
    {
      id: "why",
      title: t.bulk.match.why,
      width: 185,
      grow: 0.5,
      isReadOnly: true,
      placeholder: reasonOf,
    },
    {
      id: "language",
      title: t.bulk.columns.language,
      width: 165,
      options: languageOptions,
      placeholder: (row) => {
        const guess = guessOf(row);
        return guess === "" ? "" : t.bulk.match.guessed(languageName(guess));
      },
    },
  ];
}
