import type { ConnectionState, WorkspaceKind } from "../../../../preload/model";
import { formatNumber } from "../../format";
import { count } from "./count";

const uploads = (number: number) => count(number, "upload", "uploads");
const states: Record<ConnectionState, string> = {
  unknown: "connecting…",
  starting: "starting…",
  online: "online",
  offline: "offline",
  unreachable: "not reachable",
  "token-refused": "sign-in refused",
  "secret-missing": "secret needed",
};
const kinds: Record<WorkspaceKind, string> = { local: "This computer", hosted: "Hosted" };

/** A workspace and its actions. */
export const workspace = {
  states,
  localName: kinds.local,
  kind: (kind: WorkspaceKind, state: ConnectionState) => `${kinds[kind]} · ${states[state]}`,
  switcher: (name: string) => `Workspace: ${name}`,
  switcherPrefix: "Workspace:",
  menu: "Workspaces",
  add: "Add workspace…",
  rename: "Rename…",
  renameTitle: "Rename workspace",
  renamed: (name: string) => `Workspace renamed to “${name}”`,
  replace: "Replace credentials…",
  remove: "Remove…",
  removeTitle: (name: string) => `Remove “${name}”?`,
  /** What removal deletes and what it keeps, the most important first. */
  removeOpen: (open: number) =>
    `${open === 1 ? "1 upload that is" : `${formatNumber(open)} uploads that are`} not finished will be cancelled.`,
  removePendingRequests: (number: number) =>
    `${number === 1 ? "1 request in the outbox that was" : `${formatNumber(number)} requests in the outbox that were`} not sent will be deleted.`,
  removeBulkDrafts: (number: number) =>
    `${count(number, "bulk table", "bulk tables")} will be deleted.`,
  removeFormDrafts: (number: number) =>
    `${number === 1 ? "1 form that is" : `${formatNumber(number)} forms that are`} filled in will be lost.`,
  removeTrackedRequests: (number: number) =>
    `${count(number, "bulk request", "bulk requests")} will no longer be followed here.`,
  removeBucket:
    "The settings and the key of the bucket for scripts will be deleted; the scripts in it stay.",
  removeWatchFolders: (folders: string) => `These folders will no longer be watched: ${folders}.`,
  removeHosted: (cached: number) =>
    `Its credentials and cached data will be deleted from this computer: ${count(cached, "path", "paths")} of the media gallery, projects, batches and castings. Nothing is deleted at the service.`,
  removeLocal: (folder: string) =>
    `The workspace and its list of uploads will be removed from Dubyard. Its projects and media stay on disk in ${folder}.`,
  removed: (name: string) => `“${name}” was removed`,
  reconnect: "Connect now",
  restoreCopy: (madeAt: string) => `Restore copy of ${madeAt}`,
  restoreCopyTitle: (name: string) => `Restore the database of “${name}”?`,
  restoreCopyText: (madeAt: string) =>
    `Changes to projects, batches and the gallery after ${madeAt} are lost. Media files stay in the folder, and the damaged database is kept there.`,
  openAnyway: "Open anyway",
  openAnywayTitle: (name: string) => `Open “${name}” with its invalid rows?`,
  invalidRows: (rows: string) => `The check found: ${rows}.`,
  copyRestored: (name: string) => `The database of “${name}” was restored`,
  test: "Test connection",
  responds: (name: string, milliseconds: number) =>
    `“${name}” responds and accepts its credentials (${formatNumber(milliseconds)} ms).`,
  connectedLocal: (name: string) => `“${name}” is running.`,
  openWork: (open: number) => `${uploads(open)} open`,
  group: "Workspace",
  /** Batches and bulk requests that were begun on another computer. */
  held: {
    text: (number: number, hosts: string) =>
      `${number === 1 ? "1 batch or bulk request was" : `${formatNumber(number)} batches or bulk requests were`} begun on another computer or by an earlier version. ${hosts === "" ? "Nothing is read before you continue." : `Nothing is read from ${hosts} before you continue.`}`,
    otherHosts: (number: number) => count(number, "other host", "other hosts"),
    confirm: "Continue",
    later: "Not now",
  },
  name: "Name",
  nameHint: "Shown in the sidebar",
  secretLasts: "Stored in the keychain",
  secretSession: "Kept until you quit",
};
/** Banners for the connection to the service. */
export const connection = {
  unreachable: "The service is not responding. Dubyard keeps trying.",
  unreachableLocal: "The local workspace is not running.",
  tokenRefused: "The service refuses the credentials of this workspace. Uploads wait.",
  starting: "The local workspace is starting…",
  diskFull:
    "The disk of this workspace is full. It can be read, and files, takes, batches and projects can be deleted; other changes are possible again when there is space.",
  tryNow: "Try now",
  replace: "Replace credentials…",
  enterSecret: "Enter the secret…",
  uploadsWait: "Uploads wait.",
};
/** The two choices of the first start, and the forms for credentials. */
export const firstRun = {
  title: "Welcome to Dubyard",
  subtitle: "Where do you want to keep your projects?",
  addTitle: "Add workspace",
  localTitle: "Work on this computer",
  localText: "Everything stays here. No account, no network.",
  localAction: "Start here",
  localStarting: "Starting the local workspace…",
  localReady: "The workspace on this computer is ready",
  localRoom: (room: string) => `${room} free`,
  chooseFolder: "Choose another folder…",
  /** `counts` is null if the database of the workspace is damaged or missing. */
  holdsWorkspace: (counts: { projects: number; files: number } | null) =>
    counts
      ? `This folder holds a workspace: ${count(counts.projects, "project", "projects")}, ${count(counts.files, "file", "files")}.`
      : "This folder holds a workspace whose database is damaged or missing.",
  openAction: "Open it",
  hostedTitle: "Connect to a service",
  hostedText: "With the address and credentials from your dubbing service.",
  hostedAction: "Connect…",
  back: "Back",
  method: "How to connect",
  methods: { credentials: "Credentials", invitation: "Invitation" },
  invitation: "Invitation",
  invitationHint: "The link that you received. It can be used once.",
  invitationText: (server: string) =>
    `Connects to ${server}, which gives this computer credentials of its own. Its administrators see the name of this computer.`,
  baseUrl: "Base URL",
  baseUrlHint: "For example https://api.example.com/v1",
  clientId: "Client ID",
  clientSecret: "Client secret",
  showSecret: "Show secret",
  hideSecret: "Hide secret",
  advanced: "Advanced",
  scheme: "How the token is sent",
  schemes: { raw: "The token alone", bearer: "With “Bearer ” before it" },
  schemeHint: "In the Authorization header, as your service expects it.",
  test: "Test connection",
  testing: "Testing…",
  testGood: (milliseconds: number) =>
    `The service responds and accepts these credentials (${formatNumber(milliseconds)} ms).`,
  connect: "Connect",
  connecting: "Connecting…",
  connected: (name: string) => `Connected to “${name}”`,
  required: (field: string) => `Enter the ${field.toLowerCase()}.`,
  badUrl: "Enter a URL that begins with https:// or http://.",
  refused: "The service refuses these credentials. Check the client ID and the secret.",
  noVault: "No keychain found: the secret is kept until you quit.",
  replaceTitle: (name: string) => `Replace credentials of “${name}”`,
  replaceText: "They are tested first. The queue then continues.",
  replaceAction: "Test and replace",
  secretTitle: (name: string) => `Enter the client secret of “${name}”`,
  secretText: "It is tested first. The queue then continues.",
  secretAction: "Test and connect",
  replaced: "The credentials were replaced",
};
