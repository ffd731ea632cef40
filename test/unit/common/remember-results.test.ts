import { expect, test } from "vitest";
import { rememberResults } from "../../../main/common/remember-results";

test("the result of a short text is computed once, and its memory is limited", () => {
  const computed: string[] = [];
  const lengthOf = rememberResults((text) => {
    computed.push(text);
    return text === "" ? null : { length: text.length };
  });
  for (const text of ["a", "", "a", "", "b".repeat(61), "b".repeat(61)])
    expect(lengthOf(text)).toEqual(text === "" ? null : { length: text.length });
  expect(computed).toEqual(["a", "", "b".repeat(61), "b".repeat(61)]);
  for (let index = 0; index < 5_000; index += 1) lengthOf(String(index));
  computed.length = 0;
  lengthOf("a");
  expect(computed).toEqual(["a"]);
});
