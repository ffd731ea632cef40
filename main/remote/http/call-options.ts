/** A request to a service. */
export interface CallOptions {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path relative to the base URL. Begins with "/"; its segments are already encoded. */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  /** A binary body, sent unchanged. Replaces the JSON body. */
  bytes?: Uint8Array;
  /** Additional headers. */
  headers?: Readonly<Record<string, string>>;
  /**
   * Whether the request is idempotent. Only idempotent requests are retried after a lost response.
   */
  isRepeatable: boolean;
  /**
   * The service may refer to its storage: one redirect (307) to a signed URL is followed, without
   * the token and with the same range and limits.
   */
  mayBeInStorage?: boolean;
  signal?: AbortSignal | undefined;
  /** Timeout of this request in milliseconds. Overrides the default. */
  timeoutMs?: number;
  /**
   * The request checks whether a path exists. A gateway responds with 403 to an unknown path, so
   * 403 is mapped to "not-found". A failed probe is not reported to `observe`, because its result
   * is unrelated to the connection.
   */
  isProbe?: boolean;
  /** A call without a token, such as for a person who has no credentials yet. */
  isPublic?: boolean;
  /**
   * A response that is not JSON is returned as text (interface §4.1: "a URL string", with or
   * without quotes).
   */
  allowsPlainText?: boolean;
  /** Whether the caller judges a message without other fields: words of errors are accepted. */
  judgesMessage?: boolean;
}
