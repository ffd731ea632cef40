/** Due dates and notes of projects and batches. */
export const schedules = {
  edit: "Due date and note…",
  title: (name: string) => `Due date and note of “${name}”`,
  dueOn: "Due date",
  note: "Note",
  noteOf: (note: string) => `Note: ${note}`,
  column: "Due",
  overdue: "Overdue",
  due: "Due soon",
  dueOnDay: (day: string) => `Due ${day}`,
  storedHere: "Stored on this computer only: this service has no due dates and notes.",
  changed: "Due date and note were saved",
};
