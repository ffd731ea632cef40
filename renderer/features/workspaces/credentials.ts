import { suggestsWrongUrl } from "../../../preload/facts/errors";
import type { AuthScheme } from "../../../preload/model";
import { fieldIssues, toProblem } from "../../app/api";
import { problemText } from "../../app/messages/problem-text";
import { t } from "../../app/strings";

/** The values of the credential forms. */
export interface Credentials {
  name: string;
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  authScheme: AuthScheme;
}
export type FieldErrors = Partial<Record<keyof Credentials, string>>;

/** The errors that can be found without the service: empty fields and an invalid URL. */
export function checkCredentials(
  values: Credentials,
  fields: readonly (keyof Credentials)[],
): FieldErrors {
  const errors: FieldErrors = {};
  const labels: FieldErrors = {
    baseUrl: t.firstRun.baseUrl,
    clientId: t.firstRun.clientId,
    clientSecret: t.firstRun.clientSecret,
  };
  for (const field of fields) {
    const label = labels[field];
    if (label && values[field].trim() === "") errors[field] = t.firstRun.required(label);
  }
  if (fields.includes("baseUrl") && !errors.baseUrl && !isWebUrl(values.baseUrl))
    errors.baseUrl = t.firstRun.badUrl;
  return errors;
}

function isWebUrl(text: string): boolean {
  return URL.canParse(text.trim()) && /^https?:$/.test(new URL(text.trim()).protocol);
}

/** The default workspace name: the host of its URL. */
export function nameFromUrl(baseUrl: string): string {
  return URL.canParse(baseUrl.trim()) ? new URL(baseUrl.trim()).hostname : "";
}

/**
 * Assigns an error to the fields it names, as far as the form has them (`own`), or to the text
 * below the form.
 */
export function assignError(
  error: unknown,
  own: readonly (keyof Credentials)[],
): { fields: FieldErrors; text: string } {
  const fields: FieldErrors = {};
  for (const { field, message } of fieldIssues(error)) {
    const name = own.find((one) => one === field);
    if (name) fields[name] = t.rule(message);
  }
  const problem = toProblem(error);
  if (problem.code === "token-refused") fields.clientSecret = t.firstRun.refused;
  else if (suggestsWrongUrl(problem.code) && own.includes("baseUrl"))
    fields.baseUrl = t.problem(problem);
  return { fields, text: Object.keys(fields).length > 0 ? "" : problemText(problem) };
}
