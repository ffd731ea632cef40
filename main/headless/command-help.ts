/**
 * What the terminal commands do: the table of `dubyard --help` and of README.md in this folder,
 * which `node resources/tools/headless-readme.mjs` writes.
 */
import { deliveryPartNames, deliveryPresetNames } from "../../preload/facts/delivery";
import { connectionExit } from "./exit-codes";

/** The help of one command. */
export interface CommandHelp {
  /**
   * The arguments after "dubyard NAME", one text for each form of the command; a text can have
   * several lines.
   */
  forms: readonly string[];
  /** Lines of `--help`. */
  about: string;
  /** The exit codes that have a meaning of their own: "0 done, 1 a file failed". */
  exits: string;
  /** Paragraphs of the README alone, as Markdown. */
  notes: readonly string[];
}

/** A subject that several commands have in common. */
export interface SharedHelp {
  title: string;
  /** Lines of `--help`. */
  about: string;
  /** Paragraphs of the README alone, as Markdown. */
  notes: readonly string[];
}

/** "10 dns, 11 tcp" */
const stepCodes = Object.entries(connectionExit)
  .map(([step, code]) => `${code} ${step}`)
  .join(", ");

/** The commands, in the order of the help. */
export const commandHelp = {
  serve: {
    forms: [
      `--data DIR [--database URL | --database-file FILE] [--packs DIR] [--port N] [--metrics-port N]
[--drain SECONDS] [--allow-private-urls] [--confirmation-key FILE] [--credentials-file FILE]
[--objects s3://BUCKET/PREFIX?endpoint=URL] [--objects-key-file FILE] [--work-dir DIR] [--work-bytes N]
[--role api|worker|api,worker]
[--team NAME [--listen ADDRESS --public-url URL] [--tls-cert FILE --tls-key FILE] [--behind-proxy ADDRESS]...]`,
    ],
    about: `
Runs the service of a local workspace. Unfinished deliveries of DIR that were begun with another
key wait for a confirmation. The key of this user and computer is created in FILE, by default in
the folder for application state.
--database: the rows are in this PostgreSQL database, and the bytes in DIR
GET /healthz and /readyz, beside the interface, are 200 or 503, for monitors
--metrics-port: GET /metrics on this port, in the text format of Prometheus; 0 is any free port
--drain: after a signal, running requests have this time to end; 10 unless given
--credentials-file: the address and the credentials are written to FILE, and not to stdout
--objects: media, scripts and takes are in a bucket, not in DIR; in a new DIR only
--work-dir, --work-bytes: the folder and the size of the copies of objects that are in use
--role: api responds to clients and has no engine, worker works in the background; with --team, --database
and --objects, of one of several processes
--team: several persons use the service, each with credentials of their own; NAME is shown to them
--listen: on this address instead of this computer alone; with TLS, or behind a proxy that has it
--behind-proxy: an address or network of proxies, whose X-Forwarded-For is believed
Each option is also a variable: DUBYARD_METRICS_PORT is --metrics-port`,
    exits: `
0 stopped by a signal, 1 could not start, or an unexpected error, 2 invalid arguments`,
    notes: [
      'The first line of stdout is `{"baseUrl","clientId","clientSecret"}`; a folder always has the same credentials. The ' +
        "OpenAPI document of the service is at `{baseUrl}/openapi.json`. Its extensions of the interface (users, glossary " +
        "editing, scripts, lines and origins of batches, statistics, backup, the bytes of media) are below " +
        "`{baseUrl}/local`, which also lists its capabilities. The extension `clones`, which copies files of this computer " +
        "by their paths, is offered only to the application that starts the service as its child process, not by `serve`. " +
        "The service fetches scripts and videos from public addresses only, unless it was started with " +
        "`--allow-private-urls`.",
      "If its database is damaged or missing, it prints the time of the newest daily copy (`DIR/copies`) and exits; with " +
        "`--restore-copy` it starts with that copy, and the damaged file is kept beside it. The rows of a workspace that " +
        "was not used on this computer, or that changed since, are checked: it names those with invalid values and exits; " +
        "with `--accept-rows` it starts with them.",
      "`--database postgres://USER@HOST/NAME` needs PostgreSQL 15 or later, and a database with the encoding UTF8 and the " +
        "locale C (`CREATE DATABASE NAME TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`). The first start creates its " +
        "tables; from then on the database and the folder belong together. A URL with a password is given in FILE, or in " +
        "`DUBYARD_DATABASE` in the environment. Backups, copies and their restore are those of PostgreSQL. Several " +
        "services with `--objects` and `--team`, whose folders have the same key, may use a database together; otherwise " +
        "it is one process.",
      "An option that is not among the arguments is read from the environment: `DUBYARD_`, and its name in upper case with " +
        '"_" instead of "-". One without a value is 0 or 1 there, and one that may be repeated has its values separated by ' +
        "commas. `--restore-copy` and `--accept-rows` are arguments only. A file in `DUBYARD_DATABASE_FILE`, `DUBYARD_OBJECTS_KEY_FILE` and, " +
        "for the commands that call a service, `DUBYARD_CLIENT_SECRET_FILE` has the secret.",
      "External engines of the folder are used if their fingerprint (`GET /local/external-engines`) is given with " +
        "`--confirm-engine`, which may be repeated; the key of an engine is `DUBYARD_KEY_ID` in the environment, with the " +
        'id in upper case and "_" instead of "-".',
      "After SIGTERM, SIGINT or SIGHUP `/readyz` is 503 at once, new requests get 503, and the service closes when running " +
        "requests have ended, or after `--drain` seconds, or at a second signal. With `--metrics-port` the first line of " +
        "stdout also has `metricsUrl`. Health, readiness and metrics need no token, are only on this computer, and contain " +
        "no names, ids, paths or secrets ([main/local-service](../local-service/README.md#operations)).",
      "With `--objects` the clients of the service send and read media at the bucket, by signed URLs. Parameters of its URL " +
        "are `endpoint` (another service than AWS), `region` (us-east-1 unless given) and `path-style` (1 with an endpoint, " +
        "else 0). The key is in `DUBYARD_OBJECTS_ACCESS_KEY_ID` and `DUBYARD_OBJECTS_SECRET_ACCESS_KEY`, or in the file of " +
        '`--objects-key-file`: `{"accessKeyId": "…", "secretAccessKey": "…"}`. Backups and clones are not offered then ' +
        "([main/local-service](../local-service/README.md#objects-in-a-bucket)).",
      "On a full disk the service starts: it can be read, what it contains can be deleted, and a backup can be written to " +
        "another disk ([main/local-service](../local-service/README.md#full-disk)).",
    ],
  },
  dub: {
    forms: [
      `SCRIPT --to DIR --language CODE [--language CODE]... [--video FILE] [--keep-original]
[--bed FILE] [--sound-track N] [--incomplete] [--hold-frame]
[--takes 1..3] [--gap MS] [--slow] [--voice CHARACTER[@LANGUAGE]=VOICE]...
[--speaker-separator TEXT] [--lines KINDS] [--encoding NAME] [--columns COLUMN=CONTENT,...]
[--script-start TIME] [--strict] [--packs DIR] [--json]`,
    ],
    about: `
Makes the takes of a script with the voices of this computer: DIR/ES-ES/takes/0001_ANNA.wav. With
--video also the track and the video: DIR/ES-ES/NAME_ES-ES.wav and .mp4; --keep-original keeps the
original sound under the dub. Characters without --voice have a voice by their names. What the
written video does not have of the other one, such as its cover or subtitles, is listed.
--bed: a file with the music and effects, which are under the dub instead of the original sound
--gap: milliseconds of the gap after a line that a longer take uses before it is accelerated; 500
  unless given, 0 for none
--slow: a take that is shorter than its line is slowed to fill it, down to 0.85 of its speed
--sound-track: the sound track of the video that is its sound, from 1; without it, the one that is
  heard by default, before commentaries and descriptions
--incomplete: a video that was cut off or damaged is dubbed as far as it goes; without it, such a
  video ends the command with 2 before a take is made
--hold-frame: the last frame of a video that becomes .mp4 or .mov is held until the last take that
  begins within the picture has ended; without it, such a line is reported, and the command exits with 1
--voice: ANNA=Ashley for all languages, ANNA@fr-fr=Amélie for one
--speaker-separator: of the speaker and the text in subtitles
--encoding: of a text file, such as windows-1250; without it, it is recognised by the language
--columns: of a table, by name or letter: Rolle=character,D=text:de-de (id, character, text, text:CODE,
  emotion, intensity, start, end, duration, ignore); other columns are recognised by their names. Also
  sheet:NAME, header:ROW (0: the table has none), fps:RATE of times with frames
--script-start: the time in the script that is the first frame, such as 01:00:00; without it, a
  script whose lines all begin after the picture, at its timecode, ends the command with 2
--strict: a warning about the script ends the command with 2 before a take is made
--lines: kinds of text that are lines, or with "no-" are not: heading,no-number (number, time,
  heading, direction, action, page, hidden, name). Directions that are lines, such as "[music]" and
  "(laughs)", are silent; speak-directions speaks them. With no-name, words alone above texts are
  the names of their speakers
Existing files are not replaced. Working files are in a temporary folder (TMPDIR) until the end.
The column Source_Audio is not used: scripts of line dubbing need a workspace.`,
    exits: "0 every take is made, 1 a take or a language failed, 2 also results that exist",
    notes: [
      "It needs neither an account nor a running service. Characters without `--voice` are cast by the gender that their " +
        "name suggests, as in a local workspace. The temporary folder is removed at the end, or by the next run if the " +
        "process was killed. If results exist in `DIR`, the command ends before any take is made. Failed lines are listed " +
        "with their reasons. With `--json` it prints progress, failures and a summary with the files. An invalid script " +
        "or video ends it with 2.",
    ],
  },
  export: {
    forms: [
      `BATCH --base-url URL --languages CODE,CODE --to DIR [--parts PART,PART] [--preset PRESET]
[--naming number|source-audio | --name-template TEXT] [--mix stereo|mono|source] [--original-track]
[--start-timecode TIMECODE] [--anyway] [--json]`,
      "--continue DIR --base-url URL [--json]",
    ],
    about: `
Delivers a batch to DIR/NAME_v1, or the next version: of a local workspace, or of a service for a team,
from which the files are downloaded and compared. Credentials: as of upload.
parts: ${deliveryPartNames.join(", ")}
presets of the mix: ${deliveryPresetNames.join(", ")}
--anyway: also with errors and lines that are not approved
--continue: downloads the rest of a delivery to its folder DIR, as DIR/NAME_v1, after a run that ended
early. What is there is compared, and another file is never replaced
A run of a local workspace that has ended early is not continued: the next one makes the next version`,
    exits: `
0 all files are made, 1 not deliverable or a file failed, 5 there is no such delivery any more, 130
interrupted: what was downloaded stays, what a local workspace has written is removed`,
    notes: [
      "The default is `takes,subtitles,cues` with the preset `broadcast-eu`. `--naming source-audio` names takes like the " +
        "source audio of their lines, and `--original-track` adds the original sound to videos as their second track. " +
        "With `--mix source` the mix of a 5.1 source is 5.1, with the dub in the centre. `--start-timecode` is the timecode " +
        "of the first frame in place of that of the picture; `01:00:00;00` has drop frames.",
      "`--name-template` names takes by fields in braces: `{project}`, `{batch}`, `{lang}`, `{character}`, `{number}`, " +
        "`{id}`, `{take}` and, for the same, `{version}`. `{number:4}` has at least four digits, and `{character:upper}` capital letters; `/` " +
        "begins a name in a folder.",
      "The folder of a download has the hidden file `.dubyard-delivery.json` until it is complete. A service keeps the files of a " +
        "delivery for 30 days, also if its download is not continued; `--continue` has expired ones made again.",
    ],
  },
  review: {
    forms: ["--list --base-url URL [--json]"],
    about: `
Lists the languages of a local workspace that have lines to review, on stdout: lines to review, lines,
project, batch and language, separated by tabs unless it is a terminal. Credentials: as of upload.`,
    exits: "0 none, 3 there are some",
    notes: [],
  },
  upload: {
    forms: [
      `PATH... --base-url URL [--to FOLDER/] [--state DIR] [--existing skip|replace|rename] [--json]
[--skipped-ok] [--manifest FILE.csv|FILE.json]`,
    ],
    about: `
Uploads files and folders. Credentials: DUBYARD_CLIENT_ID, DUBYARD_CLIENT_SECRET, or a file with the
secret in DUBYARD_CLIENT_SECRET_FILE
--manifest writes the finished files with their MD5 and SHA-256
--existing: for files whose gallery path exists; rename also uploads files with the path of another
one, as of two camera cards
--skipped-ok: what is left out, such as a format that is not accepted, does not count as failed
Hidden files and files that are neither audio nor video are skipped, unless they are named.`,
    exits: `
0 everything that is meant to be sent is in the gallery, 1 a file could not be sent`,
    notes: [
      "Progress is on stderr. A path that does not exist or cannot be read ends the command before anything is sent (2). " +
        "What is left out is in one of two lists (`preload/facts/skip-reasons.ts`): hidden files, files that are neither " +
        "audio nor video, and what patterns exclude are skipped; unreadable files and folders, empty files, links out of " +
        "the folder, media in formats that the service does not accept (with the remedy), and second files with the same " +
        "gallery path count as failed (1). `--existing rename` uploads those under another name. A file that is named " +
        "itself is meant to be sent. The root of a drive (`upload /`, `D:\\`) is uploaded without a folder name. A file that " +
        "is sent again after a failure is named with the reason and the time of the next attempt.",
      "`upload` and `watch` wait with growing delays while there is no network, or while one responds instead of the " +
        "service: another certificate, 401 or 403, as a sign-in page has them. They end when `/auth/token` rejects the " +
        "credentials (400 or 401).",
      "Ctrl-C pauses an upload; the same command resumes it, and considers only files that have changed since: one with " +
        "its former size and time, but another inode or ctime, is compared with the MD5 of what was sent. Only one process " +
        "uses a state folder, or the profile of the application, at a time; another one exits with an error that names the " +
        "first (`main/common/database/lock.ts`). A path that exists in the gallery is skipped by default.",
      "A manifest has the gallery path, size, MD5 and SHA-256 of every finished file. The hashes are computed from the " +
        "file on disk; a file that changed since its upload (size, modification time, inode) or is missing has a status " +
        "instead. Its columns are in `main/backend/uploads/manifest/columns.ts`.",
      "An upload sends only what its arguments name, and its exit code concerns only that. A state folder, by default one " +
        "for each service, may hold what is left of other commands: it is paused, and its number is reported.",
    ],
  },
  uploads: {
    forms: [
      "list [PATH...] --base-url URL [--state DIR] [--json]",
      "resume|drop (PATH... | --all) --base-url URL [--state DIR] [--json]",
    ],
    about: `
An upload sends only the files that its arguments name; what is left of other commands is listed
here, sent by resume, and removed from the queue by drop, which deletes no file. Credentials: as of
upload. PATH: a file, or a folder of which all files are meant. --state: as of the command that was
stopped; without it, list also shows what is left of watch in its own folders`,
    exits: "0 done, 1 a file could not be sent, 5 there is no unfinished upload of a PATH",
    notes: ["An unfinished upload whose file was deleted is reported once and dropped."],
  },
  watch: {
    forms: [
      `DIR --base-url URL [--to FOLDER/] [--include PATTERN]... [--exclude PATTERN]... [--quiet SECONDS] [--once]
[--state DIR] [--existing skip|replace|rename] [--skipped-ok] [--json]`,
    ],
    about: `
Uploads new and changed files below DIR until Ctrl-C, with --once until everything is uploaded. A
pattern without "/" applies to the file name in every folder. Credentials: as of upload.`,
    exits: `
0 everything that is meant to be sent is uploaded, 1 a file could not be`,
    notes: [
      "A file is uploaded once its size and time have been unchanged for 30 seconds (`--quiet`). With `--once` a folder " +
        "that does not exist ends it with 2. It continues only what is left of its folder.",
      "It never deletes anything in the gallery; it replaces only files that it uploaded before, unless `--existing` says " +
        "otherwise. Patterns apply to the path below `DIR`: `--include '*.wav' --exclude 'old/'`. Temporary files of other " +
        "programs are excluded (`preload/facts/watch-folders.ts`). A file with the same size and time, but another inode or " +
        "ctime, is compared with what was sent, and sent again if it differs. A list of the gallery confirms what was " +
        "uploaded, soon after and for many files together. Where the system does not report every change " +
        "(on network drives, or when its limit of watched folders is used up), `watch` says so and reads the folder every " +
        "20 seconds.",
    ],
  },
  verify: {
    forms: [
      "FOLDER MANIFEST [--json]",
      `--data DIR [--database URL | --database-file FILE]
[--objects s3://BUCKET/PREFIX?endpoint=URL] [--objects-key-file FILE] [--json]`,
      "--base-url URL [--json]",
    ],
    about: `
Compares the files below FOLDER with a manifest (.csv or .json): the gallery path "a/b.wav" of a row
is the file FOLDER/a/b.wav. Hidden files and the manifest itself may exist besides.
With --data, compares the rows of a workspace with its media, scripts and takes, and names those that
are missing or have another size. The options are those of serve, also in the environment
With --base-url, a service compares its own. Credentials: as of upload, of an administrator`,
    exits: `
0 all match, 1 a file is missing, differs or is not in the manifest, 2 also a manifest that is invalid`,
    notes: [
      "Paths are compared in Unicode form NFC. It lists files that are missing, have another size or hash, have no hash in " +
        "the manifest, or are not in it, and names the invalid rows of a manifest.",
    ],
  },
  migrate: {
    forms: [
      `--data DIR [--database URL | --database-file FILE] [--create-bucket]
[--objects s3://BUCKET/PREFIX?endpoint=URL] [--objects-key-file FILE] [--json]`,
    ],
    about: `
Changes the database of a workspace to the version of this program, and prints both versions: as serve
does when it starts. The options are those of serve, also in the environment
--create-bucket: creates the bucket of --objects first, unless it exists`,
    exits: "0 done, or nothing to do, 6 the database cannot be used, 8 the service runs",
    notes: [
      "Tables are created in an empty database. A copy of an SQLite database is made before.",
    ],
  },
  orphans: {
    forms: [
      `--data DIR [--database URL | --database-file FILE]
--objects s3://BUCKET/PREFIX?endpoint=URL [--objects-key-file FILE] [--delete] [--json]`,
    ],
    about: `
Lists the objects of a bucket that no row of the workspace names and that are older than seven days, on
stdout: location, bytes and time. A crash leaves such, and a database that was restored. The options
are those of serve, also in the environment
--delete: deletes them`,
    exits: "0 none, or deleted, 3 there are some",
    notes: [
      "The service may run meanwhile. Only `media/`, `scripts/` and `takes/` below the prefix are considered. The list of " +
        "older objects is held in memory.",
    ],
  },
  packs: {
    forms: [
      "list [--packs DIR | --data DIR] [--json]",
      "install PACK... [--from FILE|FOLDER] [--packs DIR | --data DIR] [--json]",
      "remove PACK... [--packs DIR | --data DIR] [--json]",
    ],
    about: `
The packs of voices, transcription and translation in DIR, on stdout, also while services use them. They
are those of serve --packs DIR; with --data, those of the folder of a workspace
install: downloads a pack from its publisher, and continues what was broken off
--from: the file of one pack, or a folder with its files, instead of the download`,
    exits: `
0 done, or nothing to do, 1 a pack is damaged or does not have the expected bytes, 5 there is no such
pack, 8 another program installs or removes it, 9 no program of this version runs it`,
    notes: [
      "Run it as the user of the service, who must be able to read the files. All workers of one database need the same packs: " +
        "with others they have another engine set.",
    ],
  },
  engines: {
    forms: [
      "list --data DIR [--database URL | --database-file FILE] [--json]",
      `add FILE [--id ID] [--packs DIR] --data DIR
[--database URL | --database-file FILE] [--json]`,
      "remove ID --data DIR [--database URL | --database-file FILE] [--json]",
      "use ID --data DIR --database URL | --database-file FILE [--json]",
    ],
    about: `
The external engines of a workspace, on stdout, with the fingerprints of their settings: a service uses one
that it was started with by --confirm-engine FINGERPRINT
add: with the settings in FILE, as JSON; replaces the engine with this ID. A service without --database
must not run meanwhile
With --database also the engine sets of several services, and their processes. A set is what the
engines of a process can do: voices, versions, languages, packs. Takes are planned and made with the
pinned set, that of the first worker; a worker with another one does neither, and says so. If no
process had it for 15 minutes, the one that all have is pinned, unless use has pinned it
use: pins the set whose id begins with ID, until its next use. The options are those of serve, also in
the environment`,
    exits: `
0 done, 1 the workspace is being moved, or was moved, 5 there is no such engine or set, 6 the database
cannot be used, 8 the service runs`,
    notes: [
      'Settings of a command: `{"name": "Studio voices", "connection": {"kind": "command", "file": "/opt/tts/speak", "args": ' +
        '["{output}"]}, "task": {"kind": "speech", "voices": [{"name": "Ana", "gender": "female", "languages": ["es-es"], ' +
        '"engineVoice": "ana"}]}, "deadlineSeconds": 60}`; of an HTTP service, with the interface of OpenAI: `"connection": ' +
        '{"kind": "http", "baseUrl": "https://…/v1", "model": "…"}`. Other tasks are `{"kind": "transcription", "languages": ' +
        '["es-es"]}` and `shortening`. In the window, the settings show them.',
      "After an upgrade of Dubyard, another selection of packs, or another external engine, the workers have another set: `use` pins it at once. " +
        "Takes of other engines become outdated then, as after a change of packs in a workspace of one person. " +
        "A process that has ended is listed for up to a minute.",
    ],
  },
  credentials: {
    forms: [
      "list --base-url URL [--json]",
      "add --name NAME [--scope admin|workspace|member] [--user EMAIL] --base-url URL [--json]",
      "rotate|end-rotation|revoke|withdraw ID --base-url URL [--json]",
      'invite EMAIL [--name "FIRST LAST"] [--scope admin|member] --base-url URL [--json]',
      "accept --name NAME --base-url URL [--json]",
    ],
    about: `
The credentials and invitations of a service for a team (serve --team). Credentials: as of upload, of an
administrator; accept needs none, but the code of the invitation in DUBYARD_INVITATION
rotate gives a new secret; the earlier one stays valid until end-rotation. invite creates the user, if
there is none with this address, with --name`,
    exits: "0 done, 5 there is no such user, credential or invitation",
    notes: [
      "Secrets and codes are written to stdout, once. A code is valid once, for seven days. invite also writes the link of the " +
        "invitation, which a browser or Dubyard opens.",
    ],
  },
  move: {
    forms: [
      "--from DIR|URL --to URL|DIR [--json]",
      "--from DIR|URL [--to URL|DIR] --discard [--json]",
    ],
    about: `
Moves a workspace with all its ids from the folder DIR to an empty service, or back to a new folder. The
source can only be read from then on, and stays until it is deleted. Credentials of URL: as of upload, of
an administrator. The same command continues a move that was broken off
--discard: ends such a move, and empties the target; of a workspace that was moved, it can be changed again`,
    exits: `
0 done, 3 a file or take has no bytes or differs from its row; it is listed, 8 another program moves
the workspace now`,
    notes: [
      "Projects, batches, lines, takes, reviews, comments, records of deliveries, scripts and all media are moved; " +
        "credentials, invitations, the audit, leases and unfinished uploads are not. Afterwards the rows of every table are " +
        "compared by their SHA-256, as every file and take is when it arrives. Findings are made again, and work that " +
        "was begun on the source waits for a confirmation in the target, as in a restored backup.",
      "A folder is used by this command alone meanwhile: it ends with 8 if the application or `dubyard serve` runs on it. " +
        "Both sides must be of the same version. A folder whose bytes are in a bucket, or whose rows are on PostgreSQL, is " +
        "named by the URL of its service.",
    ],
  },
  "test-connection": {
    forms: ["--base-url URL [--storage URL] [--json]"],
    about: `
Opens new connections to the service, and reports each step with its duration. Credentials: as of
upload. --storage: a URL of the host that stores uploads; without it that step is skipped`,
    exits: `0 no step failed, otherwise the first step that failed:\n${stepCodes}`,
    notes: [
      "Only the origin of the URL of `--storage` is used. With `--json` it prints one line per step " +
        '(`{"event":"step","step","state","milliseconds","detail","problem"}`, `state` is `ok`, `failed` or `skipped`) and a ' +
        "summary. A redirect or a web page instead of the service is named as such, with the sign-in page of a network as a " +
        "possible cause.",
    ],
  },
} as const satisfies Record<string, CommandHelp>;

