/**
 * The extension "packs" of a local workspace's service: packs of its engine are installed and
 * removed.
 */
import { isKnownPack, packList, type Pack } from "../../../preload/local-service/packs";
import { signPackSource } from "../../common/clone-signature";
import type { Connection } from "../connection";
import type { Http } from "../http/http";
import { createReader, local } from "./read-form";
import { requireSigner } from "./signer";

export interface Packs {
  /** Without packs of a kind or in a state that this version does not know. */
  list(): Promise<Pack[]>;
  /** Starts an installation, or continues it. */
  install(packId: string): Promise<void>;
  /**
   * Starts an installation from a file or folder, absolute. Rejects with "not-offered" for a
   * service of another process.
   */
  installFrom(packId: string, sourcePath: string): Promise<void>;
  /** Ends an installation, and deletes what was downloaded. */
  cancel(packId: string): Promise<void>;
  remove(packId: string): Promise<void>;
}

export function createPacks(http: Http, connection: () => Promise<Connection>): Packs {
  const path = `${local}/packs`;
  const pathOf = (packId: string) => `${path}/${encodeURIComponent(packId)}`;
  const read = createReader(http);
  const post = async (path: string, body: object = {}) => {
    await http.json({ method: "POST", path, body, isRepeatable: false });
  };
  return {
    list: async () => (await read(packList, { path })).packs.filter(isKnownPack),
    install: (packId) => post(`${pathOf(packId)}/install`),
    async installFrom(packId, sourcePath) {
      const { key, expiresAt } = await requireSigner(connection);
      const signature = signPackSource(key, { packId, sourcePath, expiresAt });
      await post(`${pathOf(packId)}/install-from`, { sourcePath, expiresAt, signature });
    },
    cancel: (packId) => post(`${pathOf(packId)}/cancel`),
    async remove(packId) {
      await http.json({ method: "DELETE", path: pathOf(packId), isRepeatable: false });
    },
  };
}
