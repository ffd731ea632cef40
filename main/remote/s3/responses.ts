/**
 * Tolerant parsing of the responses of S3-compatible services: lists, and errors, which are mapped
 * to error codes and messages. The XML differs between services: some use a namespace prefix, some
 * omit many elements.
 */
import type { Dispatcher } from "../../common/http/undici";
import type { ErrorCode } from "../../../preload/model";
import { AppError } from "../../common/errors";
import { decodeXml } from "../../common/xml";
import { retryAfter } from "../../common/retry-after";
import { clean } from "../../../preload/facts/shown-text";
import { redirectOrigin } from "../http/http-errors";

export interface ListedObject {
  key: string;
  /** In bytes; 0 if the service sends no valid size. */
  size: number;
  /** In milliseconds since 1970; null if the service sends no valid date. */
  modifiedAt: number | null;
}

export interface ObjectPage {
  objects: ListedObject[];
  /** The continuation token of the next page; null on the last page. */
  next: string | null;
}

/**
 * The content of each element with this name, in order. In these responses no element contains one
 * of its own name.
 */
function elements(xml: string, name: string): string[] {
  const found: string[] = [];
  const open = new RegExp(`<(?:\\w+:)?${name}(?:\\s[^<>]*)?>`, "g");
  for (let match = open.exec(xml); match; match = open.exec(xml)) {
    const close = /<\/(?:\w+:)?(\w+)\s*>/g;
    close.lastIndex = open.lastIndex;
    let end = close.exec(xml);
    while (end && end[1] !== name) end = close.exec(xml);
    if (!end) break;
    found.push(xml.slice(open.lastIndex, end.index));
    open.lastIndex = close.lastIndex;
  }
  return found;
}

/** The text of the first element with this name, or "". */
export function textIn(xml: string, name: string): string {
  const [inner = ""] = elements(xml, name);
  return decodeXml(withoutCdata(inner)).trim();
}

/** Replaces CDATA sections with their content. A section without an end marker is unchanged. */
function withoutCdata(text: string): string {
  const [begin, end] = ["<![CDATA[", "]]>"];
  const pieces: string[] = [];
  let from = 0;
  for (let at = text.indexOf(begin); at !== -1; at = text.indexOf(begin, from)) {
    const stop = text.indexOf(end, at);
    if (stop === -1) break;
    pieces.push(text.slice(from, at), text.slice(at + begin.length, stop));
    from = stop + end.length;
  }
  return pieces.join("") + text.slice(from);
}

/** Parses a page of ListObjectsV2. Throws "unexpected-answer" for any other document. */
export function readList(xml: string): ObjectPage {
  if (!/<(?:\w+:)?ListBucketResult[\s>/]/.test(xml))
    throw new AppError("unexpected-answer", "the response of the bucket is not a list of objects");
  const objects = elements(xml, "Contents").map((inner): ListedObject => {
    const size = Number(textIn(inner, "Size"));
    const modifiedAt = Date.parse(textIn(inner, "LastModified"));
    return {
      key: textIn(inner, "Key"),
      size: Number.isSafeInteger(size) && size >= 0 ? size : 0,
      modifiedAt: Number.isNaN(modifiedAt) ? null : modifiedAt,
    };
  });
  const next = textIn(xml, "NextContinuationToken");
  const isTruncated = textIn(xml, "IsTruncated").toLowerCase() === "true";
  return { objects, next: isTruncated && next !== "" ? next : null };
}

/** A part of an upload that is not complete. */
export interface StoredPart {
  number: number;
  /** Bytes. */
  size: number;
  /** Without quotes. */
  etag: string;
}

/** Parses a page of ListParts. Throws "unexpected-answer" for any other document. */
export function readPartList(xml: string): { parts: StoredPart[]; isTruncated: boolean } {
  if (!/<(?:\w+:)?ListPartsResult[\s>/]/.test(xml))
    throw new AppError("unexpected-answer", "the response of the bucket is not a list of parts");
  const parts = elements(xml, "Part").map((inner) => ({
    number: Number(textIn(inner, "PartNumber")),
    size: Number(textIn(inner, "Size")),
    etag: textIn(inner, "ETag").replace(/^"(.*)"$/, "$1"),
  }));
  return { parts, isTruncated: textIn(xml, "IsTruncated").toLowerCase() === "true" };
}

