/** The workflows of continuous integration, as far as they can be checked without running them. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";

const root = path.resolve(import.meta.dirname, "../../..");
const folder = path.join(root, ".github/workflows");

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Job {
  "timeout-minutes"?: number;
  environment?: string;
  permissions?: Record<string, string>;
  steps: Step[];
}
interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(path.join(folder, name), "utf8");
  return { name, text, workflow: parse(text) as Workflow };
});
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps }) => steps);

it("there are workflows for checks, packages, releases and each night", () => {
  expect(workflows.map(({ name }) => name)).toEqual([
    "check.yml",
    "nightly.yml",
    "package.yml",
    "release.yml",
  ]);
});

it.each(workflows)("$name uses actions of a fixed commit, and names their versions", ({ text }) => {
  const used = [...text.matchAll(/uses: (.+)$/gm)].map(([, action]) => action);
  expect(used.length).toBeGreaterThan(0);
  for (const action of used) expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

it.each(workflows)("$name runs commands of package.json only", ({ workflow }) => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const commands = stepsOf(workflow).flatMap(({ run = "" }) => [
    ...[...run.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? ""),
    ...(/npm test/.test(run) ? ["test"] : []),
  ]);
  for (const command of commands) expect(Object.keys(scripts)).toContain(command);
});

it.each(workflows)("$name may read only, and every job has a limit", ({ workflow }) => {
  expect(workflow.permissions).toEqual({ contents: "read" });
  for (const job of Object.values(workflow.jobs)) {
    expect(job["timeout-minutes"]).toBeGreaterThan(0);
    for (const { uses = "", with: options } of job.steps)
      if (uses.startsWith("actions/checkout@"))
        expect(options?.["persist-credentials"]).toBe(false);
  }
});

it("the second build of a release leaves the packages of the first one", () => {
  const release = workflows.find(({ name }) => name === "release.yml");
  const step = stepsOf(release!.workflow).find(({ run = "" }) => run.includes("cmp "));
  const lines = (step?.run ?? "").trim().split("\n");
  expect(lines).toContain('mv dist "$RUNNER_TEMP/first"');
  expect(lines.at(-1)).toBe('rm -r dist && mv "$RUNNER_TEMP/first" dist');
});

it("only the release has secrets, and they need an approval", () => {
  for (const { name, text, workflow } of workflows) {
    if (!text.includes("secrets.")) continue;
    expect(name).toBe("release.yml");
    const { build } = workflow.jobs;
    expect(build?.environment).toBe("release");
  }
  expect(workflows.some(({ text }) => text.includes("secrets."))).toBe(true);
});
