/** Calls of an extension of a workspace's service. */
import type { Topic } from "../../../preload/contract";
import type { ExtensionName } from "../../../preload/facts/extensions";
import type { Remote } from "../../remote/remote";
import type { ResourceDeps } from "./resource-deps";

type Deps = Pick<ResourceDeps, "remote" | "extensions" | "changed">;

/**
 * Resolves as `work` does. Queries of the topic read again afterwards, also after a failure: the
 * change may have been made.
 */
type Write = <T>(work: Promise<T>) => Promise<T>;

export interface ExtensionCalls {
  /** @throws AppError "not-offered" */
  callsOf(workspaceId: string): Remote["extensions"];
  write: Write;
}

export const createWrite =
  ({ changed }: Pick<Deps, "changed">, topic: Topic): Write =>
  async (work) => {
    try {
      return await work;
    } finally {
      changed(topic);
    }
  };

/** `name`: under which a service announces the extension. */
export function createExtensionCalls(
  deps: Deps,
  name: ExtensionName,
  topic: Topic,
): ExtensionCalls {
  const { remote, extensions } = deps;
  return {
    callsOf(workspaceId) {
      extensions.require(workspaceId, name);
      return remote(workspaceId).extensions;
    },
    write: createWrite(deps, topic),
  };
}
