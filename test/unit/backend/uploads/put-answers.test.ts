/** What the answer of a storage to a PUT means. */
import { describe, expect, it } from "vitest";
import type { AppError } from "../../../../main/common/errors";
import type {
  PutExecutor,
  PutResponse,
  PutTask,
} from "../../../../main/backend/uploads/transfer/put-executor";
import { createPut, isExpiredUrl } from "../../../../main/backend/uploads/transfer/put-range";

const md5 = "0123456789abcdef0123456789abcdef";
const storageError = (code: string) =>
  `<Error><Code>${code}</Code><Message>${code} happened</Message></Error>`;

/** Sends 10 bytes to this URL; the storage answers with these responses, in their order. */
async function send(url: string, ...answers: Partial<PutResponse>[]) {
  const urls: string[] = [];
  let sent = 0;
  const execute: PutExecutor["execute"] = (task: PutTask, onSent) => {
    urls.push(task.url);
    onSent(task.range.size);
    const answer = answers[urls.length - 1] ?? answers.at(-1);
    return Promise.resolve({ status: 200, headers: {}, text: "", md5, found: null, ...answer });
  };
  const put = createPut({ executor: { execute } });
  const outcome = await put
    .send({
      url,
      contentType: "audio/wav",
      sourcePath: "/a.wav",
      range: { offset: 0, size: 10 },
      signal: new AbortController().signal,
      onSent: (bytes) => void (sent += bytes),
    })
    .then(
      ({ etag, match }) => ({ etag, match }),
      (error: unknown) => error as never,
    );
  return { outcome, urls, sent };
}
const redirect = (location?: string, status = 307) => ({ status, headers: { location } });
const etag = { headers: { etag: `"${md5}"` } };

describe("a redirect of a PUT", () => {
  it.each([307, 308])("with status %i is followed, and its bytes count once", async (status) => {
    const to = "https://region.example/b?signature=2";
    const { outcome, urls, sent } = await send(
      "https://storage.example/a?signature=1",
      redirect(to, status),
      etag,
    );
    expect(outcome).toEqual({ etag: `"${md5}"`, match: "md5" });
    expect(urls).toEqual(["https://storage.example/a?signature=1", to]);
    expect(sent).toBe(10);
  });
  it("to a path is one to the same host", async () => {
    const { urls } = await send("http://127.0.0.1:1/a", redirect("/b?x=1"), etag);
    expect(urls[1]).toBe("http://127.0.0.1:1/b?x=1");
  });
  it.each([
    ["from https to http", "http://region.example/b"],
    ["to another scheme", "file:///etc/passwd"],
    ["without an address", undefined],
  ])("%s is not followed: the URL is signed again", async (_, to) => {
    const { outcome, urls } = await send("https://storage.example/a", redirect(to));
    expect(outcome).toMatchObject({ code: "url-refused" });
    expect(urls).toHaveLength(1);
  });
  it("is followed three times at most", async () => {
    const { outcome, urls } = await send(
      "https://storage.example/a",
      redirect("https://storage.example/a"),
    );
    expect(outcome).toMatchObject({ code: "url-refused" });
    expect(urls).toHaveLength(4);
  });
  it("with another status is that of a proxy or a sign-in page: the file is sent again later", async () => {
    const { outcome } = await send(
      "https://storage.example/a",
      redirect("https://sign-in.example", 302),
    );
    expect(outcome).toMatchObject({ code: "unexpected-answer" });
  });
});

