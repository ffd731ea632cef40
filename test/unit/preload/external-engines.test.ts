import { expect, test } from "vitest";
import { baseUrlRule, isOnThisComputer } from "../../../preload/facts/external-engines";

test.each([
  ["https://api.example/v1", null],
  ["http://localhost:8880/v1", null],
  ["http://127.0.0.1:1/v1", null],
  ["http://[::1]:1", null],
  ["  ", "required"],
  ["api.example/v1", "not-a-url"],
  ["http://api.example/v1", "not-secure"],
  ["http://127.0.0.1.example/v1", "not-secure"],
  ["http://localhost.example/v1", "not-secure"],
  ["http://localhost@api.example/v1", "not-secure"],
  ["ftp://localhost/v1", "not-secure"],
  ["javascript:alert(1)", "not-secure"],
  ["https://user@api.example/v1", "user-in-url"],
  ["https://api.example/v1?key=1", "query-in-url"],
  ["https://api.example/v1#key", "query-in-url"],
])("the base URL %s violates %s", (text, rule) => {
  expect(baseUrlRule(text)).toBe(rule);
});

test("a URL is on this computer only by its host name", () => {
  expect(isOnThisComputer("https://localhost/v1")).toBe(true);
  expect(isOnThisComputer("https://localhost@api.example/v1")).toBe(false);
  expect(isOnThisComputer("localhost")).toBe(false);
});
