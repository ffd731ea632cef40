/**
 * Rules of number words by language: those of CLDR, and our own in the same notation for languages
 * for which CLDR has none, or incorrect ones.
 */
import af from "cldr-rbnf/rbnf/af.json";
import az from "cldr-rbnf/rbnf/az.json";
import bg from "cldr-rbnf/rbnf/bg.json";
import ca from "cldr-rbnf/rbnf/ca.json";
import da from "cldr-rbnf/rbnf/da.json";
import de from "cldr-rbnf/rbnf/de.json";
import en from "cldr-rbnf/rbnf/en.json";
import es from "cldr-rbnf/rbnf/es.json";
import fa from "cldr-rbnf/rbnf/fa.json";
import fi from "cldr-rbnf/rbnf/fi.json";
import fr from "cldr-rbnf/rbnf/fr.json";
import hi from "cldr-rbnf/rbnf/hi.json";
import hr from "cldr-rbnf/rbnf/hr.json";
import hu from "cldr-rbnf/rbnf/hu.json";
import it from "cldr-rbnf/rbnf/it.json";
import kk from "cldr-rbnf/rbnf/kk.json";
import ko from "cldr-rbnf/rbnf/ko.json";
import ky from "cldr-rbnf/rbnf/ky.json";
import lt from "cldr-rbnf/rbnf/lt.json";
import ne from "cldr-rbnf/rbnf/ne.json";
import nl from "cldr-rbnf/rbnf/nl.json";
import no from "cldr-rbnf/rbnf/no.json";
import pl from "cldr-rbnf/rbnf/pl.json";
import pt from "cldr-rbnf/rbnf/pt.json";
import ru from "cldr-rbnf/rbnf/ru.json";
import sv from "cldr-rbnf/rbnf/sv.json";
import tr from "cldr-rbnf/rbnf/tr.json";
import { rulesOf, type RuleSets } from "./number-rules";

interface File {
  rbnf: { rbnf: { SpelloutRules: object } };
}

const setsOf = (file: File) => file.rbnf.rbnf.SpelloutRules as RuleSets;

/** Digits: there are no words for this number and larger ones. */
const noWords = (base: number) => [String(base), "=#,##0="];

/** Rules of the words from 1, without words for larger numbers. */
function firstWords(words: string): string[][] {
  const list = words.split(" ");
  return [
    ...list.map((word, index) => [String(index + 1), word.replaceAll("_", " ")]),
    noWords(list.length + 1),
  ];
}

/**
 * Rules of the words for 1 to 19 and for the tens. "inside|alone": a ten has another form before a
 * unit.
 */
function wordRules(units: string, tens: string, join = " "): string[][] {
  const ten = (word: string, index: number) => {
    const [inside = "", alone] = word.split("|");
    const text = alone === undefined ? `${inside}[${join}→→]` : `[${inside}${join}→→|${alone}]`;
    return [String(10 * (index + 2)), text];
  };
  const list = tens.split(" ");
  return [...firstWords(units).slice(0, -1), ...list.map(ten), noWords(10 * (list.length + 2))];
}

const croatian = setsOf(hr);

