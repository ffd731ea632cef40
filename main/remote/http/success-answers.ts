/**
 * Answers with a successful status that report an error all the same: a gateway or a function that
 * failed after its status was sent, or a page of a network's sign-in. They are no facts.
 */
import { AppError } from "../../common/errors";
import { clean } from "../../../preload/facts/shown-text";
import { fieldsOf } from "./fields";
import { messageIn } from "./http-errors";

/**
 * Fields by which services, gateways and functions report an error. No answer of the interface has
 * one of them.
 */
const errorField = /^(?:error|errors|error_?message|error_?type|error_?code|exception|fault)$/i;
/** Fields of an object that consists of a message alone, with its code. */
const messageField = /^(?:message|code|type|__type|status|status_?code|reason|detail|title)$/i;
const errorWords =
  /\b(?:errors?|exceptions?|fail(?:ed|ure|s)?|denied|forbidden|unauthori[sz]ed|refused|rejected|invalid|expired|unable|aborted|time[ds]?[ -]?out|not (?:found|stored|completed?|allowed|available)|(?:could|did|does|can)(?:not| not|n't))\b/i;

/** The words of errors of services that answer in other languages. */
const foreignErrorWords = new RegExp(
  [
    "fehler|fehlgeschlagen|abgelehnt|verweigert|ungültig|abgelaufen|nicht ",
    "erreur|échec|échou|refus[ée]|impossible|expiré|invalide| pas ",
    "fall(?:ó|ido)|no se |rechazad|denegad|inválid|caducad",
    "errore|fallit|non riuscit|non valid|scadut|rifiutat",
    "\\berro\\b|falh|não |recusad",
    "fout|mislukt|niet |geweigerd|verlopen",
    "misslyck|mislyk|fejl|\\bfeil\\b",
    "błąd|niepowodzeni|nie udało|odmow|chyba|selhal",
    "ошибк|не удалось|отказ|сбой|помилк",
    "\\bhata\\b|başarısız|خطأ|فشل",
    "エラー|失敗|拒否|错误|錯誤|失败|拒绝|拒絕|오류|실패|거부",
  ].join("|"),
  "i",
);

/** Phrases of a success that contain words of an error, such as "without errors". */
const withoutErrors = new RegExp(
  [
    "\\bwithout (?:any )?(?:errors?|failures?)\\b|\\b(?:0|no|zero) (?:errors|failures)\\b",
    "\\b(?:errors?|failures?|failed) ?[:=] ?0\\b",
    "fehlerfrei|fehlerlos|(?:ohne|keine) fehler",
    "(?:sans|aucune) erreurs?|sin (?:errores|fallos)|sem (?:erros?|falhas?)|senza error[ei]",
    "foutloos|(?:zonder|geen) fouten|(?:uden|ingen) fejl|(?:uten|ingen) feil",
    "bez (?:błędów|chyb)|без (?:ошибок|помилок)|hatasız|エラーなし|没有错误|沒有錯誤",
  ].join("|"),
  "gi",
);

/** The message without the paths of a request and their ends: a name may be any words. */
function withoutNames(message: string, names: readonly string[]): string {
  let text = message;
  for (const name of names) {
    // A name without an ending may be a word of the message.
    if (!/[^./]\.\w{1,8}$/.test(name)) continue;
    const parts = name.normalize("NFC").split("/");
    for (let from = 0; from < parts.length; from += 1)
      text = text.replaceAll(parts.slice(from).join("/"), " ");
  }
  return text;
}

/** The number of judged characters: of a longer message only the beginning is judged. */
const judgedLength = 4_000;

/** Whether a message of a successful answer has words of an error. `names`: see `JudgeOptions`. */
export function hasErrorWords(message: string, names: readonly string[] = []): boolean {
  const text = message.slice(0, judgedLength).normalize("NFC");
  const judged = withoutNames(text, names).replace(withoutErrors, " ");
  return errorWords.test(judged) || foreignErrorWords.test(judged);
}

/**
 * The successful statuses of a request that was executed. Others are no confirmation: 202 is a
 * promise, 203 the answer of a proxy that has changed it.
 */
export const executedStatuses: ReadonlySet<number> = new Set([200, 201, 204]);

const isFilled = (value: unknown) =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  value !== "" &&
  value !== 0 &&
  !(Array.isArray(value) && value.length === 0);

interface JudgeOptions {
  /** The paths of the request, which the answer may repeat. */
  names?: readonly string[];
  /** Whether the caller judges a message without other fields. */
  ignoresMessage?: boolean;
}

/** The error that a successful answer reports, as one line; null if it reports none. */
export function errorInAnswer(
  answer: unknown,
  { names = [], ignoresMessage = false }: JudgeOptions = {},
): string | null {
  const fields = fieldsOf(answer);
  if (fields === null) return null;
  const entries = Object.entries(fields);
  const [, error] = entries.find(([name, value]) => errorField.test(name) && isFilled(value)) ?? [];
  if (error !== undefined) return clean(describe(error), 200) || "an error without a text";
  if (fields["success"] === false || fields["ok"] === false)
    return clean(describe(fields["message"] ?? ""), 200) || "not successful";
  const { message } = fields;
  const isMessageAlone = !ignoresMessage && entries.every(([name]) => messageField.test(name));
  if (typeof message === "string" && isMessageAlone && hasErrorWords(message, names))
    return clean(message, 200);
  return null;
}

/**
 * The error that the body of a successful response of a storage reports, as one line; null if it
 * reports none. Storage answers a PUT with an empty body, and errors with XML or JSON.
 */
function errorInBody(text: string, names: readonly string[]): string | null {
  if (/^\s*(?:<\?xml[^>]{0,200}>\s*)?<(?:[\w-]{1,40}:)?Error(?:s|Response)?[\s>]/i.test(text))
    return messageIn(text) || "an error without a text";
  if (!text.trimStart().startsWith("{")) return null;
  try {
    return errorInAnswer(JSON.parse(text), { names });
  } catch {
    return null;
  }
}

/** Throws "service-error" for a successful answer that reports an error. */
export function refuseErrorAnswer(answer: unknown, options?: JudgeOptions): void {
  const error = errorInAnswer(answer, options);
  if (error !== null)
    throw new AppError(
      "service-error",
      `the service reports an error in a successful answer: ${error}`,
    );
}

/** The text of an error field, or of the message in it. Nested deeper, only its type is known. */
function describe(value: unknown): string {
  const fields = fieldsOf(value);
  if (fields === null) return Array.isArray(value) ? value.map(describe).join("; ") : String(value);
  const message = Object.entries(fields).find(([name]) => /^message$/i.test(name))?.[1];
  const code = Object.entries(fields).find(([name]) => /^(?:code|type)$/i.test(name))?.[1];
  return [code, message].filter((one) => typeof one === "string").join(": ");
}

type ContentType = string | string[] | undefined;

export const isHtml = (contentType: ContentType): boolean =>
  /^\s*text\/html\b/i.test(String(contentType ?? ""));

/**
 * Whether the body of a successful response is a web page: the sign-in page of a network, or the
 * page of a proxy. Storage sends none. An empty body is no page, whatever its type: some storage
 * calls every answer text/html.
 */
function isWebPage(contentType: ContentType, text: string): boolean {
  const body = text.trimStart();
  if (body === "") return false;
  return isHtml(contentType) || /^<(?:!doctype\s+html|html)\b/i.test(body);
}

/** The title of a web page, as one line; "" if it has none. */
const titleOf = (text: string): string =>
  clean(/<title[^<>]{0,200}>([^<]{0,500})/i.exec(text)?.[1] ?? "", 100);

/**
 * Throws for a successful response of a storage that is a web page ("unexpected-answer"), or whose
 * body reports an error ("service-error"): such a response is no fact. `sender`: "storage" or
 * "bucket". `names`: the paths that the response may repeat.
 */
export function refuseStorageBody(
  sender: string,
  contentType: ContentType,
  text: string,
  names: readonly string[] = [],
): void {
  if (isWebPage(contentType, text)) {
    const title = titleOf(text);
    throw new AppError(
      "unexpected-answer",
      `a web page responded instead of the ${sender}${title === "" ? "" : `: ${title}`}`,
    );
  }
  const error = errorInBody(text, names);
  if (error !== null)
    throw new AppError(
      "service-error",
      `the ${sender} reports an error in a successful answer: ${error}`,
    );
}
