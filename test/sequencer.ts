/** The order of the test files. */
import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Small files with long tests: started last, one of them would run alone at the end. */
const first = new Set(["kill.test.ts", "interface.test.ts", "bulk.test.ts"]);
const isFirst = ({ moduleId }: TestSpecification) => first.has(path.basename(moduleId));

/** The default order within each project, except that the slowest files come first. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}
