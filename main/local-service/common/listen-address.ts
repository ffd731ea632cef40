/** Where a service listens, and how its clients reach it. */
import { stat } from "node:fs/promises";
import type { SecureContextOptions } from "node:tls";
import { AppError } from "../../common/errors";
import { readSmallFile } from "../../common/files";

export interface TlsFiles {
  certificate: string;
  key: string;
  /** How often they are looked at, in milliseconds; default 60,000. */
  checkMs?: number;
}

export interface ListenAddress {
  /** An address of this computer. */
  host: string;
  /** The origin that clients use, such as "https://dub.example.org"; null: that of `host`. */
  publicOrigin: string | null;
  /** Null for plain HTTP: on loopback, or behind a proxy. */
  tls: TlsFiles | null;
}

export const loopback: ListenAddress = { host: "127.0.0.1", publicOrigin: null, tls: null };

export const isLoopback = (host: string): boolean =>
  host === "::1" || host === "localhost" || /^127\./.test(host);

const maxTlsBytes = 1024 ** 2;

/** @throws AppError "local-service-failed" for files that cannot be read */
export function readTlsFiles({
  certificate,
  key,
}: TlsFiles): Pick<SecureContextOptions, "cert" | "key"> {
  try {
    return {
      cert: readSmallFile(certificate, maxTlsBytes),
      key: readSmallFile(key, maxTlsBytes),
    };
  } catch (cause) {
    throw new AppError("local-service-failed", "the files of the certificate cannot be read", {
      cause,
    });
  }
}

/** Changes when a file is replaced. */
export async function versionOf({ certificate, key }: TlsFiles): Promise<string> {
  const both = await Promise.all([stat(certificate), stat(key)]);
  return both.map(({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`).join(" ");
}
