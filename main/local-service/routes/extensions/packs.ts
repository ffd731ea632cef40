/** Extension: packs of the engine are listed, installed and removed. */
import path from "node:path";
import { z } from "zod";
import { packList, packSource, type Pack } from "../../../../preload/local-service/packs";
import { signPackSource } from "../../../common/clone-signature";
import { isEqualInConstantTime } from "../../common/auth";
import type { PackDescription } from "../../engine/packs/catalogue";
import type { PackContents, PackKind } from "../../engine/packs/pack";
import type { Packs, PackStatus } from "../../engine/packs/packs";
import { shownFileName } from "../../engine/packs/sources";
import { HttpError } from "../../common/http-error";
import { bindRoute, describeRoute, type BoundRoute } from "../route";

const packParams = z.object({ packId: z.string().max(100) });
const changeErrors = [404, 409];

const packsRoute = describeRoute({
  method: "GET",
  path: "/local/packs",
  section: "extensions",
  summary: "The packs that are installed or can be installed, and installations in progress",
  responses: { 200: packList },
});

const installPackRoute = describeRoute({
  method: "POST",
  path: "/local/packs/:packId/install",
  section: "extensions",
  summary:
    "Starts or continues the download and installation of a pack; 409 if it is installed, or if no program runs it",
  params: packParams,
  responses: { 204: null },
  errors: [403, ...changeErrors],
});

const installPackFromRoute = describeRoute({
  method: "POST",
  path: "/local/packs/:packId/install-from",
  section: "extensions",
  summary:
    "Starts the installation of a pack from a file or folder on this computer; signed by the application that started " +
    "the service",
  params: packParams,
  body: packSource,
  responses: { 204: null },
  errors: [400, 403, ...changeErrors],
});

const cancelPackRoute = describeRoute({
  method: "POST",
  path: "/local/packs/:packId/cancel",
  onFullDisk: "frees-space",
  section: "extensions",
  summary: "Ends the installation of a pack, and deletes what was downloaded of it",
  params: packParams,
  responses: { 204: null },
  errors: changeErrors,
});

const removePackRoute = describeRoute({
  method: "DELETE",
  path: "/local/packs/:packId",
  section: "extensions",
  summary: "Removes an installed pack",
  params: packParams,
  responses: { 204: null },
  errors: changeErrors,
});

interface PackRouteDeps {
  packs: Packs;
  /** The kinds of packs that the engine can use. */
  usable: ReadonlySet<PackKind>;
  /** Verifies paths; without a key nothing is installed from this computer. */
  key: Buffer | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
}

export function createLocalPackRoutes({ packs, usable, key, now }: PackRouteDeps): BoundRoute[] {
  function checkSource(packId: string, source: z.infer<typeof packSource>): void {
    const { sourcePath, expiresAt, signature } = source;
    // SECURITY: as for clones, an access token alone must not make the service read files of its
    // user.
    const isSigned =
      key !== undefined &&
      isEqualInConstantTime(signature, signPackSource(key, { packId, sourcePath, expiresAt }));
    if (!isSigned)
      throw new HttpError(403, "signature: not a signature of this service's application");
    if (now() >= expiresAt) throw new HttpError(403, "expiresAt: the signature has expired");
    if (!path.isAbsolute(sourcePath) || sourcePath.includes("\0"))
      throw new HttpError(409, "sourcePath: must be an absolute path");
  }
  /** An unknown pack is an error of the installation. */
  async function checkUsable(packId: string): Promise<void> {
    const status = (await packs.list()).find(({ description }) => description.id === packId);
    if (status && !usable.has(status.description.contents.kind))
      throw new HttpError(409, "packId: no program of this version runs the pack");
  }
  return [
    bindRoute(packsRoute, async () => ({
      status: 200,
      body: { packs: (await packs.list()).map((status) => toPack(status, usable)) },
    })),
    bindRoute(installPackRoute, async ({ params }) => {
      await checkUsable(params.packId);
      await packs.install(params.packId, null);
      return { status: 204 };
    }),
    bindRoute(installPackFromRoute, async ({ params, body }) => {
      checkSource(params.packId, body);
      await checkUsable(params.packId);
      await packs.install(params.packId, body.sourcePath);
      return { status: 204 };
    }),
    bindRoute(cancelPackRoute, async ({ params }) => {
      await packs.cancel(params.packId);
      return { status: 204 };
    }),
    bindRoute(removePackRoute, async ({ params }) => {
      await packs.remove(params.packId);
      return { status: 204 };
    }),
  ];
}

function toPack(status: PackStatus, usable: ReadonlySet<PackKind>): Pack {
  const { description, state, share, partialBytes, bytes, problem } = status;
  const { id, name, contents, licence, publisher, page, downloads, installedBytes } = description;
  return {
    id,
    name,
    kind: contents.kind,
    languages: languagesOf(contents),
    voices: contents.kind === "voices" ? contents.voices.map((voice) => voice.name) : [],
    isUsable: usable.has(contents.kind),
    licence,
    publisher,
    page,
    hosts: hostsOf(downloads),
    downloadBytes: downloads.reduce((sum, download) => sum + download.bytes, 0),
    installedBytes: bytes > 0 ? bytes : installedBytes,
    files: downloads.map(shownFileName),
    state,
    share,
    partialBytes,
    problem,
  };
}

/** Those of the lists of hashes too. */
function hostsOf(downloads: PackDescription["downloads"]): string[] {
  const urls = downloads.flatMap(({ url, checksumUrl }) => [url, checksumUrl ?? url]);
  return [...new Set(urls.map((url) => new URL(url).host))];
}

function languagesOf(contents: PackContents): string[] {
  if (contents.kind === "translation") return [contents.from, contents.to];
  return "languages" in contents ? [...contents.languages] : [];
}
