import { castingProblems, type CastingProblem } from "../../../preload/facts/casting";
import { t } from "../../app/strings";
import type { ReadSheet } from "./casting-actions";

const isOwn = (code: string): code is CastingProblem =>
  (castingProblems as readonly string[]).includes(code);

/** Why a row of a casting sheet changes nothing. */
export const castingProblemText = ({ code, message }: ReadSheet["problems"][number]): string =>
  isOwn(code) ? t.casting.sheet.problem[code] : t.scripts.problem(code, message);
