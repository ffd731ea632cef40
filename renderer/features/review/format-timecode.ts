const digits = (value: number, length: number) => String(Math.floor(value)).padStart(length, "0");

/** A time before the begin has a minus sign. */
export const formatSigned = (ms: number): string =>
  ms < 0 ? `−${formatTimecode(-ms)}` : formatTimecode(ms);

/** "1:02:03.450", "2:03.450": hours only where there are some. Without fractions: "1:02:03". */
export function formatTimecode(ms: number, fractionDigits: 0 | 3 = 3): string {
  const all = Math.max(0, fractionDigits === 0 ? Math.floor(ms / 1000) * 1000 : Math.round(ms));
  const hours = Math.floor(all / 3_600_000);
  const minutes = Math.floor(all / 60_000) % 60;
  const fraction = fractionDigits === 0 ? "" : `.${digits(all % 1000, 3)}`;
  const seconds = `${digits((all / 1000) % 60, 2)}${fraction}`;
  return hours === 0 ? `${minutes}:${seconds}` : `${hours}:${digits(minutes, 2)}:${seconds}`;
}