/** The names of the commands. */
export type CommandName = keyof typeof commandHelp;

/** What several commands have in common, in the order of the help. */
export const sharedHelp: readonly SharedHelp[] = [
  {
    title: "Exit codes of all commands but serve",
    about: `
0 done, or nothing to do; 1 a part of the work failed, or an unexpected error; 2 invalid arguments, or a
named file or folder that does not exist or cannot be read; 4 the credentials are rejected; 5 what is named
does not exist at the service; 6 no network, no response, or no capacity: try again later; 8 the state
folder is in use; 9 the service does not offer it; 130 interrupted: the same command continues`,
    notes: [
      "The codes are in `main/headless/exit-codes.ts`. A command waits for a slow reader and exits when all of its output " +
        "is written; if the reader ends, it goes on without output, except `watch`, which ends.",
    ],
  },
  {
    title: "JSON lines: --json",
    about: `
JSON lines on stdout, each an object with "event". The last one is a "summary", or the "error" that ended
the command with its code and message; both have the exitCode. Messages for people are on stderr.`,
    notes: [],
  },
  {
    title: "Bandwidth of upload, uploads resume and watch",
    about: `
--limit RATE, bytes per second ("512k", "1.5M")
--hours "mon-fri 18:00-08:00": only in these hours of local time, every day without names of days
--hours-limit RATE: with --hours, at this rate at other times instead of not at all`,
    notes: [],
  },
  {
    title:
      "Network of upload, uploads resume, watch, export, review, verify and test-connection, in the environment",
    about: `
HTTPS_PROXY, HTTP_PROXY, ALL_PROXY: http://user:password@host:port, also https:// and socks5://;
"@", ":", "/" and "%" in the user name or password are written as %40, %3A, %2F and %25
NO_PROXY: hosts and domains without a proxy, separated by commas; this computer never has one
DUBYARD_CA_FILE: certificate authorities that are trusted besides those of the system, in PEM or DER`,
    notes: [],
  },
];

