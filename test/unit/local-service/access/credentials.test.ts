import { expect, test } from "vitest";
import { silentLog } from "../../../../main/common/log";
import { createCredentials } from "../../../../main/local-service/access/credentials";

test("a use that cannot be recorded fails no sign-in, and is recorded at the next one", async () => {
  const noted: number[] = [];
  const warnings: string[] = [];
  let isFull = true;
  let at = 1_000_000;
  const credentials = createCredentials({
    rows: {
      noteCredentialUse(_id: string, now: number) {
        if (isFull) return Promise.reject(new Error("disk full"));
        noted.push(now);
        return Promise.resolve();
      },
    } as unknown as Parameters<typeof createCredentials>[0]["rows"],
    log: { ...silentLog, warn: (message) => void warnings.push(message) },
    now: () => at,
  });
  await credentials.noteUse("key");
  expect(warnings).toHaveLength(1);
  isFull = false;
  at += 1;
  await credentials.noteUse("key");
  await credentials.noteUse("key");
  expect(noted).toEqual([1_000_001]);
});
