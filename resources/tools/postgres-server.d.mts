export function findPostgres(): string | null;

export interface PostgresServer {
  /** The folder of its data and its socket. */
  folder: string;
  /** The URL of a database of the server. */
  urlOf(database: string): string;
  /** Removes the folder too, unless it is kept. */
  stop(options?: { isKept?: boolean }): Promise<void>;
}

export function startPostgres(
  programs: string,
  options?: {
    settings?: Readonly<Record<string, string>>;
    isOwnGroup?: boolean;
    isOnDisk?: boolean;
  },
): Promise<PostgresServer>;
