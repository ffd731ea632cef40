import type { Reporter, TestModule, Vitest } from "vitest/node";

/**
 * Ends a run with one plain line: "N passed, N failed, N skipped". Tests that the run's tag filter leaves out are not
 * counted; a line before the last names the command that runs the long ones.
 */
export default class PlainLineReporter implements Reporter {
  #tagsFilter: readonly string[] = [];

  onInit(vitest: Vitest): void {
    this.#tagsFilter = vitest.config.tagsFilter ?? [];
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    let longLeftOut = 0;
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const isLong = test.tags.includes("long");
        if (this.#tagsFilter.includes(isLong ? "!long" : "long")) longLeftOut += isLong ? 1 : 0;
        else count[test.result().state] += 1;
      }
      // A file that could not be loaded ran none of its tests; a hook that failed may have skipped them.
      const suites = [module, ...module.children.allSuites()];
      count.failed += suites.filter((suite) => suite.errors().length > 0).length;
    }
    const failed = count.failed + count.pending + unhandledErrors.length;
    const lines = [`${count.passed} passed, ${failed} failed, ${count.skipped} skipped`];
    if (longLeftOut > 0)
      lines.unshift(`${longLeftOut} long tests left out: npm run test:long runs them`);
    // After the other reporters' summaries, which are written in this same tick.
    setImmediate(() => process.stdout.write(`\n${lines.join("\n")}\n`));
  }
}
