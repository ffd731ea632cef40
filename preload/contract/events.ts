/** The events of the main process, and the topics of the event "changed". */
import { z } from "zod";
import { uploadProgress, uploadSummary } from "../model";
import { route } from "../routes";

/** The topics of the event "changed". Each query lists the topics that it depends on. */
const topics = [
  "app",
  "workspaces",
  "gallery",
  "downloads",
  "plans",
  "uploads",
  "manifests",
  "watchFolders",
  "settings",
  "connectionTest",
  "projects",
  "batches",
  "schedules",
  "review",
  "deliveryPresets",
  "casting",
  "glossary",
  "team",
  "users",
  "catalogue",
  "scripts",
  "outbox",
  "bulk",
  "maintenance",
  "updates",
] as const;
const topic = z.enum(topics);
export type Topic = z.infer<typeof topic>;

/**
 * The events of the main process. An event lists the topics that changed; queries then reload their
 * data.
 */
export const events = {
  changed: z.object({ topics: z.array(topic) }),
  /** Emitted at most four times per second during data transfer. */
  uploadsProgressed: z.object({
    uploads: z.array(uploadProgress),
    summaries: z.array(z.object({ workspaceId: z.string(), summary: uploadSummary })),
  }),
  /** The user chose an item of the native menu; its id is an action of the window. */
  menuChosen: z.object({ action: z.string() }),
  /**
   * The user opened files or folders with the application: absolute paths. The window offers to
   * upload them, as if they were dropped on it.
   */
  filesOpened: z.object({ paths: z.array(z.string()) }),
  /**
   * A notification was clicked or a link was opened; the window navigates to the route.
   * `workspaceId` is null if no workspace on this computer matches the link. `service` is the base
   * URL in the link, if there is one.
   */
  opened: z.object({ workspaceId: z.string().nullable(), service: z.string().optional(), route }),
  /**
   * A link to the form of invitations was opened: the link of the invitation, or "". Nothing
   * follows until the user submits the form.
   */
  invited: z.object({ invitation: z.string() }),
};

/** The payload of each event. */
export type Events = { [N in keyof typeof events]: z.output<(typeof events)[N]> };
/** Emits an event; the payload is parsed by its schema before it is sent. */
export type Emit = <N extends keyof Events>(name: N, payload: Events[N]) => void;
