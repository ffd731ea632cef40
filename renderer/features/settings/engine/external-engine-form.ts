/** The fields of the form of an external engine, and the settings that they describe. */
import type { ExternalEngineSettings } from "../../../../preload/local-service/external-engines";
import {
  baseUrlRule,
  externalEngineLimits as limits,
} from "../../../../preload/facts/external-engines";
import type { FormViolation } from "../../../app/forms/form-check.svelte";
import type { RuleName } from "../../../app/strings/en/lists";

export interface VoiceFields {
  name: string;
  gender: "female" | "male";
  engineVoice: string;
  languages: string[];
}
export interface EngineFields {
  name: string;
  kind: "command" | "http";
  task: ExternalEngineSettings["task"]["kind"];
  file: string;
  /** One argument per line. */
  args: string;
  baseUrl: string;
  model: string;
  deadline: string;
  voices: VoiceFields[];
  languages: string[];
}

/** Voices of one engine mostly speak the same languages. */
export const newVoice = (previous?: VoiceFields): VoiceFields => ({
  name: "",
  gender: "female",
  engineVoice: "",
  languages: [...(previous?.languages ?? [])],
});

/** Null: a new engine. */
export function fieldsOf(settings: ExternalEngineSettings | null): EngineFields {
  const connection = settings?.connection;
  const task = settings?.task;
  return {
    name: settings?.name ?? "",
    kind: connection?.kind ?? "command",
    task: task?.kind ?? "speech",
    file: connection?.kind === "command" ? connection.file : "",
    args: connection?.kind === "command" ? connection.args.join("\n") : "",
    baseUrl: connection?.kind === "http" ? connection.baseUrl : "",
    model: connection?.kind === "http" ? connection.model : "",
    deadline: String(settings?.deadlineSeconds ?? 60),
    voices:
      task?.kind === "speech"
        ? task.voices.map((voice) => ({ ...voice, languages: [...voice.languages] }))
        : [newVoice()],
    languages: task && task.kind !== "speech" ? [...task.languages] : [],
  };
}

/** An empty line is no argument. */
const argumentsOf = (text: string): string[] => text.split("\n").filter((line) => line !== "");

export function settingsOf(fields: EngineFields): ExternalEngineSettings {
  const { kind, task } = fields;
  return {
    name: fields.name.trim(),
    connection:
      kind === "command"
        ? { kind, file: fields.file, args: argumentsOf(fields.args) }
        : { kind, baseUrl: fields.baseUrl.trim(), model: fields.model.trim() },
    task:
      task === "speech"
        ? {
            kind: task,
            voices: fields.voices.map((voice) => ({
              ...voice,
              name: voice.name.trim(),
              engineVoice: voice.engineVoice.trim(),
            })),
          }
        : { kind: task, languages: fields.languages },
    deadlineSeconds: Number(fields.deadline),
  };
}

function argsRule({ args, task }: EngineFields): RuleName | null {
  const list = argumentsOf(args);
  if (list.length > limits.args) return "too-many-arguments";
  if (list.some((one) => one.length > limits.argument)) return "too-long";
  return task === "transcription" && !args.includes("{file}") ? "needs-file" : null;
}
function urlRule(text: string): RuleName | null {
  return text.trim().length > limits.baseUrl ? "too-long" : baseUrlRule(text);
}

/** The violations of the visible fields. */
export function violationsOf(fields: EngineFields, key: string): FormViolation[] {
  const found: FormViolation[] = [];
  const add = (field: string, rule: RuleName | null) => rule && found.push({ field, rule });
  function text(field: string, value: string, maxLength: number): void {
    const { length } = value.trim();
    add(field, length === 0 ? "required" : length > maxLength ? "too-long" : null);
  }
  const languages = (field: string, { length }: readonly string[]) =>
    add(field, length === 0 ? "required" : length > limits.languages ? "too-long" : null);

  text("name", fields.name, limits.name);
  if (fields.kind === "command") {
    add("connection.file", fields.file === "" ? "required" : null);
    add("connection.args", argsRule(fields));
  } else {
    add("connection.baseUrl", urlRule(fields.baseUrl));
    text("connection.model", fields.model, limits.model);
    add("key", key.length > limits.key ? "too-long" : null);
  }
  if (fields.task !== "speech") languages("task.languages", fields.languages);
  else
    fields.voices.forEach((voice, index) => {
      const at = `task.voices[${index}]`;
      text(`${at}.name`, voice.name, limits.name);
      if (fields.voices.slice(0, index).some(({ name }) => name.trim() === voice.name.trim()))
        add(`${at}.name`, "voice-exists");
      text(`${at}.engineVoice`, voice.engineVoice, limits.engineVoice);
      languages(`${at}.languages`, voice.languages);
    });
  const seconds = Number(fields.deadline);
  const isValid = Number.isInteger(seconds) && seconds >= 1 && seconds <= limits.deadlineSeconds;
  add("deadlineSeconds", isValid ? null : "out-of-range");
  return found;
}

/** The names of the visible fields. */
export const fieldNames = ({ kind, task, voices }: EngineFields): string[] => [
  "name",
  "deadlineSeconds",
  ...(kind === "command"
    ? ["connection.file", "connection.args"]
    : ["connection.baseUrl", "connection.model", "key"]),
  ...(task !== "speech"
    ? ["task.languages"]
    : voices.flatMap((_voice, index) =>
        ["name", "engineVoice", "languages"].map((name) => `task.voices[${index}].${name}`),
      )),
];
