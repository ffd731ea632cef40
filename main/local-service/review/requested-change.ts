/** What is stored for a change that a reviewer requests. */
import { findVoice } from "../engines/engines";
import { voiceIn } from "../catalogue/voices";
import { variantCount } from "../engine/speech/expression";
import { HttpError } from "../common/http-error";
import { maxReviewedLines } from "../../../preload/facts/review";
import type {
  ChosenTake,
  ReviewChange,
  ReviewedLanguage,
  ReviewedLine,
} from "../rows/review/review-port";
import { createSharedValues } from "./shared-values";
import type { LineChange } from "../../../preload/local-service/review";
import type { Engines } from "../engines/engines";
import type { TakeRows } from "../rows/dubs/dub-port";

/** A change that a reviewer requests; `by` is the name of the reviewer. */
export type RequestedChange = LineChange & { by?: string | undefined };

export interface RequestedChangesDeps {
  store: Pick<TakeRows, "listTakes">;
  engines: () => Engines;
}

/** The take, the placement and the level to which a decision applies. */
const decisionKeyOf = (
  { key, variant }: { key: string; variant: number },
  { offsetMs, levelDb }: Pick<ReviewedLine, "offsetMs" | "levelDb">,
) => [key, variant, offsetMs, ...(levelDb === 0 ? [] : [Math.round(10 * levelDb)])].join(":");

/** Whether the same person has already decided the line so, or it has no decision to remove. */
export const isDecidedSo = (
  line: ReviewedLine,
  { decision, reason = "", by = "" }: RequestedChange,
): boolean =>
  decision === null
    ? line.decision === null
    : line.state === decision && line.reason === reason && line.decidedBy === by;

/** Creates the translation of requested changes of a line to what is stored. */
export function createRequestedChanges(
  { store, engines }: RequestedChangesDeps,
  sharedValues: ReturnType<typeof createSharedValues>,
) {
  function checkVoice(voice: string, languageId: string): void {
    const found = findVoice(engines(), voice);
    if (!found) throw new HttpError(400, `voice: there is no voice "${voice}"`);
    if (!voiceIn(found, languageId))
      throw new HttpError(400, `voice: "${voice}" does not speak ${languageId}`);
  }

  /** A present take of the line. */
  async function requireTake(
    { batchId, languageId }: ReviewedLanguage,
    number: number,
    takeId: number,
  ): Promise<Pick<ChosenTake, "key" | "variant" | "sha256" | "isOutdated">> {
    const after = { number: number - 1, variant: maxReviewedLines };
    const takes = await store.listTakes(batchId, languageId, after, variantCount);
    const take = takes.find((one) => one.id === takeId && one.number === number);
    if (take?.state !== "made")
      throw new HttpError(409, "takeId: is no take of the present text and voice of this line");
    return { ...take, sha256: take.sha256 ?? "", isOutdated: false };
  }

  /** What is stored for a requested change. */
  async function toChange(
    language: ReviewedLanguage,
    line: ReviewedLine,
    requested: RequestedChange,
  ): Promise<ReviewChange> {
    const { target, takeId, decision, reason, by = "", ...others } = requested;
    const { startMs, endMs, character, source, emotion, intensity, ...values } = others;
    const { voice, offsetMs, levelDb } = values;
    if (target?.trim() === "") throw new HttpError(400, "target: must not be empty");
    if (voice !== undefined && voice !== null) checkVoice(voice, language.languageId);
    const shared = await sharedValues.toShared(language, line, {
      startMs,
      endMs,
      character,
      source,
      emotion,
      intensity,
    });
    const change: ReviewChange = { by, target, shared, ...values };
    const chosen =
      takeId === undefined || takeId === line.chosen?.id
        ? line.chosen
        : await requireTake(language, line.number, takeId);
    if (chosen && chosen !== line.chosen) change.chosenVariant = chosen.variant;
    if (decision === undefined) return change;
    if (decision === null) {
      const none = { decision, decisionKey: null, decisionSha256: null, reason: "" };
      return { ...change, ...none, decidedBy: "" };
    }
    if (!chosen) throw new HttpError(409, "decision: the line has no take");
    if (chosen.isOutdated)
      throw new HttpError(409, "decision: the take is outdated; make it again");
    const decisionKey = decisionKeyOf(chosen, {
      offsetMs: offsetMs ?? line.offsetMs,
      levelDb: levelDb ?? line.levelDb,
    });
    const decided = { decision, decisionKey, decisionSha256: chosen.sha256, reason: reason ?? "" };
    return { ...change, ...decided, decidedBy: by };
  }

  return toChange;
}
