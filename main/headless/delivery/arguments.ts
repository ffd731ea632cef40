/** The command lines of `dubyard export` and `dubyard review`. */
import path from "node:path";
import type { DeliveryRequest } from "../../../preload/contract/deliveries";
import {
  deliveryNamings,
  deliveryPartNames,
  deliveryPresetNames,
  mixLayouts,
} from "../../../preload/facts/delivery";
import { timecodePattern } from "../../../preload/facts/timecode";
import { nameFieldNames, parseNameTemplate } from "../../../preload/facts/name-template";
import type { Policies } from "../../common/policies";
import { readService, type ServiceArguments } from "../arguments";
import { hasOption, invalid, isFolder, parse } from "../parse-arguments";

type Environment = Readonly<Record<string, string | undefined>>;

/** A new delivery of a batch. */
interface NewDelivery {
  batchId: string;
  request: DeliveryRequest;
}
export interface ExportArguments extends ServiceArguments {
  /** Absolute: the folder for the new delivery, or that of the download to be continued. */
  folder: string;
  /** The delivery to be made; null if a download is continued. */
  delivery: NewDelivery | null;
}
export interface ReviewArguments extends ServiceArguments {
  isJson: boolean;
}

/** The value if it is one of the list. */
function oneOf<T extends string>(argument: string, list: readonly T[], given: string): T {
  const found = list.find((one) => one === given);
  if (found === undefined) throw invalid(`${argument}: "${given}" is none of ${list.join(", ")}`);
  return found;
}
/** A template is a naming of its own. */
function namesOf(
  naming: string,
  template: string | undefined,
): Pick<DeliveryRequest, "naming" | "nameTemplate"> {
  if (template === undefined) {
    const named = oneOf("--naming", deliveryNamings, naming);
    if (named === "template") throw invalid("--name-template is required with --naming template");
    return { naming: named };
  }
  const { invalid: part } = parseNameTemplate(template);
  if (part === "") throw invalid("--name-template: needs {number} or {id}");
  if (part !== null)
    throw invalid(`--name-template: ${part} is none of ${nameFieldNames.join(", ")}`);
  return { naming: "template", nameTemplate: template };
}
const listed = (given: string) => given.split(",").map((one) => one.trim());

/** @throws AppError "invalid-input"; its message names the invalid argument. */
export function readExportArguments(
  argv: readonly string[],
  env: Environment,
  policies: Policies,
): ExportArguments {
  if (hasOption(argv, "continue")) return readContinueArguments(argv, env, policies);
  const { values, positionals } = parse(argv, {
    "base-url": { type: "string" },
    languages: { type: "string" },
    to: { type: "string" },
    preset: { type: "string", default: "broadcast-eu" },
    parts: { type: "string", default: "takes,subtitles,cues" },
    mix: { type: "string", default: "stereo" },
    naming: { type: "string", default: "number" },
    "name-template": { type: "string" },
    "start-timecode": { type: "string" },
    "original-track": { type: "boolean", default: false },
    anyway: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  const [batchId, ...more] = positionals;
  if (batchId === undefined || more.length > 0) throw invalid("BATCH: name the id of one batch");
  if (values.languages === undefined) throw invalid("--languages CODE,CODE is required");
  if (values.to === undefined) throw invalid("--to DIR is required");
  const folder = path.resolve(values.to);
  if (!isFolder(folder)) throw invalid(`--to: ${folder} is not a folder`);
  return {
    ...readService(values["base-url"], env, policies),
    folder,
    delivery: {
      batchId,
      request: {
        languages: listed(values.languages).map((code) => code.toLowerCase()),
        parts: listed(values.parts).map((part) => oneOf("--parts", deliveryPartNames, part)),
        preset: oneOf("--preset", deliveryPresetNames, values.preset),
        ...namesOf(values.naming, values["name-template"]),
        includeUnapproved: values.anyway,
        originalTrack: values["original-track"],
        mix: oneOf("--mix", mixLayouts, values.mix),
        ...startOf(values["start-timecode"]),
      },
    },
  };
}

/** The arguments of `--continue`. The options of the delivery are stored at the service. */
function readContinueArguments(
  argv: readonly string[],
  env: Environment,
  policies: Policies,
): ExportArguments {
  const { values, positionals } = parse(argv, {
    "base-url": { type: "string" },
    continue: { type: "string", default: "" },
    json: { type: "boolean", default: false },
  });
  if (positionals.length > 0) throw invalid(`"${positionals[0]}": too many arguments`);
  const folder = path.resolve(values.continue);
  if (values.continue === "" || !isFolder(folder))
    throw invalid(`--continue: ${folder} is not a folder`);
  return { ...readService(values["base-url"], env, policies), folder, delivery: null };
}

function startOf(startTimecode: string | undefined): Pick<DeliveryRequest, "startTimecode"> {
  if (startTimecode === undefined) return {};
  if (!timecodePattern.test(startTimecode))
    throw invalid("--start-timecode needs the form 01:00:00:00, or 01:00:00;00 with drop frames");
  return { startTimecode };
}

/** @throws AppError "invalid-input"; its message names the invalid argument. */
export function readReviewArguments(
  argv: readonly string[],
  env: Environment,
  policies: Policies,
): ReviewArguments {
  const { values, positionals } = parse(argv, {
    "base-url": { type: "string" },
    list: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  const [unexpected] = positionals;
  if (unexpected !== undefined) throw invalid(`unexpected argument: ${unexpected}`);
  if (!values.list) throw invalid("--list is required");
  return { ...readService(values["base-url"], env, policies), isJson: values.json };
}
