/**
 * The extensions of the interface: groups of calls that a local workspace's service has below
 * "/local" and announces at `GET /local`. A service may announce others, of a later version.
 */
export const extensionNames = [
  "administration", // credentials, invitations and the audit of a service for a team
  "backup", // copies of the whole workspace
  "batch-origins", // the script, video and settings that a batch was created from
  "batch-settings", // settings that the interface does not have
  "casting", // languages of voices, and numbers of lines of characters
  "characters", // renaming and merging
  "clones", // the service copies files of this computer
  "comment-threads", // replies to comments, and comments on spans of a line
  "confirmations", // work that was begun on another computer
  "delivery-files", // deliveries that clients download
  "delivery-presets", // presets of deliveries, for all projects
  "dubs", // making the takes of batches
  "exports", // deliveries to a folder of this computer
  "external-engines", // commands and HTTP services that speak or transcribe
  "glossary", // changes, and import of CSV
  "language-voices", // voices of characters in single languages
  "lines", // the lines and assigned members of batches
  "media-files", // downloads from the gallery
  "move", // the whole workspace to another service
  "packs", // models of the engine
  "presence", // who is at which line of a review
  "review", // the lines with their takes and originals
  "schedules", // due dates and notes of projects and batches
  "scripts", // a store of scripts
  "source-previews", // copies of videos that the window can show
  "statistics", // numbers of the contents
  "users", // changes to the users of the workspace
  "voice-samples", // sounds of voices
] as const;
export type ExtensionName = (typeof extensionNames)[number];
