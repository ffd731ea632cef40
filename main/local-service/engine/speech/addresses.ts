/**
 * E-mail addresses, URLs and versions: their dots and other signs in words. Most voices drop a part
 * of them: "example com", "two zero point one".
 */
import type { Speak } from "./spoken-words";

/** The words for ".", "/", "-", "_" and "@", by the language without its region. */
const signWords: Readonly<Record<string, string>> = {
  ar: "نقطة|شرطة مائلة|شرطة|شرطة سفلية|آت",
  bg: "точка|наклонена черта|тире|долна черта|кльомба",
  bs: "tačka|kosa crta|crtica|donja crta|et",
  ca: "punt|barra|guionet|guió baix|arrova",
  cs: "tečka|lomítko|pomlčka|podtržítko|zavináč",
  da: "punktum|skråstreg|bindestreg|understreg|snabel-a",
  de: "Punkt|Schrägstrich|Bindestrich|Unterstrich|at",
  el: "τελεία|κάθετος|παύλα|κάτω παύλα|παπάκι",
  en: "dot|slash|dash|underscore|at",
  es: "punto|barra|guion|guion bajo|arroba",
  fi: "piste|kauttaviiva|väliviiva|alaviiva|ät",
  fr: "point|barre oblique|tiret|tiret bas|arobase",
  he: "נקודה|לוכסן|מקף|קו תחתון|שטרודל",
  hi: "डॉट|स्लैश|डैश|अंडरस्कोर|ऐट",
  hr: "točka|kosa crta|crtica|donja crta|et",
  hu: "pont|perjel|kötőjel|aláhúzás|kukac",
  id: "titik|garis miring|tanda hubung|garis bawah|at",
  it: "punto|barra|trattino|trattino basso|chiocciola",
  ja: "ドット|スラッシュ|ハイフン|アンダーバー|アットマーク",
  ko: "점|슬래시|하이픈|언더바|골뱅이",
  nb: "punktum|skråstrek|bindestrek|understrek|krøllalfa",
  nl: "punt|slash|streepje|underscore|apenstaartje",
  pl: "kropka|ukośnik|myślnik|podkreślnik|małpa",
  pt: "ponto|barra|hífen|sublinhado|arroba",
  ro: "punct|bară|cratimă|liniuță de subliniere|arond",
  ru: "точка|слеш|дефис|нижнее подчёркивание|собака",
  sk: "bodka|lomka|pomlčka|podčiarkovník|zavináč",
  sl: "pika|poševnica|vezaj|podčrtaj|afna",
  sr: "тачка|коса црта|цртица|доња црта|ет",
  sv: "punkt|snedstreck|bindestreck|understreck|snabel-a",
  th: "จุด|ทับ|ขีด|ขีดล่าง|แอท",
  tr: "nokta|eğik çizgi|tire|alt çizgi|et",
  uk: "крапка|скісна риска|дефіс|нижнє підкреслення|равлик",
  vi: "chấm|gạch chéo|gạch ngang|gạch dưới|a còng",
  yue: "點|斜線|橫線|底線|at",
  zh: "点|斜杠|横杠|下划线|艾特",
};
/** The word between the numbers of a version, where it is another one than in an address. */
const versionDots: Readonly<Record<string, string>> = { en: "point" };

const signs = "./-_@";
const label = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,62}[\\p{L}\\p{N}])?";
const host = `(?:${label}\\.){1,8}\\p{L}{2,24}`;
const mail = `[\\p{L}\\p{N}](?:[\\p{L}\\p{N}._+-]{0,62}[\\p{L}\\p{N}])?@${host}`;
/** The port, path and query of a URL, without the punctuation of the sentence after it. */
const rest = "(?::\\d{1,5})?(?:[/?#](?:[^\\s<>\"'“”«»()]*[\\p{L}\\p{N}/=])?)?";
/** Ends of host names that are no words, so that "end.The" is none. */
const topLevels =
  "com|org|net|info|biz|edu|gov|app|dev|tv|io|eu|co\\.uk|co\\.jp|com\\.br|com\\.tr|ch|fr|pt|pl|ru|ua|cz|sk|nl|jp|cn|kr|tr|uk|br";
/** Ends that are also words: without a path they may begin a sentence, as in "me.it is". */
const topLevelWords = "at|de|es|it|se";
/** Ends of names of files. */
const fileTypes =
  "txt|md|py|js|ts|html?|pdf|docx?|xlsx?|pptx?|csv|json|xml|zip|exe|jpe?g|png|gif|svg|wav|mp3|mp4|mov|mkv|srt";
const address = new RegExp(
  `(?<![\\p{L}\\p{N}@._-])(?:${[
    mail,
    `https?://${host}${rest}`,
    `www\\.${host}${rest}`,
    `(?:[a-z0-9][a-z0-9-]{0,62}[a-z0-9]\\.){1,4}(?:${topLevels})(?![\\p{L}\\p{N}-]|\\.\\p{L})${rest}`,
    `(?:[a-z0-9][a-z0-9-]{0,62}[a-z0-9]\\.){1,4}(?:${topLevelWords})(?=[/?#]\\S)${rest}`,
    `[\\p{L}\\p{N}][\\p{L}\\p{N}_-]{0,62}(?:\\.[\\p{L}\\p{N}_-]{1,62}){0,2}\\.(?:${fileTypes})(?![\\p{L}\\p{N}-]|\\.\\p{L})`,
  ].join("|")})`,
  "gu",
);
/** "2.0.1", and "v2.0". */
const version =
  /(?<![\p{L}\p{N}.,])(?:v\d{1,5}\.\d{1,5}|\d{1,5}\.\d{1,5}\.\d{1,5})(?:\.\d{1,5}){0,4}(?!\p{N}|[.,]\p{N})/giu;
/** Whether three numbers may be those of a date, in any order. */
function isPossibleDate(found: string): boolean {
  const parts = found.split(".");
  const numbers = parts.map(Number);
  const [first = 0, second = 0, third = 0] = numbers;
  const isDay = (one: number, other: number) =>
    Math.min(one, other) >= 1 && Math.min(one, other) <= 12 && Math.max(one, other) <= 31;
  if (parts.length !== 3) return false;
  if (parts[0]?.length === 4) return isDay(second, third);
  return (
    (parts[2]?.length === 4 || parts.every(({ length }) => length === 2)) && isDay(first, second)
  );
}

const hasAddress = /[\p{L}\p{N}]\.[\p{L}\p{N}]/u;

export interface AddressSpeech {
  /** Speaks addresses, before all other steps. */
  addresses: Speak;
  /** Speaks versions, after dates and telephone numbers, which have dots too. */
  versions: (text: string) => string;
}

/** `base`: the language without its region. */
export function createAddresses(base: string): AddressSpeech {
  const words = signWords[base]?.split("|");
  const dot = versionDots[base] ?? words?.[0];
  const spokenAddress = (found: string) =>
    found
      .replace(/^https?:\/\//u, (scheme) => `${scheme.slice(0, -3)} `)
      .replace(/[./_@-]/gu, (sign) => ` ${words?.[signs.indexOf(sign)] ?? sign} `)
      .replace(/ {2,}/gu, " ")
      .trim();
  return {
    addresses(text, unread) {
      if (!hasAddress.test(text)) return text;
      return text.replace(address, (found) => {
        if (words) return spokenAddress(found);
        unread.add(found);
        return found;
      });
    },
    versions: (text) =>
      dot === undefined || !hasAddress.test(text)
        ? text
        : text.replace(version, (found) =>
            isPossibleDate(found) ? found : found.replaceAll(".", ` ${dot} `),
          ),
  };
}
