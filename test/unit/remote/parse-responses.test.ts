/** Tolerant parsing of responses (interface-notes § Answers to be tolerant of). */
import { describe, expect, it } from "vitest";
import { fromNetworkError, messageIn } from "../../../main/remote/http/http-errors";
import { clean } from "../../../preload/facts/shown-text";
import { normaliseBaseUrl } from "../../../main/remote/remote";
import { readStringList } from "../../../main/remote/http/string-list";

async function* cut(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    yield await Promise.resolve(bytes.subarray(at, at + size));
  }
}
async function list(text: string, size: number): Promise<string[]> {
  const all: string[] = [];
  for await (const batch of readStringList(cut(text, size))) all.push(...batch);
  return all;
}

describe("a list of paths", () => {
  const paths = ["a.wav", 'say "hi".mov', "back\\slash", "ends\\", "é🎬/x.mp4", "\u0001\n", ""];
  it.each([1, 2, 3, 7, 1000])("is parsed from chunks of %i bytes", async (size) => {
    expect(await list(JSON.stringify(paths), size)).toEqual(paths);
    expect(await list(JSON.stringify(paths, null, 2), size)).toEqual(paths);
    expect(await list(" [ ] ", size)).toEqual([]);
  });
  it.each(['{"paths":[]}', "[1]", '["a"', "", "<html>", '["a"]x', '["a\\x"]', "null"])(
    "%j is not a list",
    async (text) => {
      await expect(list(text, 3)).rejects.toMatchObject({ code: "unexpected-answer" });
    },
  );
});

describe("the message of a service", () => {
  it("is cleaned in linear time", () => {
    // In quadratic time, this would exceed the time limit of the test.
    for (let time = 0; time < 10; time += 1) expect(clean("a.".repeat(300_000))).not.toBe("");
  });
});

describe("an error body", () => {
  it.each([
    ['{"message":"no such project"}', "no such project"],
    ['{"error":"nope"}', "nope"],
    ['{"message":["a","b"]}', "a; b"],
    ['"plain"', "plain"],
    ["just text\nover lines", "just text over lines"],
    ["<Error><Code>X</Code><Message>Request has expired</Message></Error>", "Request has expired"],
    ["<!doctype html><title>Bad gateway</title><p>…", "Bad gateway"],
    ['{"code":1}', ""],
    ["", ""],
    ["see https://x.test/a?signature=1", "see https://x.test/a?[redacted]"],
  ])("%j has the message %j", (body, message) => expect(messageIn(body)).toBe(message));
});

it.each([
  ["ECONNREFUSED", "unreachable"],
  ["UND_ERR_SOCKET", "unreachable"],
  ["ENOTFOUND", "unreachable"],
  ["UND_ERR_HEADERS_TIMEOUT", "timeout"],
  ["ETIMEDOUT", "timeout"],
  ["CERT_HAS_EXPIRED", "certificate"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "certificate"],
])("%s is %s", (code, expected) => {
  expect(fromNetworkError(Object.assign(new Error("x"), { code })).code).toBe(expected);
});

describe("a base URL", () => {
  it.each([
    ["https://api.example.test/v1/", "https://api.example.test/v1"],
    [" https://api.example.test ", "https://api.example.test"],
    ["http://127.0.0.1:8080/api", "http://127.0.0.1:8080/api"],
    ["http://localhost:1/", "http://localhost:1"],
  ])("%s is stored as %s", (input, stored) => expect(normaliseBaseUrl(input)).toBe(stored));
  it.each([
    ["api.example.test", "not-a-url"],
    ["", "not-a-url"],
    ["http://example.test", "not-secure"],
    ["ftp://x.test", "not-secure"],
    ["https://a:b@x.test", "user-in-url"],
  ])("%s is rejected with the rule %s", (value, rule) => {
    expect(() => normaliseBaseUrl(value)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^baseUrl: /) as string,
        details: [{ field: "baseUrl", message: rule }],
      }),
    );
  });
});
