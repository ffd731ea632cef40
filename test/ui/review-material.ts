/** Lines of a review for tests of the window, in a local workspace that offers it. */
import { isSameRevision } from "../../preload/facts/line-edits";
import type { HistoryEntry, LineTake, ReviewComment } from "../../preload/contract/line-details";
import type {
  LineChange,
  LineFinding,
  ReviewedLine,
  ReviewFilter,
} from "../../preload/contract/review";
import { checkNames, type CheckName } from "../../preload/facts/checks";
import { revisionsOfLineSet } from "../../preload/facts/line-edits";
import { lineStates } from "../../preload/facts/review";
import { AppError } from "../../main/common/errors";
import type { Overrides } from "./overrides";

export const lineOf = (number: number, fields: Partial<ReviewedLine> = {}): ReviewedLine => ({
  number,
  identity: number,
  lineId: `L${number}`,
  characterId: "c-1",
  character: number % 2 === 0 ? "BRUNO" : "ANNA",
  characterVoice: "Ashley",
  isLanguageVoice: false,
  source: `Source of line ${number}`,
  target: `Text of line ${number}`,
  startMs: null,
  endMs: null,
  emotion: "",
  intensity: "",
  state: "ready",
  isOtherSound: false,
  takes: 1,
  chosen: { id: number * 10, variant: 0, isOutdated: false, durationMs: 1_840, speed: 1 },
  checks: [],
  comments: 0,
  revision: 0,
  voice: null,
  offsetMs: 0,
  levelDb: 0,
  fit: "auto",
  decision: null,
  reason: "",
  decidedBy: "",
  ...fields,
});

const findingOf = (name: CheckName, fields: Partial<LineFinding> = {}): LineFinding => ({
  name,
  severity: "warning",
  rule: null,
  value: null,
  limit: null,
  subject: null,
  ignoredBy: null,
  ...fields,
});

export const commentOf = (fields: Partial<ReviewComment> = {}): ReviewComment => ({
  id: "m1",
  number: 1,
  text: "Please slower",
  by: "Rosa",
  isResolved: false,
  stateBy: "",
  stateAt: null,
  takeId: null,
  atMs: null,
  endMs: null,
  replyTo: null,
  createdAt: 1_700_000_000_000,
  ...fields,
});

const takeOf = (line: ReviewedLine): LineTake => ({
  id: line.number * 10,
  variant: 0,
  state: "made",
  isChosen: true,
  problem: "",
  voice: "Ashley",
  durationMs: 1_840,
  speed: 1,
  loudness: -23.4,
  checks: [],
  outdatedBy: null,
});

export const reviewLines = (): ReviewedLine[] => [
  lineOf(1),
  lineOf(2, { state: "approved", decision: "approved", revision: 1 }),
  lineOf(3, {
    state: "stale",
    chosen: null,
    takes: 0,
    comments: 2,
    target: "A text that is much longer than the others, so that it does not fit into its row",
  }),
  lineOf(4, { state: "rejected", decision: "rejected", reason: "too fast", revision: 1 }),
  lineOf(5, {
    chosen: { id: 50, variant: 0, isOutdated: false, durationMs: 2_000, speed: 1.42 },
    checks: [
      findingOf("too-long", { rule: "factorWarning", value: 1.42, limit: 1.35 }),
      findingOf("glossary", { severity: "note", subject: "Dubyard" }),
    ],
  }),
  lineOf(6, { state: "failed", chosen: null, takes: 0 }),
];

const historyOfLine4: HistoryEntry[] = [
  {
    at: 1_700_000_500_000,
    by: "Rosa",
    changes: [
      { name: "decision", before: null, after: "rejected" },
      { name: "reason", before: "", after: "too fast" },
    ],
  },
  {
    at: 1_700_000_400_000,
    by: "",
    changes: [
      { name: "target", before: "An old text", after: "Text of line 4" },
      { name: "voice", before: null, after: "Brandon" },
      { name: "offsetMs", before: 0, after: -120 },
      { name: "fit", before: "auto", after: "1.2" },
      { name: "chosenVariant", before: null, after: 1 },
    ],
  },
];

