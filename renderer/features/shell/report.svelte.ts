import { api } from "../../app/api";
import { runWithToast } from "../../app/messages/run-with-toast";

/** The diagnostics report that is shown. */
class ShownReport {
  /** Null while none is shown. */
  text = $state.raw<string | null>(null);

  /** Shows a new report. */
  async show(): Promise<void> {
    await runWithToast(async () => {
      this.text = (await api.diagnostics.report()).text;
    });
  }
}

/** The report of this window. */
export const shownReport = new ShownReport();
