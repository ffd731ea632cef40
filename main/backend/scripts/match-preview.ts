/** Which line of a batch gets which text of a target script, before the script is sent. */
import type { MatchedRow, TargetMatches } from "../../../preload/contract/scripts";
import { isSameStamp } from "../../common/files";
import { matchTexts } from "../../script-formats/matching/match-texts";
import type { BatchLine } from "../../script-formats/matching/match-lines";
import type { LineOfBatch } from "./batch-lines";
import type { ReadScript, ScriptFiles, ScriptReadOptions } from "./script-files";
import { toReported } from "./script-report";

export interface TargetScript extends ScriptReadOptions {
  workspaceId: string;
  batchId: string;
  /** A language id in lower case. */
  languageId: string;
}

export interface MatchPreviewDeps {
  files: Pick<ScriptFiles, "read">;
  /** All lines of a batch; null if the service does not offer them. */
  linesOf: (workspaceId: string, batchId: string) => Promise<readonly LineOfBatch[] | null>;
}

const maxProblems = 500;
type Preview = TargetMatches & { rows: MatchedRow[] };

/** The last preview is kept, so that its pages are of the same lines. */
export function createMatchPreview({ files, linesOf }: MatchPreviewDeps) {
  let last: { key: string; read: ReadScript; preview: Preview } | null = null;

  return async function page(
    target: TargetScript,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<TargetMatches> {
    const { workspaceId, batchId, languageId, ...options } = target;
    const read = await files.read(options);
    const key = JSON.stringify(target);
    const isKept = last?.key === key && isSameStamp(last.read.stamp, read.stamp);
    const { rows, ...preview } = last && isKept && offset > 0 ? last.preview : await previewAgain();
    return { ...preview, rows: rows.slice(offset, offset + limit) };

    async function previewAgain(): Promise<Preview> {
      const lines = await linesOf(workspaceId, batchId);
      if (lines === null) return nothing;
      const preview = await previewOf(read, lines, languageId);
      last = { key, read, preview };
      return preview;
    }
  };
}

const nothing: Preview = {
  isOffered: false,
  total: 0,
  matched: 0,
  linesWithoutText: 0,
  problems: [],
  rows: [],
};

interface ShownLine extends BatchLine {
  text: string;
}

async function previewOf(
  { script }: ReadScript,
  lines: readonly LineOfBatch[],
  languageId: string,
): Promise<Preview> {
  const shown = lines.map((line): ShownLine => {
    const { number, lineId, startMs, endMs, texts } = line;
    const text = texts[languageId] ?? Object.values(texts)[0] ?? "";
    return { number, lineId, character: line.character, startMs, endMs, text };
  });
  const { texts, problems } = await matchTexts(script, shown, languageId);
  const found = new Map(texts.map((one) => [one.index, one]));
  const rows = script.lines.flatMap((row, index): MatchedRow[] => {
    const text = row.text[languageId];
    if (text === undefined) return [];
    const match = found.get(index);
    return [
      {
        row: row.row,
        number: match?.line.number ?? null,
        by: match?.by ?? null,
        character: match?.line.character ?? row.character ?? "",
        before: match?.line.text ?? "",
        text,
      },
    ];
  });
  return {
    isOffered: true,
    total: rows.length,
    matched: texts.length,
    linesWithoutText: lines.length - texts.length,
    problems: problems.slice(0, maxProblems).map((problem) => toReported(problem)),
    rows,
  };
}
