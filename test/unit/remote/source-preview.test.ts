/** What the responses of a service say about the preview of a video. */
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { AppError } from "../../../main/common/errors";
import { createSourceCalls } from "../../../main/remote/extensions/sources";
import type { Http } from "../../../main/remote/http/http";

const read = (response: { statusCode: number; text?: string } | AppError) =>
  createSourceCalls({
    response: () =>
      response instanceof AppError
        ? Promise.reject(response)
        : Promise.resolve({
            statusCode: response.statusCode,
            headers: {},
            body: Readable.from([Buffer.from(response.text ?? "\0")]),
          }),
  } as unknown as Http).preview("b");

test("how much of it is made, also by a body that cannot be read", async () => {
  for (const [text, progress] of [
    ['{"progress":0.42}', 0.42],
    ['{"progress":7}', 1],
    ['{"progress":"x"}', 0],
    ["{", 0],
  ] as const)
    expect(await read({ statusCode: 202, text })).toEqual({ state: "making", progress });
});

test("whether it is ready, or cannot be made", async () => {
  expect(await read({ statusCode: 206 })).toEqual({ state: "ready", progress: 1 });
  for (const [code, state] of [
    ["not-found", "no-program"],
    ["invalid-input", "unavailable"],
  ] as const)
    expect(await read(new AppError(code, ""))).toEqual({ state, progress: 0 });
  await expect(read(new AppError("service-error", ""))).rejects.toMatchObject({
    code: "service-error",
  });
});