const isCounted = ({ ignoredBy }: LineFinding) => ignoredBy === null;
const isWarning = (finding: LineFinding) => isCounted(finding) && finding.severity !== "note";
const hasCheck = (findings: readonly LineFinding[], names: readonly CheckName[]) =>
  findings.some((finding) => isCounted(finding) && names.some((name) => name === finding.name));

/**
 * A service of these lines: changes take effect, and a change with another revision is rejected.
 */
export function withReview(lines: ReviewedLine[]): Overrides {
  let revision = 0;
  /** The lines before each addition or removal. */
  const edited: ReviewedLine[][] = [];
  /** The revision at the last change of a line. */
  const changedAt = new Map<number, number>();
  const find = (number: number) => {
    const found = lines.find((line) => line.number === number);
    if (!found) throw new AppError("not-found", "unknown line");
    return found;
  };
  function change(
    number: number,
    { decision, reason = "", target, offsetMs, fit, voice, ...shared }: LineChange,
  ): ReviewedLine {
    const line = find(number);
    line.revision += 1;
    changedAt.set(number, ++revision);
    if (target !== undefined && target !== line.target)
      Object.assign(line, { target, state: "stale", chosen: null, takes: 0 });
    Object.assign(line, shared);
    if (offsetMs !== undefined) line.offsetMs = offsetMs;
    if (fit !== undefined) line.fit = fit;
    if (voice !== undefined) line.voice = voice;
    if (decision !== undefined)
      Object.assign(line, { decision, reason, state: decision ?? "ready" });
    return line;
  }
  const isMatch = (
    { characterId, state, target, checks, comments }: ReviewedLine,
    filter: ReviewFilter,
  ) =>
    (filter.characterId === null || filter.characterId === characterId) &&
    (filter.states.length === 0 || filter.states.includes(state)) &&
    (filter.checks.length === 0 || hasCheck(checks, filter.checks)) &&
    (!filter.isCommented || comments > 0) &&
    (!filter.isWithoutWarnings || !checks.some(isWarning)) &&
    target.includes(filter.search);
  return {
    "workspaces.list": async (input, real) =>
      (await real(input)).map((workspace) => ({
        ...workspace,
        extensions: [...workspace.extensions, "review", "comment-threads"],
      })),
    "review.list": ({ filter, offset, limit }) => {
      const found = lines.filter((line) => isMatch(line, filter));
      return { lines: found.slice(offset, offset + limit), total: found.length };
    },
    "review.changes": ({ since }) => ({
      revision,
      isReset: false,
      people: [],
      numbers:
        since === null
          ? []
          : [...changedAt].flatMap(([number, at]) => (at > since ? [number] : [])),
    }),
    "review.summary": () => ({
      languages: [
        {
          languageId: "fr-fr",
          lines: lines.length,
          states: Object.fromEntries(
            lineStates.map((state) => [state, lines.filter((line) => line.state === state).length]),
          ),
          checks: Object.fromEntries(
            checkNames.map((name) => [
              name,
              lines.filter(({ checks }) => hasCheck(checks, [name])).length,
            ]),
          ),
          areChecksDue: false,
        },
      ],
    }),
    "review.line": ({ number }) => {
      const line = find(number);
      return {
        line,
        takes: line.chosen ? [takeOf(line)] : [],
        comments: line.comments > 0 ? [commentOf({ number })] : [],
        history: number === 4 ? historyOfLine4 : [],
        canShorten: false,
        glossary: {
          source: number === 1 ? [{ start: 0, end: 6, pronunciation: "saus" }] : [],
          target: number === 1 ? [{ start: 0, end: 4, pronunciation: "tekst" }] : [],
        },
      };
    },
    "review.change": ({ number, revision, change: changed }) => {
      if (find(number).revision !== revision)
        throw new AppError("invalid-input", "revision: the line was changed meanwhile", {
          details: [{ field: "revision", message: "the line was changed meanwhile" }],
        });
      return { line: change(number, changed) };
    },
    "review.decide": ({ decision, reason = "", selection }) => {
      const { filter } = selection;
      const isSelected = (line: ReviewedLine) =>
        (!("lines" in selection) ||
          selection.lines.some(
            ({ identity, revision = line.revision }) =>
              line.identity === identity && isSameRevision(line.revision, revision),
          )) &&
        (!filter || isMatch(line, filter));
      const changed = lines.filter(isSelected).map(({ number, identity }) => {
        const { revision } = change(number, { decision, reason });
        return { number, identity, revision };
      });
      return { changed, problems: [] };
    },
    "review.setTexts": ({ texts }) => ({
      lines: texts.map(({ number, revision, target }) =>
        find(number).revision === revision
          ? { number, problem: "", revision: change(number, { target }).revision }
          : { number, problem: "revision: the line was changed meanwhile", revision: null },
      ),
    }),
    "review.editLines": ({ edit }) => {
      if (edit.kind === "undo") {
        lines.splice(0, lines.length, ...(edited[edit.id - 1] ?? []));
        return { id: edited.length + 1, lines: [] };
      }
      const line = find(edit.number);
      if (line.revision !== edit.revision)
        throw new AppError("invalid-input", "revision: the line was changed meanwhile", {
          details: [{ field: "revision", message: "the line was changed meanwhile" }],
        });
      const id = edited.push(lines.map((one) => ({ ...one })));
      const at = edit.number - 1;
      const added = { ...line, identity: 1_000_000_000 + id, lineId: `${line.lineId}-2` };
      if (edit.kind === "delete") lines.splice(at, 1);
      else if (edit.kind === "merge") {
        const [next] = lines.splice(at + 1, 1);
        Object.assign(line, { target: `${line.target} ${next?.target}`, endMs: next?.endMs });
      } else if (edit.kind === "split") {
        const [first, second] = [0, edit.textEnd].map((from, index) =>
          line.target.slice(from, index === 0 ? edit.textEnd : undefined).trim(),
        );
        lines.splice(at + 1, 0, { ...added, target: second ?? "", startMs: edit.atMs });
        Object.assign(line, { target: first, endMs: edit.atMs });
      } else {
        const { character, startMs, endMs, isBefore } = edit;
        lines.splice(isBefore ? at : at + 1, 0, {
          ...added,
          target: "",
          character,
          startMs,
          endMs,
        });
      }
      for (const [index, one] of lines.entries())
        Object.assign(one, { number: index + 1, revision: one.revision + revisionsOfLineSet });
      const made =
        edit.kind === "delete" ? [] : lines.slice(at, at + (edit.kind === "split" ? 2 : 1));
      return { id, lines: made };
    },
    "review.ignoreCheck": ({ number, check, isIgnored }) => {
      const line = find(number);
      const ignoredBy = isIgnored ? "Rosa" : null;
      line.checks = line.checks.map((finding) =>
        finding.name === check ? { ...finding, ignoredBy } : finding,
      );
      return { line };
    },
    "review.makeTakes": () => ({ queued: 1, skipped: 0 }),
    "review.addComment": () => undefined,
    "review.changeComment": () => undefined,
    "review.removeComment": () => undefined,
    "review.resolveComment": () => undefined,
    "review.preview": () => ({ state: "unavailable", progress: 0 }),
    "review.source": () => ({ facts: null, problem: "videoPath: the batch has no video" }),
    "review.comments": () => ({
      comments: lines
        .filter(({ comments }) => comments > 0)
        .map(({ number }) => commentOf({ id: `m${number}`, number })),
    }),
  };
}

/** Lines with times, 3 s each, and a take that begins with its line. */
export const timedLines = (count: number): ReviewedLine[] =>
  Array.from({ length: count }, (_, index) =>
    lineOf(index + 1, { startMs: index * 4_000 + 500, endMs: index * 4_000 + 3_500 }),
  );
