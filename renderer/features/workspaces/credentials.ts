import type { AuthScheme, ErrorCode } from "../../../preload/model";
import { fieldIssues, toProblem } from "../../app/api";
import { problemText } from "../../app/problem-text";
import { t } from "../../app/strings";

/** The fields of the forms about credentials. */
export interface Credentials {
  name: string;
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  authScheme: AuthScheme;
}
export type FieldErrors = Partial<Record<keyof Credentials, string>>;

/** What is missing or plainly wrong before anything is asked of the service. */
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
  if (fields.includes("baseUrl") && !errors.baseUrl && !isWebAddress(values.baseUrl))
    errors.baseUrl = t.firstRun.badUrl;
  return errors;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text.trim()) && /^https?:$/.test(new URL(text.trim()).protocol);
}

/** The host as a name to begin with. */
export function nameFromAddress(baseUrl: string): string {
  return URL.canParse(baseUrl.trim()) ? new URL(baseUrl.trim()).hostname : "";
}

/** Refusals that most often mean a wrong address. */
const addressCodes: readonly ErrorCode[] = [
  "unreachable",
  "timeout",
  "certificate",
  "not-found",
  "unexpected-answer",
];

/**
 * Where a refusal belongs: beside the fields it names where the form has them (`own`), or as a sentence below the form.
 */
export function placeRefusal(
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
  else if (addressCodes.includes(problem.code) && own.includes("baseUrl"))
    fields.baseUrl = t.problem(problem);
  return { fields, text: Object.keys(fields).length > 0 ? "" : problemText(problem) };
}
