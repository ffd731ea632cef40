/** What the commands have in common that call a service with credentials of the environment. */
import type { ExtensionName } from "../../../preload/facts/extensions";
import { AppError } from "../../common/errors";
import { createRemote, type Remote } from "../../remote/remote";
import type { ServiceArguments } from "../arguments";
import { runCommand, type CommandContext } from "../run-command";

interface ServiceCommand<Options> {
  name: string;
  argv: readonly string[];
  /** Throws AppError "invalid-input". */
  read: () => Options;
  /** Resolves with the exit code. */
  work: (remote: Remote, options: Options, context: CommandContext) => Promise<number>;
}

/**
 * Runs a command with a client of the service, which is closed at its end. Resolves with the exit
 * code of `runCommand`.
 */
export const runWithService = <Options extends ServiceArguments>({
  name,
  argv,
  read,
  work,
}: ServiceCommand<Options>): Promise<number> =>
  runCommand({
    name,
    argv,
    read,
    async work(options, context) {
      const { baseUrl, clientId, clientSecret, routes } = options;
      const remote = createRemote({
        connection: () => Promise.resolve({ baseUrl, clientId, clientSecret, authScheme: "raw" }),
        routes,
      });
      try {
        return await work(remote, options, context);
      } finally {
        await remote.close();
      }
    },
  });

/**
 * @throws AppError if the service does not announce the extension. `argument`: names the service in
 * the message.
 */
export async function requireExtension(
  remote: Remote,
  extension: ExtensionName,
  argument = "--base-url",
): Promise<void> {
  const { extensions } = await remote.extensions.announced();
  if (!extensions.includes(extension))
    throw new AppError("not-offered", `${argument}: the service does not offer "${extension}"`);
}
