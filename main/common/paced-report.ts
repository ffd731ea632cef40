/** Reports of progress that come more often than anybody reads them. */

export interface PacedReport {
  /** Reports now, or at the end of the interval: the last progress is never dropped. */
  request(): void;
  /** Reports at once what was requested, and nothing later. Call it in the end. */
  stop(): void;
}

/** Calls `report` at most once in each interval, in milliseconds. */
export function createPacedReport(report: () => void, intervalMs: number): PacedReport {
  let timer: NodeJS.Timeout | null = null;
  let isRequested = false;
  function send(): void {
    isRequested = false;
    timer = setTimeout(() => {
      timer = null;
      if (isRequested) send();
    }, intervalMs);
    timer.unref();
    report();
  }
  return {
    request() {
      isRequested = true;
      if (timer === null) send();
    },
    stop() {
      if (timer) clearTimeout(timer);
      timer = null;
      if (!isRequested) return;
      isRequested = false;
      report();
    },
  };
}
