/** How long a shorter text is awaited. Costs no time. */
import { expect, test } from "vitest";
import { createReviewCalls } from "../../../main/remote/extensions/review";
import type { CallOptions } from "../../../main/remote/http/call-options";
import type { Http } from "../../../main/remote/http/http";
import { externalEngineLimits } from "../../../preload/facts/external-engines";

test("a shorter text is awaited for longer than the longest time limit of an engine", async () => {
  let sent: CallOptions | null = null;
  const http = {
    json: (options: CallOptions) => {
      sent = options;
      return Promise.resolve({ text: "Hi", problem: "" });
    },
  } as unknown as Http;
  const language = { batchId: "b", languageId: "fr-fr" };
  const proposed = await createReviewCalls(http).shorten(language, 1, "Hello");
  expect(proposed).toEqual({ text: "Hi", problem: "" });
  const { timeoutMs = 0 } = sent as unknown as CallOptions;
  expect(timeoutMs).toBeGreaterThan(externalEngineLimits.deadlineSeconds * 1000);
});
