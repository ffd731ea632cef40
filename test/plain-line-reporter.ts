import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with one plain line: "N passed, N failed, N skipped". */
export default class PlainLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state] += 1;
      // A file that could not be loaded ran none of its tests: that is a failure, not nothing.
      if (module.state() === "failed" && module.children.size === 0) count.failed += 1;
    }
    const failed = count.failed + count.pending + unhandledErrors.length;
    const line = `${count.passed} passed, ${failed} failed, ${count.skipped} skipped`;
    // After the other reporters' summaries, which are written in this same tick.
    setImmediate(() => process.stdout.write(`\n${line}\n`));
  }
}
