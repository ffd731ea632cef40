/** External engines of a local workspace: commands on this computer, and HTTP services. */
import { z } from "zod";
import { externalEngineLimits as limits } from "../facts/external-engines";
import {
  externalEngineEntry,
  externalEngineSettings,
  externalTest,
} from "../local-service/external-engines";
import { call, id, inWorkspace, nothing } from "./call";

const inEngine = inWorkspace.extend({ engineId: id });

export const externalEngines = {
  list: call(
    inWorkspace,
    z.object({
      /** False for a workspace that cannot have any. */
      isOffered: z.boolean(),
      engines: z.array(externalEngineEntry),
      /** Whether keys survive the end of the application. */
      isKeyPersistent: z.boolean(),
    }),
  ),
  /**
   * Adds an engine, or changes one. New settings are confirmed in a native dialog. If the user
   * cancels it, the settings are stored but not used, and the key is not stored.
   */
  save: call(
    inWorkspace.extend({
      engineId: id.nullable(),
      settings: externalEngineSettings,
      /** Null: unchanged. "": removed. */
      key: z.string().max(limits.key).nullable(),
    }),
    z.object({ engineId: z.string(), isConfirmed: z.boolean() }),
  ),
  /** Confirms the stored settings, for example after a backup of another computer was restored. */
  confirm: call(inEngine, nothing),
  remove: call(inEngine, nothing),
  /** Speaks or transcribes a sentence. */
  test: call(inEngine, externalTest),
  /** Null if the user cancels. */
  chooseExecutable: call(nothing, z.object({ file: z.string().nullable() })),
};
