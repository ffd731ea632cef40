import { expect, test } from "vitest";
import { toProblem } from "../../../main/common/errors";

test("a working folder that was deleted is named as such", () => {
  const details = { code: "ENOENT", syscall: "uv_cwd" };
  const error = Object.assign(new Error("ENOENT: no such file or directory, uv_cwd"), details);
  expect(toProblem(error)).toEqual({
    code: "invalid-input",
    message: "the working folder was deleted: change to another one, or use absolute paths",
  });
});
