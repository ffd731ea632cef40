/** The URL of a PostgreSQL database, which may contain a password. */
import { AppError } from "../common/errors";
import { readShort } from "../common/files";

const isPostgres = (url: string) => /^postgres(?:ql)?:\/\//.test(url);

/** @throws Error whose message does not contain the URL */
export function checkDatabaseArgument(url: string): string {
  if (!isPostgres(url)) throw new Error("--database must be a URL that begins with postgres://");
  // SECURITY: other users of the computer can read the arguments of a process.
  if (/^\w+:\/\/[^/:@]*:[^/@]+@|[?&]password=/.test(url))
    throw new Error(
      "--database must not contain a password: use --database-file or DUBYARD_DATABASE",
    );
  return url;
}

/**
 * The URL of an argument, of a file, or else of the environment; undefined for none.
 * @throws AppError "local-service-failed" for a file that cannot be read, or has no URL
 */
export function findDatabaseUrl(
  { database, databaseFile }: { database: string | undefined; databaseFile: string | undefined },
  environment = process.env,
): string | undefined {
  if (database !== undefined) return database;
  const source = databaseFile ?? "DUBYARD_DATABASE";
  const url = databaseFile === undefined ? environment["DUBYARD_DATABASE"] : readText(databaseFile);
  if (databaseFile === undefined && !url) return undefined;
  if (url === undefined || !isPostgres(url))
    throw new AppError("local-service-failed", `${source} has no URL that begins with postgres://`);
  return url;
}

const maxUrlBytes = 64 * 1024;

function readText(file: string): string {
  try {
    return readShort(file, maxUrlBytes).toString().trim();
  } catch (error) {
    throw new AppError("invalid-input", `--database-file: ${file} cannot be read`, {
      cause: error,
    });
  }
}
