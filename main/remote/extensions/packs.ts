/** The extension "packs" of a local workspace's service: packs of its engine are installed and removed. */
import type { Pack } from "../../../preload/contract/packs";
import { packKinds, packProblems, packStates } from "../../../preload/facts/packs";
import { signPackSource } from "../../common/clone-signature";
import { AppError } from "../../common/errors";
import type { Connection } from "../connection";
import type { Http } from "../http/http";
import { isLoopbackUrl } from "../http/routes";
import { displayText, fieldsOf, flag, idOf, number, text, texts } from "../http/tolerant-parse";

export interface Packs {
  list(): Promise<Pack[]>;
  /** Starts an installation, or continues it. */
  install(packId: string): Promise<void>;
  /** Starts an installation from a file or folder, absolute. Rejects with "not-offered" for a service of another process. */
  installFrom(packId: string, sourcePath: string): Promise<void>;
  /** Ends an installation, and deletes what was downloaded. */
  cancel(packId: string): Promise<void>;
  remove(packId: string): Promise<void>;
}

const maxPacks = 500;
const base = "/local/packs";
/** Milliseconds until a signed request must begin. */
const signatureLifeMs = 60_000;

const pathOf = (packId: string) => `${base}/${encodeURIComponent(packId)}`;

export function createPacks(http: Http, connection: () => Promise<Connection>): Packs {
  const post = async (path: string, body: object = {}) => {
    await http.json({ method: "POST", path, body, isRepeatable: false });
  };
  return {
    async list() {
      const response = fieldsOf(await http.json({ method: "GET", path: base, isRepeatable: true }));
      const listed = response?.["packs"];
      if (!Array.isArray(listed))
        throw new AppError("unexpected-answer", "the response contains no packs");
      return listed.slice(0, maxPacks).flatMap((element) => toPack(element) ?? []);
    },
    install: (packId) => post(`${pathOf(packId)}/install`),
    async installFrom(packId, sourcePath) {
      const { baseUrl, cloneKey } = await connection();
      // SECURITY: paths of this computer are sent to this computer only.
      if (cloneKey === undefined || !isLoopbackUrl(baseUrl))
        throw new AppError("not-offered", "the service was not started by this application");
      const grant = { packId, sourcePath, expiresAt: Date.now() + signatureLifeMs };
      const signature = signPackSource(Buffer.from(cloneKey, "base64url"), grant);
      const { expiresAt } = grant;
      await post(`${pathOf(packId)}/install-from`, { sourcePath, expiresAt, signature });
    },
    cancel: (packId) => post(`${pathOf(packId)}/cancel`),
    async remove(packId) {
      await http.json({ method: "DELETE", path: pathOf(packId), isRepeatable: false });
    },
  };
}

/** Null for a pack without an id, or of a kind or state that this version does not know. */
function toPack(value: unknown): Pack | null {
  const fields = fieldsOf(value);
  const id = idOf(fields?.["id"]);
  const kind = packKinds.find((known) => known === fields?.["kind"]);
  const state = packStates.find((known) => known === fields?.["state"]);
  if (!fields || id === null || !kind || !state) return null;
  const problem = fieldsOf(fields["problem"]);
  const code = packProblems.find((known) => known === problem?.["code"]) ?? "other";
  const bytes = (name: string) => Math.max(0, number(fields[name], 0));
  return {
    id,
    kind,
    state,
    name: displayText(fields["name"]),
    languages: texts(fields["languages"]),
    voices: texts(fields["voices"]),
    isUsable: flag(fields["isUsable"]),
    licence: displayText(fields["licence"]),
    publisher: displayText(fields["publisher"]),
    page: displayText(fields["page"]),
    hosts: texts(fields["hosts"]),
    downloadBytes: bytes("downloadBytes"),
    installedBytes: bytes("installedBytes"),
    files: texts(fields["files"]),
    share: Math.min(1, bytes("share")),
    partialBytes: bytes("partialBytes"),
    problem: problem && { code, message: displayText(text(problem["message"])) },
  };
}
