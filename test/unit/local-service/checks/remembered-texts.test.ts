/** The memory of the checks of texts. */
import { expect, it, vi } from "vitest";
import { createTextMemory } from "../../../../main/local-service/checks/remembered-texts";

it("computes the result of a text once for equal rules, and forgets all texts beyond its limit", () => {
  const memory = createTextMemory<string>(10);
  const find = vi.fn((text: string) => text.toUpperCase());
  const german = memory("de", find);
  expect([german("ab"), german("ab"), memory("de", find)("ab")]).toEqual(["AB", "AB", "AB"]);
  expect(find).toHaveBeenCalledTimes(1);
  memory("fr", find)("ab");
  expect(find).toHaveBeenCalledTimes(2);
  german("1234567");
  german("ab");
  expect(find).toHaveBeenCalledTimes(4);
  german("12345678901");
  expect(german("12345678901")).toBe("12345678901");
  expect(find).toHaveBeenCalledTimes(6);
});
