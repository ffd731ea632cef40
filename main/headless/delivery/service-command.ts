/** What the commands have in common that call a service with credentials of the environment. */
import { AppError, toProblem } from "../../common/errors";
import { printable } from "../../common/printable";
import { createRemote, type Remote } from "../../remote/remote";
import type { ServiceArguments } from "../arguments";
import { exit } from "../exit-codes";

/**
 * Runs `work` with a client of the service, until it ends or the process is interrupted. Resolves with its exit code; 1
 * after a failure, 2 for invalid arguments, 130 if interrupted. `read` throws AppError "invalid-input".
 */
export async function runWithService<Options extends ServiceArguments>(
  name: string,
  read: () => Options,
  work: (remote: Remote, options: Options, signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const stop = new AbortController();
  const interrupt = () => stop.abort(new AppError("internal", "interrupted"));
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  let remote: Remote | null = null;
  try {
    const options = read();
    const { baseUrl, clientId, clientSecret, routes } = options;
    remote = createRemote({
      connection: () => Promise.resolve({ baseUrl, clientId, clientSecret, authScheme: "raw" }),
      routes,
    });
    return await work(remote, options, stop.signal);
  } catch (error) {
    if (stop.signal.aborted) return exit.interrupted;
    const { code, message } = toProblem(error);
    const suffix = code === "invalid-input" ? "" : ` (${code})`;
    process.stderr.write(`dubyard ${name}: ${printable(message)}${suffix}\n`);
    return code === "invalid-input" ? exit.usage : exit.failed;
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
    await remote?.close();
  }
}

/** @throws AppError if the service does not announce the extension. */
export async function requireExtension(remote: Remote, extension: string): Promise<void> {
  const { extensions } = await remote.extensions.announced();
  if (!extensions.includes(extension))
    throw new AppError("invalid-input", `--base-url: the service does not offer "${extension}"`);
}
