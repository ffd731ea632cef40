/** Extension "review": lines of a batch are split, merged, added and deleted. */
import { lineEditBody, madeLineEdit } from "../../../../preload/local-service/line-edits";
import type { Batches } from "../../batches/batches";
import type { LineEdits } from "../../review/line-edits";
import { batchParams } from "../batches";
import { bindRoute, describeRoute, type BoundRoute } from "../route";
import { toLine } from "./review-schemas";

const editRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/line-edits",
  section: "extensions",
  summary:
    "Splits, merges, adds or deletes lines, or undoes that; 409 if a line was changed meanwhile",
  params: batchParams,
  body: lineEditBody,
  responses: { 200: madeLineEdit },
  errors: [400, 404, 409],
});

export interface LineEditRoutesDeps {
  batches: Pick<Batches, "get">;
  edits: LineEdits;
}

export const createLineEditRoutes = ({ batches, edits }: LineEditRoutesDeps): BoundRoute[] => [
  bindRoute(editRoute, async ({ params: { batchId }, body: { languageId, edit, by = "" } }) => {
    await batches.get(batchId);
    const { id, lines } = await edits.edit({ batchId, languageId }, edit, by);
    return { status: 200, body: { id, lines: lines.map(toLine) } };
  }),
];
