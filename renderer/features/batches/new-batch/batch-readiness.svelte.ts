/** What the form of a batch still needs, and when its request is sent. */
import { factsOfType } from "../../../../preload/facts/project-types";
import type { ProjectType } from "../../../../preload/model/resources";
import { api } from "../../../app/api";
import { query } from "../../../app/query.svelte";
import { useSession } from "../../../app/session.svelte";
import { t } from "../../../app/strings";
import { needsService } from "../../../domain/offline-reason";
import type { scriptReport } from "../scripts/script-report.svelte";
import type { BatchForm } from "./batch-form";

interface BatchReadinessOptions {
  workspaceId: string;
  type: ProjectType;
  form: () => BatchForm;
  script: ReturnType<typeof scriptReport>;
  /** A pending request is edited. */
  isEdited: boolean;
}

/** Call during the initialization of the component that shows the form. */
export function batchReadiness({
  workspaceId,
  type,
  form,
  script,
  isEdited,
}: BatchReadinessOptions) {
  const session = useSession();
  const store = query(["scripts", "workspaces"], () => api.scriptStore.get({ workspaceId }));
  const report = $derived(script.report);
  const isLanguageMissing = $derived(
    form().scriptFile !== "" && form().languageCode === "" && (report?.isLanguageMissing ?? false),
  );

  /** Number of uploads that creating the batch starts. */
  const uploads = $derived(
    (form().videoFile === "" ? 0 : 1) +
      (factsOfType(type).sourceAudio === "required" && form().scriptFile !== ""
        ? (report?.sourceAudio.local ?? 0)
        : 0),
  );
  /** A request with missing recordings would be refused after the upload of the others. */
  const missingAudio = $derived(
    factsOfType(type).sourceAudio === "required" && form().scriptFile !== ""
      ? (report?.sourceAudio.missing ?? 0)
      : 0,
  );
  const scriptErrors = $derived(form().scriptFile === "" ? 0 : (report?.counts.errors ?? 0));
  const isOffline = $derived(needsService(session) !== undefined);
  /** The batch may be created later instead of immediately. */
  const isWaiting = $derived(
    isEdited || isOffline || form().scriptFile !== "" || form().videoFile !== "",
  );
  const sendTimeText = $derived(
    uploads > 0
      ? t.scripts.sentAfterUploads(uploads)
      : isOffline
        ? t.scripts.sentWhenOnline
        : form().scriptFile !== ""
          ? t.scripts.sentAfterScript
          : t.scripts.sentNow,
  );
  const reason = $derived(
    form().scriptFile === ""
      ? undefined
      : store.data?.kind === "none"
        ? t.scripts.noStoreReason
        : !report && !script.problem
          ? t.scripts.stillReading
          : missingAudio > 0
            ? t.scripts.audioMissing(missingAudio)
            : undefined,
  );

  return {
    get report() {
      return report;
    },
    get isLanguageMissing() {
      return isLanguageMissing;
    },
    get uploads() {
      return uploads;
    },
    get scriptErrors() {
      return scriptErrors;
    },
    get isOffline() {
      return isOffline;
    },
    get isWaiting() {
      return isWaiting;
    },
    get sendTimeText() {
      return sendTimeText;
    },
    /** Why the batch cannot be created yet; undefined if it can. */
    get reason() {
      return reason;
    },
  };
}
