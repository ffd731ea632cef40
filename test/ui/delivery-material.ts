/** Deliveries for tests of the window, and a local workspace that offers them. */
import type { Delivery } from "../../preload/contract/deliveries";
import type { Overrides } from "./overrides";

export const [projectId, batchId] = ["home", "ep3"];

export const deliveryOf = (fields: Partial<Delivery> = {}): Delivery => ({
  id: "d-1",
  folder: "/home/mia/out/Episode_1_v1",
  languages: ["es-es"],
  preset: "online",
  parts: ["takes", "subtitles"],
  state: "made",
  problem: "",
  bytes: 0,
  createdAt: 1_700_000_000_000,
  download: null,
  counts: { files: 12, made: 12, failed: 0, findings: 0 },
  ...fields,
});

/** A workspace that delivers; of its lines, 3 are not approved. */
export function withDeliveries(
  list: () => Delivery[],
  extension: "exports" | "delivery-files" = "exports",
): Overrides {
  return {
    "workspaces.list": async (input, real) =>
      (await real(input)).map((workspace) => ({
        ...workspace,
        extensions: [...workspace.extensions, "review", extension],
      })),
    "review.summary": () => ({
      languages: ["es-es", "fr-fr"].map((languageId) => ({
        languageId,
        lines: 5,
        states: {},
        checks: {},
        areChecksDue: false,
      })),
    }),
    "deliveries.plan": ({ request }) => ({
      files: 1_204,
      bytes: 12_300_000,
      leftOut: [],
      renamed: request.naming === "template" ? 2 : 0,
      notes: request.preset === "premix" ? [{ note: "mix-without-loudness", count: 1 }] : [],
      listed: [
        ...(request.naming === "template"
          ? [{ path: "es-ES/takes/ANNA/L1.wav", bytes: 144_000 }]
          : []),
        { path: "es-ES/mix/Episode_1_es-ES_MIX_20.wav", bytes: 12_300_000 },
        { path: "es-ES/video/Episode_1_es-ES.mp4", bytes: null },
      ],
      missing: request.languages.flatMap((languageId) =>
        languageId === "es-es"
          ? [
              {
                languageId,
                kind: "unapproved" as const,
                count: 3,
                line: 7,
                filter: "not-approved",
              },
            ]
          : [],
      ),
    }),
    "deliveries.list": () => ({ deliveries: list() }),
    "deliveries.chooseFolder": () => "/home/mia/out",
    "deliveries.problems": () => ({
      files: [
        { path: "es-ES/mix/Episode_1_es-ES_MIX_20.wav", problem: "needs 7.1 dB of limiting" },
      ],
    }),
  };
}
