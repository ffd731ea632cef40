/** Extension "media-files": the bytes of the files of the media gallery. */
import { z } from "zod";
import { HttpError } from "../../http-error";
import { galleryLock } from "../../media/gallery";
import type { ObjectStore } from "../../objects/port";
import { sendFile } from "../../review/send-file";
import type { LocalStore } from "../../rows/port";
import { bindRoute, bytesResponse, describeRoute, errorBody, type BoundRoute } from "../route";

export const fileRoute = describeRoute({
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
    404: errorBody,
    416: null,
    500: errorBody,
  },
});

export interface FileRouteDeps {
  store: LocalStore;
  objects: ObjectStore;
}

export function createFileRoutes({ store, objects }: FileRouteDeps): BoundRoute[] {
  // The path is only compared with those of the rows, and never becomes the name of a file.
  const open = (path: string) =>
    // Under the lock no file is replaced between its row and its bytes.
    store.exclusively(galleryLock, async () => {
      const row = await store.findFile(path);
      // The database reads a text to its first NUL.
      if (row?.path !== path) return null;
      const object = await objects.open(row.location);
      if (!object || object.size === row.size) return object && { row, object };
      await object.close();
      return null;
    });

  return [
    bindRoute(fileRoute, async ({ params, header }) => {
      const found = await open(params.path.normalize("NFC"));
      if (!found) throw new HttpError(404, "path: the file is not in the media gallery");
      const { etag, size, contentType } = found.row;
      const headers = {
        etag: `"${etag.replaceAll('"', "")}-${size}"`,
        "cache-control": "private, no-cache",
      };
      return sendFile(
        { file: found.object, bytes: size, contentType, headers },
        { range: header("range"), ifNoneMatch: header("if-none-match") },
      );
    }),
  ];
}