/**
 * The keys that DeleteObjects did not delete. Throws "unexpected-answer" for any other document.
 */
export function readDeletion(xml: string): { key: string; code: string; message: string }[] {
  if (!/<(?:\w+:)?DeleteResult[\s>/]/.test(xml))
    throw new AppError(
      "unexpected-answer",
      "the response of the bucket does not list deleted objects",
    );
  return elements(xml, "Error").map((inner) => ({
    key: textIn(inner, "Key"),
    code: textIn(inner, "Code"),
    message: clean(textIn(inner, "Message")),
  }));
}

/** An error response and its request. */
export interface ErrorResponse {
  status: number;
  headers: Dispatcher.ResponseData["headers"];
  /** The start of the body. */
  body: string;
  /** What the request does, as a phrase for error messages: "store a script". */
  action: string;
  /** The local time of the response, in milliseconds since 1970. */
  now: number;
}

interface Reason {
  code: ErrorCode;
  message: string;
  /** The incorrect setting. */
  field?: string;
  /**
   * The violated rule. The renderer has a localized text for each rule; a suffix after ": " is
   * displayed unchanged.
   */
  rule?: string;
}

/**
 * Converts an error response to an AppError. If a setting is the cause, `details` contains its
 * field.
 */
export function fromErrorResponse(response: ErrorResponse): AppError {
  const { status, headers, body } = response;
  const { code, message, field, rule = message } = reasonOf(response);
  const s3Code = textIn(body, "Code");
  return new AppError(code, field === undefined ? message : `${field}: ${message}`, {
    details: field === undefined ? { status, s3Code } : [{ field, message: rule }],
    retryAfterMs: retryAfter(headers["retry-after"]),
  });
}

function reasonOf({ status, headers, body, action, now }: ErrorResponse): Reason {
  const serviceMessage = clean(textIn(body, "Message"));
  const region = regionOf(headers, body);
  switch (textIn(body, "Code")) {
    case "InvalidAccessKeyId":
    case "Unauthorized": // The code that R2 sends.
      return {
        code: "token-refused",
        field: "accessKeyId",
        rule: "unknown-key",
        message: "the storage service does not know this access key",
      };
    case "SignatureDoesNotMatch":
      return {
        code: "token-refused",
        field: "secretAccessKey",
        rule: "wrong-secret",
        message: "the secret does not belong to this access key",
      };
    case "AccessDenied":
    case "AllAccessDisabled":
    case "AccountProblem":
    case "NotEntitled":
      return {
        code: "token-refused",
        field: "accessKeyId",
        rule: ruleWithText("key-refused", serviceMessage),
        message: `this access key may not ${action} in the bucket${inParentheses(serviceMessage)}`,
      };
    case "RequestTimeTooSkewed":
    case "RequestExpired":
    case "ExpiredRequest":
      return { code: "invalid-input", message: skew(headers, body, now) };
    case "NoSuchBucket":
      return {
        code: "not-found",
        field: "bucket",
        rule: "no-such-bucket",
        message: "there is no bucket of this name",
      };
    case "InvalidBucketName":
      return {
        code: "invalid-input",
        field: "bucket",
        rule: "not-a-bucket",
        message: "not the name of a bucket",
      };
    case "PermanentRedirect":
    case "TemporaryRedirect":
    case "AuthorizationHeaderMalformed":
    case "AuthorizationQueryParametersError":
    case "IllegalLocationConstraintException":
    case "InvalidRegion":
    case "InvalidRegionName":
      return wrongRegion(region, textIn(body, "Endpoint"), serviceMessage);
    case "RequestTimeout":
      return { code: "timeout", message: "the storage service waited too long for the request" };
    case "SlowDown":
    case "TooManyRequests":
      return { code: "rate-limited", message: "the storage service requires fewer requests" };
    case "BadDigest":
    case "InvalidDigest":
    case "XAmzContentSHA256Mismatch":
      return { code: "etag-mismatch", message: "the storage service received other bytes" };
    case "QuotaExceeded":
    case "XMinioStorageFull":
    case "EntityTooLarge":
      return {
        code: "service-full",
        message: `the storage service has no room${inParentheses(serviceMessage)}`,
      };
    default:
      return byStatus({ status, region, endpoint: redirectOrigin(headers), serviceMessage });
  }
}

