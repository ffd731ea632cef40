/** What a service reports of its engine. */
import { expect, test } from "vitest";
import {
  capabilitiesOf,
  noEngines,
  type Engines,
} from "../../../../main/local-service/engines/engines";

test("capabilities are computed once for a state of the engine: lists of batches ask for each one", () => {
  let calls = 0;
  const engines: Engines = {
    ...noEngines,
    canTranslate() {
      calls += 1;
      return false;
    },
  };
  expect(capabilitiesOf(engines).translation).toBe(false);
  const first = calls;
  expect(first).toBeGreaterThan(0);
  for (let batch = 0; batch < 10; batch += 1) capabilitiesOf(engines);
  expect(calls).toBe(first);
  expect(capabilitiesOf({ ...engines, canTranslate: () => true }).translation).toBe(true);
});
