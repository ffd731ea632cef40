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

/** A connection to a service, and what can be done with it. */
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
  renamed: (name: string) => `The workspace is now called “${name}”`,
  replace: "Replace credentials…",
  remove: "Remove…",
  removeTitle: (name: string) => `Remove “${name}”?`,
  /** What goes, in the order of its weight: what is lost, what is forgotten, what stays. */
  removeOpen: (open: number) =>
    `${open === 1 ? "1 upload that is" : `${formatNumber(open)} uploads that are`} not finished will be dropped.`,
  removeOrders: (number: number) =>
    `${number === 1 ? "1 order of the outbox that was" : `${formatNumber(number)} orders of the outbox that were`} not sent will be dropped.`,
  removeTables: (number: number) =>
    `${count(number, "bulk table", "bulk tables")} will be deleted.`,
  removeForms: (number: number) =>
    `${number === 1 ? "1 form that is" : `${formatNumber(number)} forms that are`} filled in will be lost.`,
  removeRequests: (number: number) =>
    `${count(number, "bulk request", "bulk requests")} will no longer be followed here.`,
  removeBucket:
    "The settings and the key of the bucket for scripts will be deleted; the scripts in it stay.",
  removeHosted: (cached: number) =>
    `This computer forgets its credentials and what was read of it: ${count(cached, "path", "paths")} of the media gallery, projects, batches and casts. Nothing is deleted at the service.`,
  removeLocal: (folder: string) =>
    `It disappears from Dubyard with its list of uploads. Its projects and media stay on disk in ${folder}.`,
  removed: (name: string) => `“${name}” was removed`,
  reconnect: "Try to connect now",
  restoreCopy: (madeAt: string) => `Restore copy of ${madeAt}`,
  restoreCopyTitle: (name: string) => `Restore the database of “${name}”?`,
  restoreCopyText: (madeAt: string) =>
    `What was changed in projects, batches and the gallery after ${madeAt} is lost. Media files stay in the folder, and the damaged database is kept beside them.`,
  copyRestored: (name: string) => `The database of “${name}” was restored`,
  test: "Test connection",
  answers: (name: string, milliseconds: number) =>
    `“${name}” answers and accepts its credentials (${formatNumber(milliseconds)} ms).`,
  answersLocal: (name: string) => `“${name}” runs.`,
  openWork: (open: number) => `${uploads(open)} open`,
  group: "Workspace",
  name: "Name",
  nameHint: "As it is shown in the sidebar",
  secretLasts: "Kept in the keychain",
  secretSession: "Kept until you quit",
};
/** Banners on the way to the service. */
export const connection = {
  unreachable: "The service does not answer. Dubyard keeps trying.",
  unreachableLocal: "The local workspace is not running.",
  tokenRefused: "The service refuses the credentials of this workspace. Uploads wait.",
  starting: "The local workspace is starting…",
  tryNow: "Try now",
  replace: "Replace credentials…",
  enterSecret: "Enter the secret…",
  uploadsWait: "Uploads wait.",
};
/** The two doors of a first run, and the forms for credentials. */
export const firstRun = {
  title: "Welcome to Dubyard",
  subtitle: "Where do your projects live?",
  addTitle: "Add workspace",
  localTitle: "Work on this computer",
  localText: "Everything stays here. No account, no network.",
  localAction: "Start here",
  localStarting: "Starting the local workspace…",
  localRoom: (room: string) => `${room} free`,
  chooseFolder: "Choose another folder…",
  hostedTitle: "Connect to a service",
  hostedText: "With the address and credentials your dubbing service gave you.",
  hostedAction: "Connect…",
  back: "Back",
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
    `The service answers and accepts these credentials (${formatNumber(milliseconds)} ms).`,
  connect: "Connect",
  connecting: "Connecting…",
  connected: (name: string) => `Connected to “${name}”`,
  required: (field: string) => `Enter the ${field.toLowerCase()}.`,
  badUrl: "Enter an address that begins with https:// or http://.",
  refused: "The service refuses these credentials. Check the client ID and the secret.",
  noVault: "No keychain found: the secret is kept until you quit.",
  replaceTitle: (name: string) => `Replace credentials of “${name}”`,
  replaceText: "They are tested first. The queue goes on where it stopped.",
  replaceAction: "Test and replace",
  secretTitle: (name: string) => `Enter the client secret of “${name}”`,
  secretText: "It is tested first. The queue goes on where it stopped.",
  secretAction: "Test and connect",
  replaced: "The credentials were replaced",
};
