/** Credentials and invitations of a service for a team (extension "administration"). */
import type { z } from "zod";
import type { CredentialScope } from "../../../preload/facts/credentials";
import {
  createdInvitation,
  credentials,
  invitations,
  newSecret,
} from "../../../preload/local-service/people";
import type { Http } from "../http/http";
import { createReader, local } from "./read-form";

export type CredentialList = z.infer<typeof credentials>["credentials"];
export type NewSecret = z.infer<typeof newSecret>;

export interface Administration {
  listCredentials(): Promise<CredentialList>;
  addCredential(fields: {
    name: string;
    scope: CredentialScope;
    userId: string | null;
  }): Promise<NewSecret>;
  rotate(credentialId: string): Promise<NewSecret>;
  endRotation(credentialId: string): Promise<void>;
  revoke(credentialId: string): Promise<void>;
  listInvitations(): Promise<z.infer<typeof invitations>["invitations"]>;
  invite(fields: {
    userId: string;
    scope: CredentialScope;
  }): Promise<z.infer<typeof createdInvitation>>;
  withdraw(invitationId: string): Promise<void>;
  /** Needs no credentials. `name`: of the computer or program that gets them. */
  accept(code: string, name: string): Promise<NewSecret>;
}

export function createAdministration(http: Http): Administration {
  const read = createReader(http);
  const change = async (method: "POST" | "DELETE", path: string) => {
    await http.json({ method, path: `${local}/${path}`, isRepeatable: true });
  };
  const credential = (id: string) => `credentials/${encodeURIComponent(id)}`;
  /** A repeated call would make another secret. */
  const once = { method: "POST", isRepeatable: false } as const;
  return {
    listCredentials: async () =>
      (await read(credentials, { path: `${local}/credentials` })).credentials,
    addCredential: (body) => read(newSecret, { ...once, path: `${local}/credentials`, body }),
    rotate: (id) => read(newSecret, { ...once, path: `${local}/${credential(id)}/rotate` }),
    endRotation: (id) => change("POST", `${credential(id)}/end-rotation`),
    revoke: (id) => change("DELETE", credential(id)),
    listInvitations: async () =>
      (await read(invitations, { path: `${local}/invitations` })).invitations,
    invite: (body) => read(createdInvitation, { ...once, path: `${local}/invitations`, body }),
    withdraw: (id) => change("DELETE", `invitations/${encodeURIComponent(id)}`),
    accept: (code, name) =>
      read(newSecret, {
        ...once,
        path: `${local}/invitations/accept`,
        body: { code, name },
        isPublic: true,
      }),
  };
}
