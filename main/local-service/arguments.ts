/** The command line of the local service. */
import { isIP } from "node:net";
import path from "node:path";
import { toProblem } from "../common/errors";
import { stateFolder } from "../common/state-folder";
import {
  readBucketOptions,
  type BucketArguments,
  type BucketOptions,
} from "./objects/s3/bucket-options";
import { checkDatabaseArgument } from "./database-url";
import { readServeOptions, type Environment, type ServeValues } from "./serve-options";
import { nameText } from "./common/names";
import { isLoopback, loopback } from "./common/listen-address";
import { isNetwork } from "./common/sender-address";
import { serviceRoles, type ServiceRole } from "./common/service-roles";
import type { LocalServiceOptions, TeamOptions } from "./service-options";

export type ServiceArguments = Pick<
  LocalServiceOptions,
  "dataDir" | "packsFolder" | "port" | "durations" | "team" | "role"
> & {
  allowPrivateUrls: boolean;
  /** Fingerprints of external engines that may be used. */
  confirmedEngines: readonly string[];
  /** The parent process sends the external engines that may be used before the service starts. */
  awaitsGrants: boolean;
  mayRestoreCopy: boolean;
  acceptsRows: boolean;
  /** The file of the key that signs what was confirmed on this computer. */
  confirmationKeyFile: string;
  /** The folder of the records of workspaces that were used on this computer. */
  lastUsesFolder: string;
  /** The URL of a PostgreSQL database, without a password, or a file with one. */
  database: string | undefined;
  databaseFile: string | undefined;
  /** The port of the metrics; none without it. */
  metricsPort: number | undefined;
  /** The bucket of the objects; null for files below `dataDir`. */
  bucketArguments: BucketArguments | null;
  /** The file that gets the credentials of the administrator; undefined for stdout. */
  credentialsFile: string | undefined;
  /** Limit for running requests after a signal to stop, in milliseconds. */
  drainMs: number;
};

export const usage =
  "usage: serve --data DIR [--database URL | --database-file FILE] [--packs DIR] [--port N] [--metrics-port N] " +
  "[--drain SECONDS] [--url-life SECONDS] [--credentials-file FILE] " +
  "[--objects s3://BUCKET/PREFIX?endpoint=URL] [--objects-key-file FILE] [--work-dir DIR] [--work-bytes N] " +
  "[--token-life SECONDS] [--allow-private-urls] [--restore-copy] [--accept-rows] [--confirm-engine FINGERPRINT]... [--confirmation-key FILE] " +
  "[--role api|worker|api,worker] [--team NAME [--listen ADDRESS] [--public-url URL] [--tls-cert FILE --tls-key FILE] [--behind-proxy ADDRESS]...]";

const defaultDrainSeconds = 10;

const defaultKeyFile = () => path.join(stateFolder(process.env), "confirmation.key");
const lastUsesBeside = (keyFile: string) => path.join(path.dirname(keyFile), "last-uses");
/**
 * The folder of the records of workspaces for commands, and for `serve` with the usual key file.
 * The application gives its services a key file in its profile: their records are beside that one.
 */
export const commandLastUses = (): string => lastUsesBeside(defaultKeyFile());

/**
 * Parses the arguments after the program name, and the options that are in the environment; returns
 * an error message if they are invalid.
 */
export function readArguments(
  argv: readonly string[],
  environment: Environment = {},
): ServiceArguments | string {
  try {
    const values = readServeOptions(argv, environment);
    const urlLifeSeconds = parseInteger("--url-life", values["url-life"], 1, 7 * 24 * 3600);
    const accessTokenSeconds = parseInteger(
      "--token-life",
      values["token-life"],
      1,
      365 * 24 * 3600,
    );
    const confirmationKeyFile = path.resolve(values["confirmation-key"] ?? defaultKeyFile());
    return {
      ...readStore(values),
      packsFolder: values.packs === undefined ? undefined : path.resolve(values.packs),
      port: parseInteger("--port", values.port, 0, 65_535),
      metricsPort: parseInteger("--metrics-port", values["metrics-port"], 0, 65_535),
      drainMs: (parseInteger("--drain", values.drain, 0, 3600) ?? defaultDrainSeconds) * 1000,
      durations: {
        ...(urlLifeSeconds !== undefined && { urlLifeSeconds }),
        ...(accessTokenSeconds !== undefined && { accessTokenSeconds }),
      },
      team: readTeam({
        name: values.team,
        host: values.listen,
        publicUrl: values["public-url"],
        certificate: values["tls-cert"],
        key: values["tls-key"],
        proxies: values["behind-proxy"] ?? [],
      }),
      role: readRole(values.role),
      allowPrivateUrls: values["allow-private-urls"] ?? false,
      mayRestoreCopy: values["restore-copy"] ?? false,
      acceptsRows: values["accept-rows"] ?? false,
      credentialsFile: values["credentials-file"] && path.resolve(values["credentials-file"]),
      confirmedEngines: values["confirm-engine"] ?? [],
      awaitsGrants: values["awaits-grants"] ?? false,
      confirmationKeyFile,
      lastUsesFolder: lastUsesBeside(confirmationKeyFile),
    };
  } catch (error) {
    return toProblem(error).message;
  }
}

