/**
 * The certificate authorities that the user has added: of a company that inspects connections, or
 * of its own service.
 */
import path from "node:path";
import { z } from "zod";
import type { AddedAuthorities, AuthoritiesState } from "../../../preload/model";
import { readBounded } from "../../common/files";
import type { Log } from "../../common/log";
import { printable } from "../../common/printable";
import { readAuthorities, systemAuthorities } from "../../remote/http/certificates";
import { maxAuthorityBytes, readManagedAuthorities } from "../../remote/http/managed-authorities";
import type { Dialogs } from "../ports";
import type { SettingsStore } from "../settings/store";

export interface AuthoritiesDeps {
  settings: SettingsStore;
  dialogs: Pick<Dialogs, "chooseFile">;
  /** A file of authorities that the administrator has set; null for none. */
  managedFile: string | null;
  now: () => number;
  log: Log;
  /** The authorities changed: existing connections trust the wrong ones. */
  onChanged: () => void;
}

const setting = "authorities";
/** The content of the file is stored, so that the file can be deleted or be on another computer. */
const stored = z.object({ file: z.string(), pem: z.string() });

export function createAuthorities(deps: AuthoritiesDeps) {
  const { settings, dialogs, now, onChanged } = deps;
  const managed = readManagedAuthorities(deps.managedFile, deps);
  let current = stored
    .nullable()
    .catch(null)
    .parse(settings.get(setting) ?? null);

  function change(next: typeof current): void {
    settings.set(setting, next);
    current = next;
    onChanged();
  }

  return {
    /** The added authorities as PEM, those of the administrator first; "" for none. */
    pem: () => managed.pem + (current?.pem ?? ""),
    /** The subjects of the authorities that the administrator has set. */
    managed: () => managed.subjects,
    state(): AuthoritiesState {
      const system = systemAuthorities()?.length ?? null;
      if (!current) return { file: null, added: [], system };
      const read = readAuthorities(Buffer.from(current.pem), 0);
      return {
        file: current.file,
        added: "fault" in read ? [] : read.authorities,
        system,
      };
    },
    /**
     * Adds the authorities of a file that the user chooses, in place of the previous ones. Null if
     * the user cancels.
     */
    async choose(): Promise<AddedAuthorities | null> {
      // SECURITY: the owner of an authority's key can read all connections, so only a native dialog
      // can add one.
      const chosen = await dialogs.chooseFile({ extensions: ["pem", "crt", "cer"] });
      if (chosen === null) return null;
      const file = printable(path.basename(chosen));
      const { bytes } = await readBounded(chosen, maxAuthorityBytes);
      if (bytes === null) return { file, fault: "too-large", position: 0 };
      const read = readAuthorities(bytes, now());
      if ("fault" in read) return { file, ...read };
      change({ file, pem: read.pem });
      return { file, fault: null, position: 0 };
    },
    remove: () => change(null),
  };
}
