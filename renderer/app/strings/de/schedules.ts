import type { Strings } from "../en";

export const schedules: Strings["schedules"] = {
  edit: "Termin und Notiz…",
  title: (name) => `Termin und Notiz von „${name}“`,
  dueOn: "Termin",
  note: "Notiz",
  noteOf: (note) => `Notiz: ${note}`,
  column: "Termin",
  overdue: "Überfällig",
  due: "Bald fällig",
  dueOnDay: (day) => `Fällig am ${day}`,
  storedHere: "Nur auf diesem Computer gespeichert: Dieser Dienst hat keine Termine und Notizen.",
  changed: "Termin und Notiz wurden gespeichert",
};
