/** Scripts on this computer that a request names. */
import { AppError, invalidFields } from "../../../common/errors";

/** A script on this computer, and the options to read it. */
export interface LocalScript {
  path: string;
  languageCode: string;
  speakerSeparator: string;
  /** Which kinds of text are lines, as in `formatKinds`; absent for the defaults. */
  lineKinds?: string | undefined;
}

export const invalidScript = ({ field }: { field: string }, message: string) =>
  invalidFields([{ field, message }]);

/**
 * Runs `work` on a script's file. An error of the file rejects as "invalid-input" with the field of
 * the script.
 */
export async function withField<T>(script: { field: string }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isOfFile = error instanceof AppError && error.code.startsWith("file-");
    throw isOfFile ? invalidScript(script, error.code) : error;
  }
}
