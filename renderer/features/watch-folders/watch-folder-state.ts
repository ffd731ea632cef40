import type { WatchFolder } from "../../../preload/contract/watch-folders";
import { t } from "../../app/strings";
import type { Tone } from "../../ui/tone";

/** The state of a watch folder: its tone, its text, and a second line or "". */
export function stateOf({ isPaused, status, progress }: WatchFolder): {
  tone: Tone;
  text: string;
  detail: string;
} {
  const { states } = t.watchFolders;
  if (isPaused) return { tone: "paused", text: states.paused, detail: "" };
  if (!status || status.state === "walking")
    return { tone: "active", text: states.walking, detail: "" };
  if (status.state === "not-found")
    return { tone: "warn", text: states.notFound, detail: t.watchFolders.notFoundText };
  if (status.state === "problem")
    return { tone: "bad", text: states.unreadable, detail: reasonOf(status.problem?.code) };
  const { waiting, deferred, comparing, failed, polling } = status;
  const text = polling ? states.polling(polling.seconds) : states.watching;
  if (waiting > 0) return { tone: "waiting", text, detail: states.waiting(waiting) };
  if (deferred > 0) return { tone: "waiting", text, detail: states.deferred(deferred) };
  if (failed > 0) return { tone: "warn", text, detail: states.leftOut(failed) };
  if (progress.queued > 0)
    return { tone: "active", text, detail: states.uploading(progress.queued) };
  if (comparing > 0) return { tone: "active", text, detail: states.comparing(comparing) };
  const detail = polling ? t.watchFolders.pollReasons[polling.reason] : "";
  return { tone: "good", text, detail };
}

function reasonOf(code: string | undefined): string {
  if (code === "file-denied") return t.watchFolders.denied;
  return code === "internal" ? "" : t.watchFolders.diskError;
}

/** The number of uploaded files, and of the others without those that are zero. */
export function countsOf({ progress }: WatchFolder): { uploaded: string; others: string } {
  const { uploaded, queued, failed } = progress;
  const others = [
    queued > 0 ? t.watchFolders.queued(queued) : "",
    failed > 0 ? t.watchFolders.failed(failed) : "",
  ];
  return {
    uploaded:
      uploaded === 0 && queued + failed === 0
        ? t.watchFolders.noFiles
        : t.watchFolders.uploaded(uploaded),
    others: others.filter((text) => text !== "").join(" · "),
  };
}
