/** Forms that are being filled in. */
import type { Handlers } from "../../../preload/contract";
import type { FormStore } from "./form-store";

export function createFormHandlers(store: FormStore): Handlers["forms"] {
  return {
    kept: ({ workspaceId, place }) => ({ text: store.get(workspaceId, place) }),
    keep: ({ workspaceId, place, text }) => store.set(workspaceId, place, text),
  };
}
