/** Lines of a review for tests of the window, in a local workspace that offers it. */
import type { LineChange, LineTake, ReviewedLine } from "../../preload/contract/review";
import { lineStates } from "../../preload/facts/review";
import { AppError } from "../../main/common/errors";
import type { Overrides } from "./overrides";

export const lineOf = (number: number, fields: Partial<ReviewedLine> = {}): ReviewedLine => ({
  number,
  lineId: `L${number}`,
  characterId: "c-1",
  character: number % 2 === 0 ? "BRUNO" : "ANNA",
  characterVoice: "Ashley",
  source: `Source of line ${number}`,
  target: `Text of line ${number}`,
  startMs: null,
  endMs: null,
  state: "ready",
  takes: 1,
  chosen: { id: number * 10, variant: 0, durationMs: 1_840, speed: 1, checks: [] },
  comments: 0,
  revision: 0,
  voice: null,
  offsetMs: 0,
  fit: "auto",
  decision: null,
  reason: "",
  decidedBy: "",
  ...fields,
});

const takeOf = (line: ReviewedLine): LineTake => ({
  ...{ id: line.number * 10, variant: 0, state: "made", isChosen: true, problem: "" },
  ...{ voice: "Ashley", durationMs: 1_840, speed: 1, loudness: -23.4, checks: [] },
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
    chosen: { id: 50, variant: 0, durationMs: 2_000, speed: 1.42, checks: ["fast"] },
  }),
  lineOf(6, { state: "failed", chosen: null, takes: 0 }),
];

/** A service of these lines: changes take effect, and a change with another revision is rejected. */
export function withReview(lines: ReviewedLine[]): Overrides {
  const find = (number: number) => {
    const found = lines.find((line) => line.number === number);
    if (!found) throw new AppError("not-found", "unknown line");
    return found;
  };
  function change(
    number: number,
    { decision, target, offsetMs, fit, voice }: LineChange,
  ): ReviewedLine {
    const line = find(number);
    line.revision += 1;
    if (target !== undefined && target !== line.target)
      Object.assign(line, { target, state: "stale", chosen: null, takes: 0 });
    if (offsetMs !== undefined) line.offsetMs = offsetMs;
    if (fit !== undefined) line.fit = fit;
    if (voice !== undefined) line.voice = voice;
    if (decision !== undefined) Object.assign(line, { decision, state: decision ?? "ready" });
    return line;
  }
  return {
    "workspaces.list": async (input, real) =>
      (await real(input)).map((workspace) => ({
        ...workspace,
        extensions: [...workspace.extensions, "review"],
      })),
    "review.list": ({ filter, offset, limit }) => {
      const found = lines.filter(
        ({ state, target }) =>
          (filter.states.length === 0 || filter.states.includes(state)) &&
          target.includes(filter.search),
      );
      return { lines: found.slice(offset, offset + limit), total: found.length };
    },
    "review.summary": () => ({
      languages: [
        {
          ...{ languageId: "fr-fr", lines: lines.length },
          states: Object.fromEntries(
            lineStates.map((state) => [state, lines.filter((line) => line.state === state).length]),
          ),
        },
      ],
    }),
    "review.line": ({ number }) => {
      const line = find(number);
      return {
        line,
        takes: line.chosen ? [takeOf(line)] : [],
        comments:
          line.comments > 0
            ? [
                {
                  ...{ id: "m1", number, text: "Please slower", by: "Rosa", isResolved: false },
                  atMs: null,
                  createdAt: 1_700_000_000_000,
                },
              ]
            : [],
      };
    },
    "review.change": ({ number, revision, change: changed }) => {
      if (find(number).revision !== revision)
        throw new AppError("invalid-input", "revision: the line was changed meanwhile", {
          details: [{ field: "revision", message: "the line was changed meanwhile" }],
        });
      return { line: change(number, changed) };
    },
    "review.decide": ({ decision }) => {
      const ready = lines.filter(({ state }) => state === "ready");
      for (const { number } of ready) change(number, { decision });
      return { changed: ready.length, problems: [] };
    },
    "review.makeTakes": () => ({ queued: 1, skipped: 0 }),
    "review.addComment": () => undefined,
    "review.source": () => ({ facts: null, problem: "videoPath: the batch has no video" }),
    "review.comments": () => ({ comments: [] }),
  };
}

/** Lines with times, 3 s each, and a take that begins with its line. */
export const timedLines = (count: number): ReviewedLine[] =>
  Array.from({ length: count }, (_, index) =>
    lineOf(index + 1, { startMs: index * 4_000 + 500, endMs: index * 4_000 + 3_500 }),
  );
