/** Dispatches calls of the contract: look up, parse, run, strip, wrap. Independent of Electron. */
import { z } from "zod";
import { calls, type Handlers, type Reply } from "../../preload/contract";
import { AppError, toProblem } from "../common/errors";
import type { Log } from "../common/log";

interface Call {
  input: z.ZodType;
  output: z.ZodType;
}
type Handler = (input: unknown) => unknown;

/** "plans.create" → the call's schemas and handler, own properties only. */
function find(handlers: Handlers, name: string): { call: Call; handler: Handler } | null {
  const [group = "", method = "", ...rest] = name.split(".");
  // SECURITY: own properties only, so that "constructor.constructor" is an unknown call.
  if (rest.length > 0 || !Object.hasOwn(calls, group) || !Object.hasOwn(handlers, group))
    return null;
  const groupCalls = (calls as Record<string, Record<string, Call>>)[group];
  const groupHandlers = (handlers as unknown as Record<string, Record<string, Handler>>)[group];
  if (!groupCalls || !groupHandlers) return null;
  if (!Object.hasOwn(groupCalls, method) || !Object.hasOwn(groupHandlers, method)) return null;
  const call = groupCalls[method];
  const handler = groupHandlers[method];
  return call && handler ? { call, handler } : null;
}

/** Runs one call of the renderer. Never rejects: a failure is returned with its code. */
export async function dispatch(
  handlers: Handlers,
  name: unknown,
  input: unknown,
  log: Log,
): Promise<Reply> {
  try {
    const found = typeof name === "string" ? find(handlers, name) : null;
    if (!found) throw new AppError("unknown-call", `no call named ${String(name).slice(0, 100)}`);
    const parsed = found.call.input.safeParse(input);
    if (!parsed.success) {
      throw new AppError("invalid-input", z.prettifyError(parsed.error), {
        details: parsed.error.issues.map((issue) => ({
          field: issue.path.map(String).join("."),
          message: issue.message,
        })),
      });
    }
    const output = await found.handler(parsed.data);
    // SECURITY: what the schema does not name (a token, a signed URL) is stripped here.
    return { ok: true, value: found.call.output.parse(output) };
  } catch (error) {
    const { code, message } = toProblem(error);
    if (code === "internal") log.error(`contract: ${String(name)} failed`, error);
    const details = error instanceof AppError ? error.details : undefined;
    // The text of an unexpected error may contain private data: the window gets the code, the log
    // the rest.
    const safeMessage = code === "internal" ? "internal error" : message;
    return { ok: false, error: { code, message: safeMessage, ...(details ? { details } : {}) } };
  }
}
