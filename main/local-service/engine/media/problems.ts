/**
 * Why media cannot be processed, for users. The texts contain no paths and no output of programs; a
 * field name can precede them.
 */
import { messageText, type MessageCode } from "../../../../preload/facts/service-messages";
import { EngineError } from "../ports";
import { maxMediaMs, maxStreams } from "./limits";

type ProblemOf<C> = C extends `media-${infer Problem}` ? Problem : never;
/** The messages about media, among them those of each `MediaProblem`. */
type Problem = ProblemOf<MessageCode>;

const values = { count: maxStreams, hours: maxMediaMs / 3_600_000 };
const textOf = (problem: Problem) => messageText(`media-${problem}`, values);

export const mediaError = (problem: Problem) => new EngineError(textOf(problem));
/** Whether an error is that of `mediaError(problem)`. */
export const isProblem = (error: unknown, problem: Problem): boolean =>
  error instanceof EngineError && error.message === textOf(problem);
export const unavailableReason = textOf("unavailable");
export const noPreviewReason = textOf("no-preview-program");