/** Rules by the language without its region. */
export const numberRules: Readonly<Record<string, RuleSets>> = {
  af: setsOf(af),
  az: setsOf(az),
  be: {
    masculine: wordRules(
      "першы другі трэці чацвёрты пяты шосты сёмы восьмы дзявяты дзясяты адзінаццаты дванаццаты трынаццаты чатырнаццаты пятнаццаты шаснаццаты семнаццаты васямнаццаты дзевятнаццаты",
      "дваццаць|дваццаты трыццаць|трыццаты сорак|саракавы пяцьдзясят|пяцідзясяты шэсцьдзясят|шасцідзясяты семдзесят|сямідзясяты восемдзесят|васьмідзясяты дзевяноста|дзевяносты",
    ),
  },
  bg: setsOf(bg),
  bn: { ordinal: firstWords("প্রথম দ্বিতীয় তৃতীয় চতুর্থ পঞ্চম ষষ্ঠ সপ্তম অষ্টম নবম দশম") },
  bs: croatian,
  ca: setsOf(ca),
  cs: {
    masculine: wordRules(
      "první druhý třetí čtvrtý pátý šestý sedmý osmý devátý desátý jedenáctý dvanáctý třináctý čtrnáctý patnáctý šestnáctý sedmnáctý osmnáctý devatenáctý",
      "dvacátý třicátý čtyřicátý padesátý šedesátý sedmdesátý osmdesátý devadesátý",
    ),
  },
  cy: {
    ordinal: firstWords(
      "cyntaf ail trydydd pedwerydd pumed chweched seithfed wythfed nawfed degfed unfed_ar_ddeg deuddegfed trydydd_ar_ddeg pedwerydd_ar_ddeg pymthegfed unfed_ar_bymtheg ail_ar_bymtheg deunawfed pedwerydd_ar_bymtheg ugeinfed",
    ),
  },
  da: setsOf(da),
  de: setsOf(de),
  en: setsOf(en),
  es: setsOf(es),
  et: {
    ordinal: wordRules(
      "esimene teine kolmas neljas viies kuues seitsmes kaheksas üheksas kümnes üheteistkümnes kaheteistkümnes kolmeteistkümnes neljateistkümnes viieteistkümnes kuueteistkümnes seitsmeteistkümnes kaheksateistkümnes üheksateistkümnes",
      "kahekümne|kahekümnes kolmekümne|kolmekümnes neljakümne|neljakümnes viiekümne|viiekümnes kuuekümne|kuuekümnes seitsmekümne|seitsmekümnes kaheksakümne|kaheksakümnes üheksakümne|üheksakümnes",
    ),
  },
  eu: {
    ordinal: firstWords(
      "lehenengo bigarren hirugarren laugarren bosgarren seigarren zazpigarren zortzigarren bederatzigarren hamargarren hamaikagarren hamabigarren hamahirugarren hamalaugarren hamabosgarren hamaseigarren hamazazpigarren hemezortzigarren hemeretzigarren hogeigarren",
    ),
  },
  fa: {
    ...setsOf(fa),
    ordinal: rulesOf(
      "1: اول; 2: دوم; 3: سوم; 4: =%spellout-cardinal=م; 30: سی‌ام; 31: =%spellout-cardinal=م",
    ),
  },
  fi: setsOf(fi),
  fr: setsOf(fr),
  ga: {
    ordinal: firstWords("céad dara tríú ceathrú cúigiú séú seachtú ochtú naoú deichiú"),
  },
  gu: { masculine: firstWords("પહેલો બીજો ત્રીજો ચોથો પાંચમો છઠ્ઠો") },
  hi: setsOf(hi),
  hr: croatian,
  hu: {
    ...setsOf(hu),
    day: wordRules(
      "elseje másodika harmadika negyedike ötödike hatodika hetedike nyolcadika kilencedike tizedike tizenegyedike tizenkettedike tizenharmadika tizennegyedike tizenötödike tizenhatodika tizenhetedike tizennyolcadika tizenkilencedike",
      "huszon|huszadika harminc|harmincadika",
      "",
    ).map(([base = "", text = ""]) =>
      base === "20" || base === "30"
        ? [base, text.replace("→→", "→%day-after-ten→")]
        : [base, text],
    ),
    "%day-after-ten": firstWords(
      "egyedike kettedike harmadika negyedike ötödike hatodika hetedike nyolcadika kilencedike",
    ),
  },
  hy: {
    ordinal: firstWords(
      "առաջին երկրորդ երրորդ չորրորդ հինգերորդ վեցերորդ յոթերորդ ութերորդ իններորդ տասներորդ տասնմեկերորդ տասներկուերորդ տասներեքերորդ տասնչորսերորդ տասնհինգերորդ տասնվեցերորդ տասնյոթերորդ տասնութերորդ տասնիններորդ քսաներորդ",
    ),
  },
  is: {
    ordinal: wordRules(
      "fyrsti annar þriðji fjórði fimmti sjötti sjöundi áttundi níundi tíundi ellefti tólfti þrettándi fjórtándi fimmtándi sextándi sautjándi átjándi nítjándi",
      "tuttugasti þrítugasti",
      " og ",
    ),
  },
  it: setsOf(it),
  ka: {
    ordinal: firstWords(
      "პირველი მეორე მესამე მეოთხე მეხუთე მეექვსე მეშვიდე მერვე მეცხრე მეათე მეთერთმეტე მეთორმეტე მეცამეტე მეთოთხმეტე მეთხუთმეტე მეთექვსმეტე მეჩვიდმეტე მეთვრამეტე მეცხრამეტე მეოცე",
    ),
  },
  kk: setsOf(kk),
  ko: setsOf(ko),
  ky: setsOf(ky),
  lt: setsOf(lt),
  lv: {
    masculine: wordRules(
      "pirmais otrais trešais ceturtais piektais sestais septītais astotais devītais desmitais vienpadsmitais divpadsmitais trīspadsmitais četrpadsmitais piecpadsmitais sešpadsmitais septiņpadsmitais astoņpadsmitais deviņpadsmitais",
      "divdesmit|divdesmitais trīsdesmit|trīsdesmitais",
    ),
  },
  mk: {
    masculine: wordRules(
      "први втори трети четврти петти шести седми осми деветти десетти единаесетти дванаесетти тринаесетти четиринаесетти петнаесетти шеснаесетти седумнаесетти осумнаесетти деветнаесетти",
      "дваесет|дваесетти триесет|триесетти",
      " и ",
    ),
  },
  mr: { masculine: firstWords("पहिला दुसरा तिसरा चौथा पाचवा सहावा") },
  nb: setsOf(no),
  ne: setsOf(ne),
  nl: setsOf(nl),
  pl: setsOf(pl),
  pt: setsOf(pt),
  ru: setsOf(ru),
  sk: {
    masculine: wordRules(
      "prvý druhý tretí štvrtý piaty šiesty siedmy ôsmy deviaty desiaty jedenásty dvanásty trinásty štrnásty pätnásty šestnásty sedemnásty osemnásty devätnásty",
      "dvadsiaty tridsiaty štyridsiaty päťdesiaty šesťdesiaty sedemdesiaty osemdesiaty deväťdesiaty",
    ),
  },
  sl: {
    masculine: firstWords(
      "prvi drugi tretji četrti peti šesti sedmi osmi deveti deseti enajsti dvanajsti trinajsti štirinajsti petnajsti šestnajsti sedemnajsti osemnajsti devetnajsti dvajseti enaindvajseti dvaindvajseti triindvajseti štiriindvajseti petindvajseti šestindvajseti sedemindvajseti osemindvajseti devetindvajseti trideseti enaintrideseti",
    ),
  },
  sr: {
    masculine: wordRules(
      "први други трећи четврти пети шести седми осми девети десети једанаести дванаести тринаести четрнаести петнаести шеснаести седамнаести осамнаести деветнаести",
      "двадесет|двадесети тридесет|тридесети четрдесет|четрдесети педесет|педесети шездесет|шездесети седамдесет|седамдесети осамдесет|осамдесети деведесет|деведесети",
    ),
  },
  sv: setsOf(sv),
  tr: setsOf(tr),
  tt: {
    ordinal: wordRules(
      "беренче икенче өченче дүртенче бишенче алтынчы җиденче сигезенче тугызынчы унынчы унберенче уникенче унөченче ундүртенче унбишенче уналтынчы унҗиденче унсигезенче унтугызынчы",
      "егерме|егерменче утыз|утызынчы кырык|кырыгынчы илле|илленче алтмыш|алтмышынчы җитмеш|җитмешенче сиксән|сиксәненче туксан|туксанынчы",
    ),
  },
  uk: {
    masculine: wordRules(
      "перший другий третій четвертий п'ятий шостий сьомий восьмий дев'ятий десятий одинадцятий дванадцятий тринадцятий чотирнадцятий п'ятнадцятий шістнадцятий сімнадцятий вісімнадцятий дев'ятнадцятий",
      "двадцять|двадцятий тридцять|тридцятий сорок|сороковий п'ятдесят|п'ятдесятий шістдесят|шістдесятий сімдесят|сімдесятий вісімдесят|вісімдесятий дев'яносто|дев'яностий",
    ),
  },
  uz: {
    cardinal: rulesOf(
      "0: nol; 1: bir; 2: ikki; 3: uch; 4: to‘rt; 5: besh; 6: olti; 7: yetti; 8: sakkiz; 9: to‘qqiz; 10: o‘n[ →→]; 20: yigirma[ →→]; 30: o‘ttiz[ →→]; 40: qirq[ →→]; 50: ellik[ →→]; 60: oltmish[ →→]; 70: yetmish[ →→]; 80: sakson[ →→]; 90: to‘qson[ →→]; 100: ←← yuz[ →→]; 1000: ←← ming[ →→]; 1000000: ←← million[ →→]; 1000000000: ←← milliard[ →→]",
    ),
    ordinal: wordRules(
      "birinchi ikkinchi uchinchi to‘rtinchi beshinchi oltinchi yettinchi sakkizinchi to‘qqizinchi o‘ninchi o‘n_birinchi o‘n_ikkinchi o‘n_uchinchi o‘n_to‘rtinchi o‘n_beshinchi o‘n_oltinchi o‘n_yettinchi o‘n_sakkizinchi o‘n_to‘qqizinchi",
      "yigirma|yigirmanchi o‘ttiz|o‘ttizinchi qirq|qirqinchi ellik|ellikinchi oltmish|oltmishinchi yetmish|yetmishinchi sakson|saksoninchi to‘qson|to‘qsoninchi",
    ),
  },
};
