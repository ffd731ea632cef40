/** The order of the test files. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Small files with long tests: started last, one of them would run alone at the end. */
const first = [
  // Of the backend.
  "bulk.test.ts",
  "dub.test.ts",
  "dub-kill.test.ts",
  "headless.test.ts",
  "other-uploads.test.ts",
  "changed-files.test.ts",
  // Of the rows on PostgreSQL.
  "postgres/move.test.ts",
  // Of the application.
  "create-batch.test.ts",
  "dubbing.test.ts",
  "interface.test.ts",
  "kill.test.ts",
  "start.test.ts",
];
const isFirst = ({ moduleId }: TestSpecification) =>
  first.some((name) => moduleId.endsWith(`/${name}`));

/** The default order within each project, except that the slowest files come first. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}
