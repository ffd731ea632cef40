/**
 * SECURITY: a local workspace downloads scripts and videos from the addresses that a call names,
 * and an address can carry data out. New hosts are confirmed first. Hosted services download from
 * their own network.
 */
import type { BatchRequest, Source } from "../../../preload/contract/outbox";
import type { Handlers } from "../../../preload/contract";
import { originOf, type KnownHosts } from "./known-hosts";

export interface DownloadHostsDeps {
  hosts: KnownHosts;
  isLocal: (workspaceId: string) => boolean;
}

/**
 * The handlers of outbox and bulk; those that name addresses for a local workspace confirm new
 * hosts first.
 */
export function confirmDownloadHosts(
  { outbox, bulk }: Pick<Handlers, "outbox" | "bulk">,
  { hosts, isLocal }: DownloadHostsDeps,
): Pick<Handlers, "outbox" | "bulk"> {
  async function confirm(workspaceId: string, locations: readonly string[]): Promise<void> {
    if (!isLocal(workspaceId)) return;
    const origins = locations.flatMap((location) => originOf(location.trim()) ?? []);
    await hosts.require("download", origins);
  }
  const ofSource = (source: Source) => (source.kind === "location" ? [source.location] : []);
  const locationsOf = ({ script, video }: BatchRequest) => [script, video].flatMap(ofSource);

  return {
    outbox: {
      ...outbox,
      async add(input) {
        await confirm(input.workspaceId, locationsOf(input.request));
        return outbox.add(input);
      },
      async change(input) {
        await confirm(input.workspaceId, locationsOf(input.request));
        return outbox.change(input);
      },
      async addLanguages(input) {
        const { languages } = input.request;
        await confirm(
          input.workspaceId,
          languages.flatMap(({ script }) => ofSource(script)),
        );
        return outbox.addLanguages(input);
      },
    },
    bulk: {
      ...bulk,
      async start(input) {
        const { workspaceId, draftId, rowIds } = input;
        if (isLocal(workspaceId)) {
          const { rows } = await bulk.draft({ workspaceId, draftId });
          const chosen = rowIds === null ? null : new Set(rowIds);
          const started = rows.filter(({ id }) => chosen === null || chosen.has(id));
          await confirm(
            workspaceId,
            started.flatMap(({ video, script }) => [video, script]),
          );
        }
        return bulk.start(input);
      },
    },
  };
}
