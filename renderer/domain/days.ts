const twoDigits = (value: number) => String(value).padStart(2, "0");

/** The day of a time on this computer: "2027-03-31". */
export function dayOf(time: number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** Noon of a day on this computer, in milliseconds since 1970: its date in every time format. */
export const timeOf = (day: string): number => new Date(`${day}T12:00:00`).getTime();
