import { castingProblems, type CastingProblem } from "../../../preload/facts/casting";
import { severityOfCode } from "../../../preload/facts/script-problems";
import { t } from "../../app/strings";
import type { ReadSheet } from "./casting-actions";

const isOwn = (code: string): code is CastingProblem =>
  (castingProblems as readonly string[]).includes(code);

/** Why a row of a casting sheet changes nothing, or what was assumed of it. */
export const castingProblemText = ({ code, message }: ReadSheet["problems"][number]): string =>
  isOwn(code) ? t.casting.sheet.problem[code] : t.scripts.problem(code, message);

const severities: Readonly<Record<string, string>> = severityOfCode;
/** "quiet" for notes: the row or the file was used. */
export const castingProblemTone = ({ code }: ReadSheet["problems"][number]): "bad" | "quiet" =>
  code === "casting-character-changed" || severities[code] === "note" ? "quiet" : "bad";
