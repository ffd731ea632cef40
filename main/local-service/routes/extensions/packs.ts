/** Extension: packs of the engine are listed, installed and removed. */
import path from "node:path";
import { z } from "zod";
import { packKinds, packProblems, packStates } from "../../../../preload/facts/packs";
import { signPackSource } from "../../../common/clone-signature";
import { isEqualInConstantTime } from "../../auth";
import type { PackDescription } from "../../engine/packs/catalogue";
import type { PackContents, PackKind } from "../../engine/packs/pack";
import type { Packs, PackStatus } from "../../engine/packs/packs";
import { shownFileName } from "../../engine/packs/sources";
import { HttpError } from "../../http-error";
import { bindRoute, describeRoute, errorBody, type BoundRoute } from "../route";

export const packParams = z.object({ packId: z.string().max(100) });
export const packSourceBody = z.object({
  sourcePath: z.string().min(1).max(32_768),
  expiresAt: z.int().min(0),
  signature: z.string().min(1).max(200),
});

const pack = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(packKinds),
  /** Ids. Of a translation: its source language, then its target language. */
  languages: z.array(z.string()),
  /** Names. */
  voices: z.array(z.string()),
  /** Whether the engine has a program that runs its models. */
  isUsable: z.boolean(),
  licence: z.string(),
  publisher: z.string(),
  page: z.string(),
  /** Hosts of its files, and of its lists of hashes. */
  hosts: z.array(z.string()),
  /** Bytes of the download. */
  downloadBytes: z.number(),
  /** Bytes on disk when it is installed; about, unless it is. */
  installedBytes: z.number(),
  /** Names of the files of the publisher. */
  files: z.array(z.string()),
  state: z.enum(packStates),
  /** Of a download or of unpacking, from 0 to 1. */
  share: z.number(),
  /** Bytes of an interrupted download on disk. */
  partialBytes: z.number(),
  /** Why the last installation failed; null for none. */
  problem: z.object({ code: z.enum(packProblems), message: z.string() }).nullable(),
});
const packList = z.object({ packs: z.array(pack) });

const changeErrors = { 404: errorBody, 409: errorBody, 500: errorBody };

export const packsRoute = describeRoute({
  method: "GET",
  path: "/local/packs",
  section: "extensions",
  summary: "The packs that are installed or can be installed, and installations in progress",
  responses: { 200: packList, 500: errorBody },
});

export const installPackRoute = describeRoute({
  method: "POST",
  path: "/local/packs/:packId/install",
  section: "extensions",
  summary:
    "Starts or continues the download and installation of a pack; 409 if it is installed, or if no program runs it",
  params: packParams,
  responses: { 204: null, ...changeErrors },
});

export const installPackFromRoute = describeRoute({
  method: "POST",
  path: "/local/packs/:packId/install-from",
  section: "extensions",
  summary:
    "Starts the installation of a pack from a file or folder on this computer; signed by the application that started " +
    "the service",
  params: packParams,
  body: packSourceBody,
  responses: { 204: null, 400: errorBody, 403: errorBody, ...changeErrors },
});

export const cancelPackRoute = describeRoute({
  method: "POST",
  path: "/local/packs/:packId/cancel",
  section: "extensions",
  summary: "Ends the installation of a pack, and deletes what was downloaded of it",
  params: packParams,
  responses: { 204: null, ...changeErrors },
});

export const removePackRoute = describeRoute({
  method: "DELETE",
  path: "/local/packs/:packId",
  section: "extensions",
  summary: "Removes an installed pack",
  params: packParams,
  responses: { 204: null, ...changeErrors },
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
  function checkSource(packId: string, source: z.infer<typeof packSourceBody>): void {
    const { sourcePath, expiresAt, signature } = source;
    // SECURITY: as for clones, an access token alone must not make the service read files of its user.
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

function toPack(status: PackStatus, usable: ReadonlySet<PackKind>): z.infer<typeof pack> {
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
