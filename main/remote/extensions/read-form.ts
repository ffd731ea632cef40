/** Parses the responses of the extensions by the forms that the local service describes too. */
import type { z } from "zod";
import { clean } from "../../../preload/facts/shown-text";
import { AppError } from "../../common/errors";
import type { Http } from "../http/http";
import type { CallOptions } from "../http/call-options";
import { readWhole } from "../http/read-whole";

/** Base path of the extensions. */
export const local = "/local";

/**
 * @throws AppError for a response of another form: what is wrong never counts as empty. SECURITY:
 * the names of fields are the service's.
 */
export function readForm<Form extends z.ZodType>(form: Form, response: unknown): z.output<Form> {
  const parsed = form.safeParse(response);
  if (parsed.success) return parsed.data;
  const field = clean(parsed.error.issues[0]?.path.map(String).join(".") ?? "", 100);
  const named = field === "" ? "" : ` (${field})`;
  throw new AppError("unexpected-answer", `the response has an unexpected format${named}`);
}

type Call = Pick<CallOptions, "path"> & Partial<CallOptions>;

/** A client that sends a call, by default a GET, and parses the response by a form. */
export const createReader =
  (http: Pick<Http, "json">) =>
  async <Form extends z.ZodType>(form: Form, call: Call): Promise<z.output<Form>> =>
    readForm(form, await http.json({ method: "GET", isRepeatable: true, ...call }));

/** The bytes of a response. Rejects for more than `limit`. */
export async function readBytes(
  http: Pick<Http, "stream">,
  path: string,
  limit: number,
): Promise<Uint8Array> {
  const options = { method: "GET", path, isRepeatable: true, mayBeInStorage: true } as const;
  return readWhole(await http.stream(options), limit);
}
