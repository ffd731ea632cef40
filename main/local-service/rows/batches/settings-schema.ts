/** The settings of a batch as a schema, in rows and in requests (interface §2.3). */
import { z } from "zod";
import {
  factsOfSetting,
  settingNames,
  type BatchSettings,
  type SettingName,
} from "../../../../preload/facts/batch-settings";

function schemaOf(name: SettingName): z.ZodType {
  const facts = factsOfSetting(name);
  switch (facts.type) {
    case "boolean":
      return z.boolean();
    case "integer":
      return z.int().min(facts.min).max(facts.max);
    case "text":
      return z.string().min(1).max(facts.maxLength);
  }
}
/** Settings in a request; unknown names are rejected. */
export const batchSettings = z.strictObject(
  Object.fromEntries(settingNames.map((name) => [name, schemaOf(name).optional()])),
) as unknown as z.ZodType<BatchSettings, BatchSettings>;
export type SettingsInput = BatchSettings;
