/** Extension: samples of voices. */
import { z } from "zod";
import type { FindVoiceSample } from "../../dubbing/voice-samples";
import { bindRoute, bytesResponse, describeRoute, type BoundRoute } from "../route";

const sampleParams = z.object({ voice: z.string().max(500) });
const sampleQuery = z.object({ languageId: z.string().max(100).optional() });

const sampleRoute = describeRoute({
  method: "GET",
  path: "/local/voices/:voice/sample",
  section: "extensions",
  summary:
    "A sentence spoken by a voice, as WAV; in its own language unless another is given. 409 if it does not speak it",
  params: sampleParams,
  query: sampleQuery,
  responses: { 200: bytesResponse },
  errors: [400, 404, 409],
});

export function createLocalSampleRoutes(findSample: FindVoiceSample): BoundRoute[] {
  return [
    bindRoute(sampleRoute, async ({ params, query }) => {
      const bytes = await findSample(params.voice, query.languageId ?? null);
      const headers = { "content-type": "audio/wav", "x-content-type-options": "nosniff" };
      return new Response(Uint8Array.from(bytes), { status: 200, headers });
    }),
  ];
}
