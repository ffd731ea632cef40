/** Why an external engine failed. */
import { EngineError } from "../ports";

export type ExternalProblem =
  | "not-started"
  | "exit"
  | "deadline"
  | "too-large"
  | "not-wav"
  | "truncated"
  | "empty"
  | "silent"
  | "unexpected"
  | "key-missing"
  | "key-refused"
  | "rejected"
  | "busy"
  | "server-error"
  | "redirect"
  | "unreachable";

/**
 * The message is stored with the line. `detail` is text of the engine, for the user who tests it;
 * it is not stored.
 */
export class ExternalError extends EngineError {
  readonly problem: ExternalProblem;
  readonly detail: string;
  constructor(problem: ExternalProblem, message: string, detail = "") {
    super(message);
    this.problem = problem;
    this.detail = detail;
  }
}
