/** The engine of this computer for a service in the process of a test. Requires a build. */
import path from "node:path";
import type { Engine } from "../../main/local-service/engine/engine";
import { createEngine } from "../../main/local-service/engine/create-engine";
import type { PackList } from "../../main/local-service/engine/packs/pack";
import { nodePrograms } from "../../main/common/processes/programs";

const bundles = path.resolve(import.meta.dirname, "../../out/main");

export const startEngine = (packs: PackList | null = null): Promise<Engine> =>
  createEngine(bundles, nodePrograms(bundles), { packs });
