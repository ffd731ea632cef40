import type { UpdateRefusal } from "../../../preload/facts/updates";

/** A list of releases or a file was refused. The message is for the log. */
export class UpdateRefused extends Error {
  readonly refusal: UpdateRefusal;

  constructor(refusal: UpdateRefusal, message: string) {
    super(message);
    this.name = "UpdateRefused";
    this.refusal = refusal;
  }
}
