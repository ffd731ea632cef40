const digits = (value: number, length: number) => String(Math.floor(value)).padStart(length, "0");

/** A time before the begin has a minus sign. */
export const formatSigned = (ms: number): string =>
  ms < 0 ? `−${formatTimecode(-ms)}` : formatTimecode(ms);

/** "1:02:03.450", "2:03.450": hours only where there are some. */
export function formatTimecode(ms: number): string {
  const all = Math.max(0, Math.round(ms));
  const hours = Math.floor(all / 3_600_000);
  const minutes = Math.floor(all / 60_000) % 60;
  const seconds = `${digits((all / 1000) % 60, 2)}.${digits(all % 1000, 3)}`;
  return hours === 0 ? `${minutes}:${seconds}` : `${hours}:${digits(minutes, 2)}:${seconds}`;
}
