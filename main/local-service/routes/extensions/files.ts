/** Extension "media-files": the bytes of the files of the media gallery. */
import { z } from "zod";
import { HttpError } from "../../common/http-error";
import type { Gallery } from "../../media/gallery";
import type { ObjectStore } from "../../objects/port";
import { redirect, sendFile } from "../../review/send-file";
import { bindRoute, bytesResponse, describeRoute, type BoundRoute } from "../route";

const fileRoute = describeRoute({
  method: "GET",
  path: "/local/files/:path",
  section: "extensions",
  summary:
    'A file of the media gallery, or the range of a Range header. Its path is one segment: "a%2Fb.mp4"',
  params: z.object({ path: z.string() }),
  responses: {
    200: bytesResponse,
    206: bytesResponse,
    304: null,
    307: null,
    416: null,
  },
  errors: [404],
});

/** How long a URL of a file is valid, in seconds. */
const urlSeconds = 15 * 60;

export function createFileRoutes(
  gallery: Pick<Gallery, "open">,
  objects: Pick<ObjectStore, "readUrl">,
): BoundRoute[] {
  return [
    bindRoute(fileRoute, async ({ params, header }) => {
      const found = await gallery.open(params.path.normalize("NFC"));
      if (!found) throw new HttpError(404, "path: the file is not in the media gallery");
      const { etag, size, contentType, location } = found.row;
      const headers = {
        etag: `"${etag.replaceAll('"', "")}-${size}"`,
        "cache-control": "private, no-cache",
      };
      const sent = { file: found.object, bytes: size, contentType, headers };
      const conditions = { range: header("range"), ifNoneMatch: header("if-none-match") };
      const redirected = await redirect(objects, { ...sent, location, urlSeconds }, conditions);
      return redirected ?? sendFile(sent, conditions);
    }),
  ];
}
