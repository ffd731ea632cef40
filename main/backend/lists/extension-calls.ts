/** Calls of an extension of a workspace's service. */
import type { Topic } from "../../../preload/contract";
import type { ExtensionName } from "../../../preload/facts/extensions";
import type { Remote } from "../../remote/remote";
import type { ResourceDeps } from "./resource-deps";

type Deps = Pick<ResourceDeps, "remote" | "extensions" | "changed">;

export interface ExtensionCalls {
  /** @throws AppError "not-offered" */
  callsOf(workspaceId: string): Remote["extensions"];
  /**
   * Queries of the topic read again after the work, also after a failure: the change may have been
   * made.
   */
  write<T>(work: Promise<T>): Promise<T>;
}

/** `name`: under which a service announces the extension. */
export function createExtensionCalls(
  { remote, extensions, changed }: Deps,
  name: ExtensionName,
  topic: Topic,
): ExtensionCalls {
  return {
    callsOf(workspaceId) {
      extensions.require(workspaceId, name);
      return remote(workspaceId).extensions;
    },
    async write(work) {
      try {
        return await work;
      } finally {
        changed(topic);
      }
    },
  };
}
