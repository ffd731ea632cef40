import { expect, it } from "vitest";
import { createLog } from "../../../main/common/log";
import { redact } from "../../../preload/facts/shown-text";

it.each([
  ["PUT https://h.test/objects/a?x=1&signature=abc", "PUT https://h.test/objects/a?[redacted]"],
  ['{"clientSecret":"s3cret","a":1}', '{"clientSecret":[redacted],"a":1}'],
  ['{"secretAccessKey":"s3cret","a":1}', '{"secretAccessKey":[redacted],"a":1}'],
  [
    "https://b.s3.test/k%20a.srt?X-Amz-Credential=A%2F1&X-Amz-Signature=abc&x-id=1",
    "https://b.s3.test/k%20a.srt?[redacted]",
  ],
  ["GET /b/k?X-Amz-Signature=abc", "GET /b/k?X-Amz-Signature=[redacted]"],
  ["authorization: Bearer abc.def", "authorization: [redacted]"],
  ["accessToken=abc next", "accessToken=[redacted] next"],
  ["https://user:pw@h.test/x", "https://[redacted]@h.test/x"],
  ["https://a.test/x https://b.test/?k=1", "https://a.test/x https://b.test/?[redacted]"],
  [
    "clientId or clientSecret: not the credentials of a workspace",
    "clientId or clientSecret: not the credentials of a workspace",
  ],
  ["400 clientSecret: must not be empty", "400 clientSecret: must not be empty"],
  ["refreshToken: has expired", "refreshToken: has expired"],
  ["password: Invalid input: expected string", "password: Invalid input: expected string"],
  ["token:  not-a-word", "token:  [redacted]"],
  ["password: isabel", "password: [redacted]"],
  ["mail anna@studio.test now", "mail [e-mail] now"],
  ["/home/anna/media/a.mov", "/home/[user]/media/a.mov"],
  ["C:\\Users\\Anna\\a.mov", "C:\\Users\\[user]\\a.mov"],
])("%s is written as %s", (line, written) => expect(redact(line)).toBe(written));

it("writes no control characters, and starts no line with external text", () => {
  const lines: string[] = [];
  const log = createLog((_level, line) => lines.push(line));
  log.warn("uploads: failed\n2030-01-01 error forged", "a\u001b[2J\u009b31m\u202egpj.exe");
  expect(lines).toEqual([
    "uploads: failed\n    2030-01-01 error forged a\ufffd[2J\ufffd31m\ufffdgpj.exe",
  ]);
});

it("removes secrets from errors, their causes and objects", () => {
  const lines: string[] = [];
  const log = createLog((_level, line) => lines.push(line));
  log.error("x", new Error("a", { cause: new Error("token: abc") }), { refreshToken: "abc" });
  expect(lines[0]).toContain("a");
  expect(lines[0]).not.toContain("abc");
});