const indented = (text: string, width: number) =>
  text
    .trim()
    .split("\n")
    .map((line) => `${" ".repeat(width)}${line}`)
    .join("\n");

/** The columns of `--help` before the arguments of a command. */
const margin = 17;

function helpOf([name, { forms, about, exits }]: [string, CommandHelp]): string {
  const start = `  dubyard ${name.padEnd(6)} `;
  const lines = forms.map((form) => `${start}${indented(form, margin).trimStart()}`);
  return [...lines, indented(about, margin), indented(`exit code: ${exits.trim()}`, margin)].join(
    "\n",
  );
}

const sharedText = ({ title, about }: SharedHelp) => `\n${title}:\n${indented(about, 2)}`;

/** The text of `dubyard NAME --help`: the command, and the subjects that its title names. */
export function usageOf(name: CommandName): string {
  const concerns = ({ title }: SharedHelp) =>
    title.includes("all commands") || title.includes("--json") || title.includes(name);
  return [
    "usage:",
    helpOf([name, commandHelp[name]]),
    ...sharedHelp.filter(concerns).map(sharedText),
    "",
    "All commands: dubyard --help",
    "",
  ].join("\n");
}

/** The text of `dubyard --help`. */
export const usage = [
  "usage:",
  ...Object.entries<CommandHelp>(commandHelp).map(helpOf),
  "  dubyard --version, dubyard NAME --help",
  ...sharedHelp.map(sharedText),
  "",
].join("\n");
