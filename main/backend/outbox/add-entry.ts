/**
 * Adds entries to the outbox, with the uploads of their files, and waits for the delivery of those
 * that can be sent now.
 */
import type { OutboxEntry } from "../../../preload/contract/outbox";
import { AppError } from "../../common/errors";
import type { Remote } from "../../remote/remote";
import type { DeliveryWait } from "./delivery-wait";
import type { EntryView } from "./entry-view";
import type { RequestMedia } from "./requests/request-media";
import type { RequiredMedia } from "./requests/media-identity";
import type { ScriptUploads } from "./requests/script-uploads";
import type { NewOutboxEntry } from "./store/entry-rows";
import type { OutboxStore } from "./store/outbox-store";

export interface AddEntryDeps {
  store: OutboxStore;
  media: RequestMedia;
  scriptUploads: Pick<ScriptUploads, "discard">;
  delivery: DeliveryWait;
  view: EntryView;
  remote: (workspaceId: string) => Remote;
  /** Called once an entry is shown. */
  onAdded: () => void;
  onChanged: () => void;
  now: () => number;
  /** For tests: called between any two steps. */
  onStep: ((step: string) => void) | undefined;
}

export function createAddEntry(deps: AddEntryDeps) {
  const { store, media, view } = deps;

  /**
   * Adds an entry with its files, on disk when it resolves; `also` writes in the transaction that
   * ends its state "draft".
   */
  async function enqueue(
    entry: NewOutboxEntry,
    requiredMedia: readonly RequiredMedia[],
    also?: (id: number) => void,
  ): Promise<number> {
    const { workspaceId } = entry;
    const files = await media.identify(workspaceId, requiredMedia);
    // Throws when the workspace was removed meanwhile.
    deps.remote(workspaceId);
    const id = store.durably(() => store.add(entry, deps.now()));
    deps.onStep?.("added");
    await media.assign(id, workspaceId, files);
    deps.onStep?.("files assigned");
    store.publish(id, also && (() => also(id)));
    deps.onStep?.("published");
    deps.onAdded();
    return id;
  }

  /**
   * Adds an entry and waits for its delivery. Rejects with the error of the service if it rejects
   * the request meanwhile; the caller has the content, so the entry is deleted then.
   */
  async function send(
    entry: NewOutboxEntry,
    requiredMedia: readonly RequiredMedia[],
  ): Promise<OutboxEntry> {
    const id = await enqueue(entry, requiredMedia);
    const row = await deps.delivery.wait(id);
    if (row.state !== "refused" || !store.deleteRefused(id, row.revision))
      return view.toEntry(view.require(entry.workspaceId, id));
    const { code, message } = view.toEntry(row).problem ?? { code: "internal", message: "" };
    const fields = view.fieldsOf(row);
    deps.onChanged();
    await deps.scriptUploads.discard([id]);
    throw new AppError(code, message, fields.length > 0 ? { details: fields } : {});
  }

  return { enqueue, send };
}