describe("an answer to a PUT", () => {
  it.each([
    [400, "ExpiredToken"],
    [400, "InvalidToken"],
    [400, "RequestExpired"],
    [403, "RequestTimeTooSkewed"],
    [500, "ExpiredTokenException"],
  ])("%i %s asks for a fresh URL", async (status, code) => {
    const { outcome } = await send("https://storage.example/a", {
      status,
      text: storageError(code),
    });
    expect(outcome).toMatchObject({ code: "url-refused", message: `${code} happened` });
    expect(isExpiredUrl(outcome as unknown as AppError)).toBe(true);
  });
  it.each(["OperationAborted", "ConditionalRequestConflict"])(
    "409 %s is repeated",
    async (code) => {
      const { outcome } = await send("https://storage.example/a", {
        status: 409,
        text: storageError(code),
      });
      expect(outcome).toMatchObject({ code: "service-error" });
    },
  );
  it("400 with another code is final", async () => {
    const { outcome } = await send("https://storage.example/a", {
      status: 400,
      text: storageError("EntityTooLarge"),
    });
    expect(outcome).toMatchObject({ code: "invalid-input" });
  });
  it("that is a web page confirms nothing, whatever its ETag", async () => {
    const page = "<!doctype html><title>Sign in to Hotel</title>";
    for (const headers of [
      { etag: '"65f1"', "content-type": "text/html" },
      { etag: '"65f1"' },
      {},
    ]) {
      const { outcome } = await send("https://storage.example/a", { headers, text: page });
      expect(outcome).toMatchObject({
        code: "unexpected-answer",
        message: expect.stringContaining("Sign in to Hotel") as string,
      });
    }
  });
  it.each([
    '{"Error":{"Code":"InternalError","Message":"Please try again."}}',
    '{"errorMessage":"Task timed out","errorType":"Timeout"}',
    '{"message":"upload failed"}',
    '<?xml version="1.0"?>\n<Error><Code>InternalError</Code><Message>Please try again.</Message></Error>',
    '<ErrorResponse xmlns="http://s3.example/"><Error><Code>SlowDown</Code></Error></ErrorResponse>',
  ])("that reports an error in its body confirms nothing, whatever its ETag: %s", async (text) => {
    for (const headers of [{ etag: '"65f1"' }, {}])
      expect((await send("https://storage.example/a", { headers, text })).outcome).toMatchObject({
        code: "service-error",
      });
    // The MD5 of what was sent proves that it arrived.
    expect((await send("https://storage.example/a", { ...etag, text })).outcome).toMatchObject({
      match: "md5",
    });
  });
  it.each([202, 203, 206])("with status %i confirms nothing but its MD5", async (status) => {
    for (const value of ['"65f1"', `"${"0".repeat(32)}"`, undefined])
      expect(
        (await send("https://storage.example/a", { status, headers: { etag: value } })).outcome,
      ).toMatchObject({ match: "opaque" });
    expect((await send("https://storage.example/a", { status, ...etag })).outcome).toMatchObject({
      match: "md5",
    });
  });
  it.each(["stored", '{"Key":"a.wav","ETag":"65f1"}', "<PutObjectResult/>", "12", "null", '"ok"'])(
    "with the body %s reports no error",
    async (text) => {
      const headers = { etag: '"65f1"' };
      expect((await send("https://storage.example/a", { headers, text })).outcome).toMatchObject({
        match: "opaque",
      });
    },
  );
  it("that names its file reports no error by the words of the name", async () => {
    const answer = {
      headers: { etag: '"65f1"' },
      text: '{"message":"Mission Impossible.wav: ok"}',
    };
    const url = "https://storage.example/b/Mission%20Impossible.wav?signature=1";
    expect((await send(url, answer)).outcome).toMatchObject({ match: "opaque" });
    expect((await send("https://storage.example/b/a.wav", answer)).outcome).toMatchObject({
      code: "service-error",
    });
  });
  it("of the type text/html without a body, or with the MD5 as ETag, is one of the storage", async () => {
    const headers = { "content-type": "text/html", etag: '"opaque"' };
    expect((await send("https://storage.example/a", { headers })).outcome).toMatchObject({
      match: "opaque",
    });
    const named = { headers: { ...headers, etag: `"${md5}"` }, text: "stored" };
    expect((await send("https://storage.example/a", named)).outcome).toMatchObject({
      match: "md5",
    });
  });
  it("without an ETag, or with different ones, names no checksum; with the same one twice it does", async () => {
    const answer = (value?: string[]) => ({ headers: { etag: value } });
    expect((await send("https://a.example/a", answer())).outcome).toEqual({
      etag: "",
      match: "opaque",
    });
    expect((await send("https://a.example/a", answer(['"a"', '"b"']))).outcome).toEqual({
      etag: "",
      match: "opaque",
    });
    const twice = answer([`"${md5}"`, `"${md5}"`]);
    expect((await send("https://a.example/a", twice)).outcome).toMatchObject({ match: "md5" });
  });
});