interface StatusFacts {
  status: number;
  region: string;
  /** The origin to which the response redirects, or "". */
  endpoint: string;
  serviceMessage: string;
}

function byStatus({ status, region, endpoint, serviceMessage }: StatusFacts): Reason {
  // Not followed: the signature is for one host, and the bucket belongs in the settings.
  if (status === 301 || status === 307 || status === 308)
    return wrongRegion(region, endpoint, serviceMessage);
  const about = `the storage service responded with ${status}${inParentheses(serviceMessage)}`;
  if (status === 401 || status === 403)
    return {
      code: "token-refused",
      field: "accessKeyId",
      rule: ruleWithText("key-refused", serviceMessage || `HTTP ${status}`),
      message: about,
    };
  if (status === 404) return { code: "not-found", message: about };
  if (status === 408) return { code: "timeout", message: about };
  if (status === 429) return { code: "rate-limited", message: about };
  if (status === 507) return { code: "service-full", message: about };
  // 501: the service does not implement the operation, so a retry does not help.
  if (status >= 500 && status !== 501) return { code: "service-error", message: about };
  const isOurs = status >= 400 && status < 500;
  return { code: isOurs ? "invalid-input" : "unexpected-answer", message: about };
}

/** A rule, followed by the service's message if there is one. */
const ruleWithText = (rule: string, serviceMessage: string) =>
  serviceMessage === "" ? rule : `${rule}: ${serviceMessage}`;

function wrongRegion(region: string, endpoint: string, serviceMessage: string): Reason {
  if (region !== "")
    return {
      code: "invalid-input",
      field: "region",
      rule: ruleWithText("bucket-elsewhere", region),
      message: `the bucket is in ${region}`,
    };
  if (endpoint !== "")
    return {
      code: "invalid-input",
      field: "endpoint",
      rule: ruleWithText("bucket-elsewhere", clean(endpoint)),
      message: `the bucket is at ${clean(endpoint)}`,
    };
  const message = `the bucket is in another region${inParentheses(serviceMessage)}`;
  return {
    code: "invalid-input",
    field: "region",
    rule: ruleWithText("bucket-elsewhere", serviceMessage),
    message,
  };
}

/** The region of the bucket according to the response, or "". */
function regionOf(headers: Dispatcher.ResponseData["headers"], body: string): string {
  const header = headers["x-amz-bucket-region"];
  const named = typeof header === "string" && header !== "" ? header : textIn(body, "Region");
  const expected = /expecting '([a-z0-9-]+)'/i.exec(textIn(body, "Message"))?.[1] ?? "";
  const region = named || expected;
  return /^[a-z0-9-]{2,40}$/i.test(region) ? region : "";
}

function skew(headers: Dispatcher.ResponseData["headers"], body: string, now: number): string {
  const date = headers.date;
  const theirs = Date.parse(textIn(body, "ServerTime") || (typeof date === "string" ? date : ""));
  if (Number.isNaN(theirs))
    return "this computer's clock is wrong: the storage service has another time";
  const minutes = Math.round(Math.abs(theirs - now) / 60_000);
  const side = theirs > now ? "behind" : "ahead of";
  return `this computer's clock is ${minutes} minutes ${side} the storage service's; set it right`;
}

/** In parentheses, to be appended to a message of this client. */
const inParentheses = (serviceMessage: string) =>
  serviceMessage === "" ? "" : ` (${serviceMessage})`;
