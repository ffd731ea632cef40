/**
 * `npm run conformance -- --base-url URL`: checks every rule of the interface against a service,
 * with the credentials of a workspace in DUBYARD_CLIENT_ID and DUBYARD_CLIENT_SECRET. Creates
 * projects, batches and files with unique names, and deletes them afterwards. `--url-life SECONDS`
 * states the validity of upload URLs, if the service was started with less than the 15 minutes of
 * the interface. Exit code 0 if no rule failed.
 */
import { parseArgs } from "node:util";
import { allRules, createContext, checkRule, waitForUrlLife, type Outcome } from "./run";

const usage =
  "usage: npm run conformance -- --base-url URL [--url-life SECONDS]  (DUBYARD_CLIENT_ID, DUBYARD_CLIENT_SECRET)\n";

async function main(): Promise<number> {
  const { values } = parseArgs({
    args: process.argv.slice(2),
    options: { "base-url": { type: "string" }, "url-life": { type: "string" } },
  });
  const { DUBYARD_CLIENT_ID: clientId, DUBYARD_CLIENT_SECRET: clientSecret } = process.env;
  const baseUrl = values["base-url"]?.replace(/\/+$/, "");
  if (!baseUrl || !clientId || !clientSecret) {
    process.stderr.write(usage);
    return 2;
  }
  const urlLife = values["url-life"];
  if (urlLife !== undefined && !/^\d+$/.test(urlLife)) {
    process.stderr.write(usage);
    return 2;
  }
  const { context, clean } = await createContext(
    baseUrl,
    { clientId, clientSecret },
    urlLife === undefined ? undefined : waitForUrlLife(Number(urlLife)),
  );
  const counts: Record<Outcome["result"], number> = { passed: 0, failed: 0, "not checked": 0 };
  try {
    for (const rule of allRules) {
      const outcome = await checkRule(rule, context);
      counts[outcome.result] += 1;
      const reason =
        outcome.reason === "" ? "" : `\n    ${outcome.reason.replaceAll("\n", "\n    ")}`;
      process.stdout.write(`${outcome.result}: ${outcome.section}: ${outcome.rule}${reason}\n`);
    }
  } finally {
    await clean();
  }
  process.stdout.write(
    `${counts.passed} passed, ${counts.failed} failed, ${counts["not checked"]} not checked\n`,
  );
  return counts.failed === 0 ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
