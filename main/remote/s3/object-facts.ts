/** What the responses of a bucket say of an object. */
import { AppError } from "../../common/errors";

/** Without quotes. The MD5 of the bytes, unless they were stored in parts or are encrypted. */
export type Etag = string;

export interface ObjectFacts {
  /** Bytes. */
  size: number;
  etag: Etag;
}

/** The error of an object that is missing, or of an upload. */
export const isMissing = (error: unknown) =>
  error instanceof AppError && error.code === "not-found" && !Array.isArray(error.details);
/** The HTTP status of an error; undefined for one that is not of a response. */
export const statusOf = (error: unknown) =>
  error instanceof AppError
    ? (error.details as { status?: number } | undefined)?.status
    : undefined;
export const withoutQuotes = (etag: string) => etag.trim().replace(/^"(.*)"$/, "$1");

type Headers = Readonly<Record<string, string | string[] | undefined>>;
/** "" without one. */
export const headerOf = (headers: Headers, name: string): string => {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? "";
};

export function factsOf(headers: Headers): ObjectFacts {
  const total = /\/(\d+)$/.exec(headerOf(headers, "content-range"))?.[1];
  const size = Number(total ?? (headerOf(headers, "content-length") || "NaN"));
  if (!Number.isSafeInteger(size))
    throw new AppError("unexpected-answer", "the storage service names no size of an object");
  return { size, etag: withoutQuotes(headerOf(headers, "etag")) };
}
