/** The local service in a terminal. */
import { AppError, toProblem } from "../common/errors";
import { requireReplaceable } from "../common/files";
import { createLog } from "../common/log";
import { printable } from "../common/printable";
import { allowsEngine, type Policies } from "../common/policies";
import type { Programs } from "../common/processes/programs";
import { UnexpectedError, untilUnexpectedError } from "../common/processes/unexpected-errors";
import { pause } from "../common/retry";
import type { Log } from "../common/log";
import { loadConfirmationKey } from "./common/confirmations";
import { noGrants, type ExternalGrants } from "../common/external-grants";
import type { Routes } from "../remote/http/routes";
import { environmentRoutes } from "../remote/http/environment-routes";
import { bucketOf, readArguments, usage, type ServiceArguments } from "./arguments";
import { findDatabaseUrl } from "./database-url";
import { engineStarter, mediaStarter } from "./engine/create-engine";
import { privateFileMode } from "../common/private-files";
import { writeFileDurably } from "./objects/files";
import { createLocalService, type LocalService } from "./server";
import { onStopSignal } from "../common/processes/stop-signals";

/**
 * Keys of external engines, by id: DUBYARD_KEY_ID, the id in upper case with "_" instead of "-".
 */
function environmentKeys(environment = process.env): Record<string, string> {
  const prefix = "DUBYARD_KEY_";
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, key]) =>
      name.startsWith(prefix) && key
        ? [[name.slice(prefix.length).toLowerCase().replaceAll("_", "-"), key]]
        : [],
    ),
  );
}

/** The external engines that may be used; null if the arguments name one that is not allowed. */
function grantsOf(
  { confirmedEngines }: Pick<ServiceArguments, "confirmedEngines">,
  policies: Policies,
): ExternalGrants | null {
  if (allowsEngine(policies, "external"))
    return { confirmed: [...confirmedEngines], keys: environmentKeys() };
  return confirmedEngines.length > 0 ? null : noGrants;
}

/**
 * Limit of the close of a service after an unexpected error, in milliseconds. What was confirmed is
 * stored already.
 */
const closeLimitMs = 5_000;

/**
 * Closes a service whose state is not known: its programs end, and the folder is free. Never
 * rejects.
 */
export async function closeInTime(service: Pick<LocalService, "close"> | null, log: Log) {
  const closing = service?.close().catch((error: unknown) => log.error("not closed", error));
  await Promise.race([closing, pause(closeLimitMs)]);
}

/**
 * A second signal ends the wait for running requests, unless it follows the first within this many
 * milliseconds: npm passes on a signal that the terminal sends to the whole process group.
 */
const sameSignalMs = 500;

/**
 * Runs the service until SIGTERM or SIGINT. The first line on stdout is
 * {"baseUrl","clientId","clientSecret"}, with "metricsUrl" if there is a port for metrics, and
 * without the credentials if a file gets them; everything else goes to stderr. Resolves with the
 * exit code: 0 stopped by a signal, 1 could not start, an unexpected error, a database that another
 * service uses, or what the administrator of the computer does not allow, 2 invalid arguments.
 *
 * After a signal the service is not ready; running requests have `--drain` seconds to end, or until
 * another signal.
 */
export async function serve(
  argv: string[],
  {
    bundles,
    programs,
    policies: readPolicies,
  }: { bundles: string; programs: Programs; policies: () => Policies },
): Promise<number> {
  const options = readArguments(argv, process.env);
  if (typeof options === "string") {
    process.stderr.write(`${options}\n${usage}\n`);
    return 2;
  }
  const policies = readPolicies();
  const grants = grantsOf(options, policies);
  if (grants === null) {
    const message = "--confirm-engine: the administrator allows no external engines";
    process.stderr.write(`forbidden-by-policy: ${message}\n`);
    return 1;
  }
  const log = createLog((_level, line) => process.stderr.write(`${line}\n`));
  let routes: Routes;
  try {
    routes = environmentRoutes(process.env, policies, log);
  } catch (error) {
    process.stderr.write(`${toProblem(error).message}\n`);
    return 2;
  }
  // Registered before the start, so that a signal during it still closes the service properly.
  const hurry = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    let firstAt: number | null = null;
    onStopSignal(() => {
      const at = performance.now();
      firstAt ??= at;
      if (at - firstAt > sameSignalMs) hurry.abort();
      resolve();
    });
  });
  let service: LocalService | null = null;
  let onDatabaseLost = (_error: AppError): void => undefined;
  const databaseLost = new Promise<never>((_resolve, reject) => (onDatabaseLost = reject));
  // It may be rejected before the service has started.
  databaseLost.catch(() => undefined);
  const run = async () => {
    if (options.credentialsFile !== undefined) await requireReplaceable(options.credentialsFile);
    service = await createLocalService({
      ...options,
      bucket: bucketOf(options),
      databaseUrl: findDatabaseUrl(options),
      confirmationKey: await loadConfirmationKey(options.confirmationKeyFile, log),
      onDatabaseLost,
      operations: { metricsPort: options.metricsPort },
      externalGrants: grants,
      mayInstallPacks: allowsEngine(policies, "packs"),
      routes,
      log,
      launchReader: (limits) => programs.launch("reader", limits),
      startEngine: engineStarter(bundles, programs),
      startMedia: mediaStarter(bundles, programs),
    });
    const { baseUrl, clientId, clientSecret } = service;
    const metricsUrl = service.metricsUrl ?? undefined;
    const credentials = { clientId, clientSecret };
    if (options.credentialsFile !== undefined)
      await writeFileDurably(
        options.credentialsFile,
        Buffer.from(`${JSON.stringify({ baseUrl, ...credentials })}\n`),
        privateFileMode,
      );
    const shown = options.credentialsFile === undefined ? credentials : {};
    process.stdout.write(`${JSON.stringify({ baseUrl, ...shown, metricsUrl })}\n`);
    await Promise.race([stopped, databaseLost]);
    const limit = setTimeout(() => hurry.abort(), options.drainMs);
    const ended = await service.drain(hurry.signal);
    clearTimeout(limit);
    if (ended > 0) log.warn(`serve: running requests are ended: ${ended}`);
    await service.close();
    return 0;
  };
  try {
    return await untilUnexpectedError(run);
  } catch (error) {
    if (error instanceof UnexpectedError) {
      log.error("serve: ends after an unexpected error", error.cause);
      await closeInTime(service, log);
      return 1;
    }
    const { code, message } = toProblem(error);
    process.stderr.write(`${error instanceof AppError ? `${code}: ` : ""}${printable(message)}\n`);
    await closeInTime(service, log);
    return 1;
  }
}
