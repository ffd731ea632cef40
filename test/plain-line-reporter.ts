import type { Reporter, TestModule, Vitest } from "vitest/node";

/**
 * Prints "N passed, N failed, N skipped" as the last line of a run, and before it each skipped
 * test, whose title or note states the reason. Tests that the tag filter excludes are not counted;
 * a line names the command that runs the long ones.
 */
export default class PlainLineReporter implements Reporter {
  #tagsFilter: readonly string[] = [];

  onInit(vitest: Vitest): void {
    this.#tagsFilter = vitest.config.tagsFilter ?? [];
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const skipped: string[] = [];
    let excludedLong = 0;
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const isLong = test.tags.includes("long");
        if (this.#tagsFilter.includes(isLong ? "!long" : "long")) excludedLong += isLong ? 1 : 0;
        else {
          const result = test.result();
          count[result.state] += 1;
          if (result.state !== "skipped") continue;
          const note = result.note === undefined ? "" : `: ${result.note}`;
          skipped.push(`skipped: ${module.relativeModuleId} > ${test.fullName}${note}`);
        }
      }
      // A file that failed to load ran none of its tests, and a failed hook may have skipped some.
      const suites = [module, ...module.children.allSuites()];
      count.failed += suites.filter((suite) => suite.errors().length > 0).length;
    }
    const failed = count.failed + count.pending + unhandledErrors.length;
    const lines = [
      ...skipped,
      `${count.passed} passed, ${failed} failed, ${count.skipped} skipped`,
    ];
    if (excludedLong > 0)
      lines.unshift(`${excludedLong} long tests excluded: npm run test:long runs them`);
    // After the summaries of the other reporters, which are printed in the same tick.
    setImmediate(() => process.stdout.write(`\n${lines.join("\n")}\n`));
  }
}
