import { textsProblems, type TextsProblem } from "../../../../preload/facts/review";
import type { ReadTexts } from "../../../../preload/contract/review";
import { t } from "../../../app/strings";

const isOwn = (code: string): code is TextsProblem =>
  (textsProblems as readonly string[]).includes(code);

/** Why a row of a file changes nothing. */
export const textsProblemText = ({ code, message }: ReadTexts["problems"][number]): string =>
  isOwn(code) ? t.review.textsFile.problem[code] : t.scripts.problem(code, message);
