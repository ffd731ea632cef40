/** The arguments that limit the bandwidth: `--limit`, `--hours` and `--hours-limit`. */
import { defaultUploadHours, uploadHours, type UploadHours } from "../../preload/model";
import { AppError } from "../common/errors";

export interface BandwidthArguments {
  /** Bytes per second; 0 for no limit. */
  limit: number;
  /** Hours outside of which nothing is sent, or less; null for none. */
  hours: UploadHours | null;
}

export const bandwidthOptions = {
  limit: { type: "string" },
  hours: { type: "string" },
  "hours-limit": { type: "string" },
} as const;
type Values = { [Name in keyof typeof bandwidthOptions]?: string | undefined };

const factors: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6, g: 1e9 };
const dayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** Throws AppError "invalid-input"; its message names the invalid argument. */
export function readBandwidthArguments(values: Values): BandwidthArguments {
  const { hours, limit, "hours-limit": hoursLimit } = values;
  if (hours === undefined && hoursLimit !== undefined)
    throw invalid("--hours-limit requires --hours");
  return {
    limit: limit === undefined ? 0 : readRate("--limit", limit),
    hours:
      hours === undefined
        ? null
        : readHours(hours, hoursLimit === undefined ? null : readRate("--hours-limit", hoursLimit)),
  };
}

/** Bytes per second: "512k", "1.5M". */
function readRate(argument: string, text: string): number {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)([kmg]?)$/i.exec(text) ?? [];
  const rate = Math.floor(Number(number) * (factors[unit.toLowerCase()] ?? 0));
  if (number === "" || rate < 1 || !Number.isSafeInteger(rate))
    throw invalid(`${argument} must be bytes per second, such as 512k or 1.5M`);
  return rate;
}

/**
 * The hours in which files are sent: "mon-fri 18:00-08:00", "sat,sun 00:00-00:00", "22:00-06:00"
 * for every day.
 */
function readHours(text: string, limit: number | null): UploadHours {
  const [, names, from, to] = /^(?:([a-z,-]+) )?([\d:]+)-([\d:]+)$/i.exec(text.trim()) ?? [];
  const days = names === undefined ? [1, 2, 3, 4, 5, 6, 7] : readDays(names);
  const hours = { ...defaultUploadHours, isOn: true, days, from, to, applies: "outside", limit };
  const parsed = uploadHours.safeParse(hours);
  if (!parsed.success || days.length === 0)
    throw invalid(`--hours must be days and times, such as "mon-fri 18:00-08:00"`);
  return parsed.data;
}

/** "mon-fri", "sat,sun"; empty if a name is unknown. */
function readDays(names: string): number[] {
  const days = new Set<number>();
  for (const range of names.toLowerCase().split(",")) {
    const [first = "", last = first, ...more] = range.split("-");
    const [from, to] = [dayNames.indexOf(first), dayNames.indexOf(last)];
    if (from === -1 || to === -1 || more.length > 0) return [];
    for (let day = from; ; day = (day + 1) % 7) {
      days.add(day + 1);
      if (day === to) break;
    }
  }
  return [...days];
}

const invalid = (message: string) => new AppError("invalid-input", message);
