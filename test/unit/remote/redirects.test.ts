/** Redirects of calls are refused, and the message names where they lead. */
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import type { Dispatcher } from "../../../main/common/http/undici";
import { fromStatus, redirectOrigin } from "../../../main/remote/http/http-errors";

const redirect = (location: string | undefined) =>
  ({
    statusCode: 307,
    headers: { location },
    body: Readable.from([Buffer.from("<html><title>Temporary Redirect</title></html>")]),
  }) as unknown as Dispatcher.ResponseData;

test.each([
  ["https://other.test/voice.wav?X-Amz-Signature=secret", "https://other.test"],
  ["http://portal.test:8080/login", "http://portal.test:8080"],
  ["/elsewhere", "another address"],
  ["file:///etc/passwd", "another address"],
  [undefined, "another address"],
])("a redirect to %s names %s", async (location, named) => {
  expect(await fromStatus(redirect(location))).toMatchObject({
    code: "unexpected-answer",
    message: `HTTP 307: redirects to ${named}`,
  });
});

test("only the origin of a signed URL is named", () => {
  expect(redirectOrigin({ location: "https://me:key@a.test/b?signature=c" })).toBe(
    "https://a.test",
  );
});
