/** SQL about the part of a dub's note that is about its written video. */
import { videoNoteStart } from "../../../../preload/facts/service-messages";

/** The note without the other parts; '' for a dub that has no video now. */
export const videoNoteSql = `CASE WHEN state = 'made' AND @position(note, '${videoNoteStart}') > 0
  THEN substr(note, @position(note, '${videoNoteStart}')) ELSE '' END`;
