/** Characters of a note of a project or a batch. */
export const maxScheduleNote = 2_000;
