import { formatNumber, formatSeconds } from "../../format";

/** External engines, in the settings. */
export const externalEngines = {
  title: "External engines",
  text: "Commands on this computer, and HTTP services, that speak, transcribe or shorten lines of a local workspace.",
  ofWorkspace: (name: string) => `For “${name}”`,
  notOffered: "Choose a workspace on this computer: hosted workspaces have no external engines.",
  notRunning: "External engines are available when the workspace is running.",
  notSupported: "The service of this workspace cannot use external engines.",
  none: "No external engine yet.",
  tooMany: (number: number) => `A workspace has at most ${formatNumber(number)} external engines`,
  leaves: {
    speech: "The text of lines is sent to this service, and leaves this computer.",
    transcription: "Recorded speech is sent to this service, and leaves this computer.",
    shortening: "The text of lines is sent to this service, and leaves this computer.",
  },
  add: "Add external engine…",
  edit: "Edit…",
  remove: "Remove",
  test: "Test",
  confirm: "Confirm…",
  of: (action: string, name: string) => `${action}: ${name}`,
  needsConfirmation:
    "Not used: these settings were not confirmed on this computer. Check them before you confirm.",
  states: {
    confirmed: "Confirmed",
    notConfirmed: "Not confirmed",
    key: "Key stored",
    noKey: "No key",
  },
  testing: "Testing…",
  kinds: { command: "Command", http: "HTTP service" },
  tasks: { speech: "Speech", transcription: "Transcription", shortening: "Shorter texts" },
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeText: {
    speech: "Finished takes stay. Characters cast with its voices need other ones.",
    transcription: "Finished transcripts stay.",
    shortening: "Shortened texts stay.",
  },
  removesKey: "Its key is deleted.",
  tested: (milliseconds: number, level: number, elapsed: number) =>
    `Works: ${formatSeconds(milliseconds)} of sound at ${formatNumber(Math.round(level))} dBFS, after ${formatSeconds(elapsed)}.`,
  transcribed: (text: string, elapsed: number) =>
    text === ""
      ? `Works, after ${formatSeconds(elapsed)}, but recognised no words in the test sound.`
      : `Works: “${text}”, after ${formatSeconds(elapsed)}.`,
  testFailed: "The test failed.",
  problems: {
    "not-started": "The executable is missing or cannot be run.",
    exit: "The command ended with an error.",
    deadline: "The engine takes longer than its time limit.",
    "too-large": "The engine returned too much data.",
    "not-wav": "The engine did not return WAV data.",
    truncated: "The WAV data is shorter than its header says.",
    empty: "The engine returned no sound.",
    silent: "The sound is silent.",
    unexpected: "The engine did not return what its task needs.",
    "key-missing": "The service requires a key.",
    "key-refused": "The service refuses the key.",
    rejected: "The service rejects the request.",
    busy: "The service limits the number of requests. Try again later.",
    "server-error": "The service failed.",
    redirect: "The service redirects to another address. Enter the final address.",
    unreachable: "The service could not be reached.",
  } as Record<string, string>,
  addTitle: "Add external engine",
  editTitle: "Edit external engine",
  save: "Save",
  notConfirmed:
    "Saved, but not used, because it was not confirmed. Save again, and confirm it in the dialog.",
  keyNotSaved: "The key was not stored.",
  name: "Name",
  kind: "Type",
  task: "Task",
  file: "Executable",
  choose: "Choose…",
  notChosen: "None chosen",
  chooseAgain: "This executable was not chosen on this computer. Choose it again.",
  args: "Arguments, one per line",
  argsHint: {
    speech:
      "Placeholders: {voice} (the name in the engine), {language} (en-us), {languageCode} (en), {rate} and {pitch} (1.00 is normal). Standard input is the text of a line, standard output must be a WAV file. No shell is used.",
    transcription:
      'Placeholders: {file} (a WAV file with speech), {language} (en-us), {languageCode} (en). Standard output must be JSON such as {"text": "…"}. No shell is used.',
    shortening:
      "Placeholders: {characters} (how many fit), {language} (en-us), {languageCode} (en). Standard input is the text of a line, standard output must be the shorter text in UTF-8. No shell is used.",
  },
  baseUrl: "Address",
  baseUrlHint: {
    speech:
      "A service with the interface of OpenAI, such as https://api.example/v1. Dubyard adds /audio/speech.",
    transcription:
      "A service with the interface of OpenAI, such as https://api.example/v1. Dubyard adds /audio/transcriptions.",
    shortening:
      "A service with the interface of OpenAI, such as https://api.example/v1. Dubyard adds /chat/completions.",
  },
  model: "Model",
  key: "Key",
  keyStored: "A key is stored. Enter a new one to replace it.",
  keyMoved: "The stored key belongs to another address, and is deleted. Enter the key of this one.",
  keyRemoved: "The stored key is deleted when you save.",
  keyHint: "Optional. Sent to this address only, and stored in the keychain.",
  keySession:
    "Optional. Sent to this address only. This computer has no keychain, so the key is stored until Dubyard quits.",
  removeKey: "Remove key",
  keepKey: "Keep key",
  deadline: {
    speech: "Time limit per line, in seconds",
    transcription: "Time limit per passage of speech, in seconds",
    shortening: "Time limit per line, in seconds",
  },
  languages: "Languages",
  voice: (number: number) => `Voice ${formatNumber(number)}`,
  voiceName: "Name in Dubyard",
  engineVoice: "Name in the engine",
  gender: "Gender",
  genders: { female: "Female", male: "Male" },
  addVoice: "Add voice",
  removeVoice: "Remove voice",
};
