/** What a service reports of its engine. */
import { expect, test } from "vitest";
import type { Engine } from "../../../../main/local-service/engine/engine";
import { createEngines } from "../../../../main/local-service/engines/engines";

test("capabilities are computed once for a state of the engine: lists of batches ask for each one", () => {
  let calls = 0;
  let canTranslate = false;
  let change: () => void = () => undefined;
  const translator: Partial<Engine["translator"]> = {
    canTranslate() {
      calls += 1;
      return canTranslate;
    },
  };
  const engine = {
    speech: { voices: () => [], offers: () => false },
    transcriber: null,
    translator,
    onChange: (listener: () => void) => void (change = listener),
  } as unknown as Engine;
  const engines = createEngines(engine, { canReadMedia: false });
  expect(engines().capabilities.translation).toBe(false);
  const first = calls;
  expect(first).toBeGreaterThan(0);
  for (let batch = 0; batch < 10; batch += 1) void engines().capabilities;
  expect(calls).toBe(first);
  canTranslate = true;
  change();
  expect(engines().capabilities.translation).toBe(true);
});