/** Where the rows and the objects of a workspace are. */
export type StoreArguments = Pick<
  ServiceArguments,
  "dataDir" | "database" | "databaseFile" | "bucketArguments"
>;

/** @throws Error whose message names the invalid option */
export function readStore(values: ServeValues): StoreArguments {
  if (!values.data) throw new Error("--data DIR is required");
  const onlyWithBucket = (["objects-key-file", "work-dir", "work-bytes"] as const).find(
    (name) => values[name] !== undefined && values.objects === undefined,
  );
  if (onlyWithBucket) throw new Error(`--${onlyWithBucket} needs --objects`);
  const { database, "database-file": databaseFile } = values;
  if (database !== undefined && databaseFile !== undefined)
    throw new Error("--database and --database-file cannot be combined");
  return {
    dataDir: values.data,
    database: database === undefined ? undefined : checkDatabaseArgument(database),
    databaseFile: databaseFile === undefined ? undefined : path.resolve(databaseFile),
    bucketArguments:
      values.objects === undefined
        ? null
        : {
            objectsUrl: values.objects,
            objectsKeyFile: values["objects-key-file"],
            workDir: values["work-dir"] && path.resolve(values["work-dir"]),
            workBytes: parseInteger("--work-bytes", values["work-bytes"], 1, 2 ** 50),
          },
  };
}

interface TeamValues {
  name: string | undefined;
  host: string | undefined;
  publicUrl: string | undefined;
  certificate: string | undefined;
  key: string | undefined;
  proxies: readonly string[];
}

/** The options of a server that several persons use. */
function readTeam(values: TeamValues): TeamOptions | undefined {
  const { name, host = loopback.host, publicUrl, certificate, key, proxies } = values;
  if (name === undefined) {
    const others = [values.host, publicUrl, certificate, key, proxies[0]];
    if (others.every((value) => value === undefined)) return undefined;
    throw new Error(
      "--listen, --public-url, --tls-cert, --tls-key and --behind-proxy need --team NAME",
    );
  }
  if (!nameText.safeParse(name).success)
    throw new Error("--team must be the name of the server, in one line");
  if (isIP(host) === 0) throw new Error("--listen must be an address of this computer");
  if ((certificate === undefined) !== (key === undefined))
    throw new Error("--tls-cert and --tls-key must be given together");
  for (const proxy of proxies)
    if (!isNetwork(proxy))
      throw new Error("--behind-proxy must be an address, or a network such as 10.0.0.0/8");
  // SECURITY: tokens and secrets are not sent in the clear over a network.
  if (!isLoopback(host) && certificate === undefined && proxies.length === 0)
    throw new Error("--listen needs --tls-cert and --tls-key, or --behind-proxy with TLS");
  if (!isLoopback(host) && publicUrl === undefined)
    throw new Error("--listen needs --public-url, the origin that clients use");
  const tls =
    certificate === undefined || key === undefined
      ? null
      : { certificate: path.resolve(certificate), key: path.resolve(key) };
  const publicOrigin = publicUrl === undefined ? null : readOrigin(publicUrl);
  return { name, address: { host, publicOrigin, tls }, proxies };
}

function readRole(text: string | undefined): ServiceRole | undefined {
  if (text === undefined) return undefined;
  const given = text.split(",").map((part) => part.trim());
  const role = serviceRoles.find((one) => one === given.toSorted().join(","));
  if (!role) throw new Error(`--role must be one of ${serviceRoles.join(" or ")}`);
  return role;
}

function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url?.pathname === "/" && url.search === "" && url.hash === "";
  const isSafe = url?.protocol === "https:" || isLoopback(url?.hostname ?? "");
  if (!url || !isPlain || !isSafe || url.username !== "")
    throw new Error("--public-url must be an origin such as https://dub.example.org");
  return url.origin;
}

function parseInteger(name: string, text: string | undefined, min: number, max: number) {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new Error(`${name} must be a whole number from ${min} to ${max}`);
  return value;
}

/** @throws AppError "invalid-input" */
export const bucketOf = ({
  bucketArguments: given,
}: Pick<ServiceArguments, "bucketArguments">): BucketOptions | undefined =>
  given === null ? undefined : readBucketOptions(given, process.env);
