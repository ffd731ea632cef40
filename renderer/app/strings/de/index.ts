import type { Strings } from "../en";
import { formatNumber } from "../../format";
import { ruleText } from "../rule-text";
import { app, common, navigation } from "./app";
import { batches } from "./batches";
import { bulk, grid } from "./bulk";
import { capabilities } from "./capabilities";
import { casting } from "./casting";
import { checks } from "./checks";
import { connectionTest } from "./connection-test";
import { count } from "./count";
import { delivery } from "./delivery";
import { dubs } from "./dubs";
import { engine } from "./engine";
import { errors, problemSentence } from "./errors";
import { externalEngines } from "./external-engines";
import { glossary } from "./glossary";
import { help } from "./help";
import { languages } from "./languages";
import { lists, rules } from "./lists";
import { maintenance } from "./maintenance";
import { downloads, drop, media, plan } from "./media";
import { moves } from "./moves";
import { outcomes } from "./outcomes";
import { outbox } from "./outbox";
import { overview } from "./overview";
import { projects } from "./projects";
import { review } from "./review";
import { samples } from "./samples";
import { schedules } from "./schedules";
import { scripts } from "./scripts";
import { serviceTexts } from "./service-messages";
import { diagnostics, settings } from "./settings";
import { updates } from "./updates";
import { team } from "./team";
import { footer, mini, uploads } from "./uploads";
import { users } from "./users";
import { voices } from "./voices";
import { watchFolders } from "./watch-folders";
import { connection, firstRun, workspace } from "./workspace";

/** The German catalogue. */
export const de: Strings = {
  count: {
    uploads: (number) => count(number, "Upload", "Uploads"),
    selected: (number) => `${formatNumber(number)} ausgewählt`,
  },
  problem: (problem) => problemSentence(problem.code, false),
  repeatedProblem: (problem) => problemSentence(problem.code, true),
  errors,
  serviceTexts,
  lists,
  rules,
  rule: (rule) => ruleText(rules, rule),
  copyFailed: "Der Text konnte nicht kopiert werden.",

  common,
  navigation,
  app,
  help,
  workspace,
  connection,
  connectionTest,
  firstRun,
  overview,
  projects,
  samples,
  schedules,
  scripts,
  batches,
  outcomes,
  outbox,
  capabilities,
  dubs,
  review,
  delivery,
  externalEngines,
  engine,
  casting,
  checks,
  glossary,
  team,
  languages,
  media,
  downloads,
  drop,
  plan,
  grid,
  bulk,
  uploads,
  watchFolders,
  footer,
  mini,
  voices,
  users,
  settings,
  maintenance,
  moves,
  diagnostics,
  updates,
};
