/**
 * Signs of units, currencies, ranges, exponents and emoji: each is spoken in words of the language,
 * or named. About 0.2 s.
 */
import { expect, test } from "vitest";
import {
  createSpeechPreparation,
  spokenText,
} from "../../../../../main/local-service/engine/speech/prepare-speech";

const prepare = (languageId: string, text: string) =>
  createSpeechPreparation(languageId, [], { speaksDescriptions: false }).prepare(text, null);

const spoken: readonly (readonly [string, string, string])[] = [
  ["cs-cz", "Zavolej na 600 700 800.", "Zavolej na 6 0 0, 7 0 0, 8 0 0."],
  [
    "de-de",
    "bis 3. Oktober und vom 3. bis 5. Mai",
    "bis dritten Oktober und vom dritten bis fünften Mai",
  ],
  ["de-de", "Etwa 3-5 Tage, um 17 h, 3 h frei", "Etwa 3 bis 5 Tage, um 17 Uhr, 3 Stunden frei"],
  ["de-de", "Montag, 3.10. um zehn", "Montag, dritter Oktober um zehn"],
  [
    "de-de",
    "vom 2.1. bis 3.2. und am 4.2. frei",
    "vom zweiten Januar bis dritten Februar und am vierten Februar frei",
  ],
  ["en-us", "on 11/11, 10/10 points", "on November eleventh, 10 10 points"],
  ["es-es", "Hola, D. Juan, en 1h, a las 2h", "Hola, don Juan, en 1 hora, a las 2 horas"],
  ["fr-fr", "le 10/10, du 3/5 au 4/6", "le 10 octobre, du 3 mai au 4 juin"],
  ["it-it", "dal 1/4 al 5/4", "dal primo aprile al 5 aprile"],
  ["pl-pl", "Wydali 250 000 000.", "Wydali 250000000."],
  ["pl-pl", "Zadzwoń pod numer 600 700 800.", "Zadzwoń pod numer 6 0 0, 7 0 0, 8 0 0."],
  ["pt-br", "às 1h", "às 1 hora"],
  ["ar-ar", "20-25 °م", "20 إلى 25 درجة مئوية"],
  ["de-de", "5,- €, 99 ct, 2 h", "5 Euro, 99 Cent, 2 Stunden"],
  ["de-de", "Karl V. und", "Karl der fünfte und"],
  ["en-us", "99¢, 5 yd, Henry V", "99 cents, 5 yards, Henry the fifth"],
  ["es-es", "s. XX, 912 345 678", "siglo 20, 9 1 2, 3 4 5, 6 7 8"],
  ["es-es", "912 345 678 personas", "912 345 678 personas"],
  ["cs-cz", "Pan X. Karel V. a X. ročník", "Pan X. Karel pátý a desátý ročník"],
  ["de-de", "Mister X. Ich bin V. und", "Mister X. Ich bin V. und"],
  ["de-de", "Nr.5, test.txt", "Nummer 5, test Punkt txt"],
  ["en-us", "main.py, 5%–10%", "main dot py, 5% to 10%"],
  ["zh-cn", "50%~60%", "百分之50至百分之60"],
  ["en-us", "Henry V of England", "Henry the fifth of England"],
  ["fr-fr", "François Ier est là", "François premier est là"],
  ["fr-fr", "9h-17h, François Ier", "9 heures à 17 heures, François premier"],
  ["ko-kr", "9:00~17:00", "아홉 시에서 17시"],
  ["pl-pl", "XX w., 5 min", "dwudziesty wiek, 5 minut"],
  ["ru-ru", "XX в.", "двадцатый век."],
  ["zh-cn", "下午6:30，3:2", "下午6点30分，3比2"],
  ["ar-ar", "info@example.com", "info آت example نقطة com"],
  ["cs-cz", "Přijdu 3. 10. ráno, p. Novák", "Přijdu třetího října ráno, pan Novák"],
  ["cs-cz", "v 2.0 je 50/50, v2.0", "v 2.0 je 50 na 50, v2 tečka 0"],
  ["de-de", "am 3.10. und bis 12.5.", "am dritten Oktober und bis zwölften Mai."],
  ["de-de", "Vom 3.-5.10. ist zu", "Vom dritten Oktober bis fünften Oktober ist zu"],
  ["de-de", "Version 3.10. ist da", "Version 3.10. ist da"],
  ["de-de", "Es kostet 3.10. Am 31.2. nicht", "Es kostet 3.10. Am 31.2. nicht"],
  ["de-de", "10-20 €, 5-10 Minuten, 3 %", "10 bis 20 Euro, 5 bis 10 Minuten, 3 %"],
  ["de-de", "Kapitel 1.2.3, 1.234.567", "Kapitel 1 Punkt 2 Punkt 3, 1234567"],
  ["de-de", "max@beispiel.de", "max at beispiel Punkt de"],
  ["en-us", "10am–5pm, 10:30am-5:45pm", "10am to 5pm, 10 30am to 5 45pm"],
  ["en-us", "$10–20, $10-$20 million", "10 to 20 dollars, 10 to 20 million dollars"],
  ["en-us", "see www.example.com/a-b.", "see www dot example dot com slash a dash b."],
  ["en-us", "https://example.org, e.g. it", "https example dot org, for example it"],
  ["en-us", "v2.0, 2.0.1, iOS 17.4", "v2 point 0, 2 point 0 point 1, iOS 17.4"],
  ["en-us", "5'11\" tall, 6 ft. 2 in.", "5 feet 11 inches tall, 6 feet 2 inches"],
  ["en-us", "50/50, 9/11, on 12/25", "50 50, 9 11, on December twenty-fifth"],
  ["en-us", "Malcolm X, Pius X, No.5", "Malcolm X, Pius the tenth, number 5"],
  ["es-es", "el 3/10, 10-20 €", "el 3 de octubre, 10 a 20 euros"],
  ["fr-fr", "24h/24, 7j/7, 8 h", "24 heures sur 24, 7 jours sur 7, 8 heures"],
  ["fr-fr", "06.12.34.56.78, N° 5", "0 6, 1 2, 3 4, 5 6, 7 8, numéro 5"],
  ["he-il", '10-20 ש"ח', "10 עד 20 שקלים חדשים"],
  ["ja-jp", "10〜20円、1/2、3時〜5時", "10から20円、2分の1、3時から5時"],
  ["ko-kr", "10~20원", "10에서 20원"],
  ["pl-pl", "m.in. dnia 3.10.", "między innymi dnia trzeciego października."],
  ["pl-pl", "22 123 45 67, v2.0", "2 2, 1 2 3, 4 5, 6 7, v2 kropka 0"],
  ["ru-ru", "до 03.10, 12.05 ₽", "до третьего октября, 12 рублей 5"],
  ["ru-ru", "с 10.12 по 12.12", "с десятого декабря по двенадцатого декабря"],
  ["zh-cn", "价格是10-20元。13812345678", "价格是10至20元。1 3 8 1 2 3 4 5 6 7 8"],
  ["ar-ar", "5–7 كم", "5 إلى 7 كيلومترات"],
  ["bg-bg", "12,50 лв. и 3.10.2026 г.", "12 лева 50 и трети октомври 2026 година"],
  ["cs-cz", "2 m², 5 m², 12,50 Kč", "2 metry čtvereční, 5 metrů čtverečních, 12 korun 50"],
  ["cs-cz", "2,5 mil. Kč, 44 př. n. l. a", "2,5 milionu korun, 44 před naším letopočtem a"],
  ["cs-cz", "kapitola IV", "kapitola 4"],
  ["de-de", "5 m², 3 km² und 2 m³", "5 Quadratmeter, 3 Quadratkilometer und 2 Kubikmeter"],
  ["de-de", "20 µg, 5 mg", "20 Mikrogramm, 5 Milligramm"],
  ["de-de", "5–7 Tage, 1914–18", "5 bis 7 Tage, neunzehnhundertvierzehn bis 18"],
  ["de-de", "Es steht 3:2.", "Es steht 3 zu 2."],
  ["de-de", "5.50 CHF, CHF 5.50", "5 Schweizer Franken 50, 5 Schweizer Franken 50"],
  ["de-de", "S. 5, № 3, #1", "Seite 5, Nummer 3, Nummer 1"],
  ["de-de", "5 Std. und 20 Min.", "5 Stunden und 20 Minuten."],
  ["de-de", "10⁶, x² > 5", "10 hoch 6, x hoch 2 größer als 5"],
  ["de-de", "5 > 3", "5 größer als 3"],
  ["en-us", "20 000 km, 1 000", "20000 kilometers, 1000"],
  ["en-us", "a pack of 5 $20 bills", "a pack of 5 20 dollars bills"],
  ["en-us", "5 ft, 10 lb", "5 feet, 10 pounds"],
  ["en-us", "1 m², 2.5 m²", "1 square meter, 2.5 square meters"],
  ["en-us", "open 24/7, 3-4 days", "open 24 7, 3 to 4 days"],
  ["en-us", "9:00–10:30", "9 o'clock to 10 30"],
  ["en-us", "x², 2³, H₂O", "x squared, 2 cubed, H2O"],
  ["en-us", "a 10 oz. steak, 6 ft. tall", "a 10 ounces steak, 6 feet tall"],
  ["en-us", "It is 6 ft. Then 5 m. 30 cm.", "It is 6 feet. Then 5 meters 30 centimeters."],
  ["en-us", "5 km. Thirty, 5 oz., 5 %. it", "5 kilometers. Thirty, 5 ounces, 5 %. it"],
  ["en-us", "7-11 stores, 9-11 attacks", "7 11 stores, 9 11 attacks"],
  ["en-us", "In 7-11 days, Chapters 3-4 of", "In 7 to 11 days, Chapters 3 to 4 of"],
  ["de-de", "in 20 Min. Dann", "in 20 Minuten. Dann"],
  ["de-de", "20 Min. Pause, 5 Std. frei", "20 Minuten Pause, 5 Stunden frei"],
  ["el-gr", "5 χλμ. Μετά", "5 χιλιόμετρα. Μετά"],
  ["ru-ru", "5 м. 30 см.", "5 метров 30 сантиметров."],
  ["ru-ru", "44 г до н.э. и 200 г сыра", "44 года до нашей эры и 200 грамм сыра"],
  [
    "tr-tr",
    "MS 365 yılında, MS 4. yüzyıl",
    "milattan sonra 365 yılında, milattan sonra dördüncü yüzyıl",
  ],
  ["en-us", "#1, #dubbing", "number 1, hashtag dubbing"],
  ["es-es", "1 m², 5 m²", "1 metro cuadrado, 5 metros cuadrados"],
  ["fr-fr", "5 €50, 5 € 50", "5 euros 50, 5 euros 50"],
  ["fr-fr", "50 av. J.-C. et", "50 avant Jésus-Christ et"],
  ["fr-fr", "20 m³, p. 5", "20 mètres cubes, page 5"],
  ["he-il", 'ד"ר כהן, 5 ק"מ', "דוקטור כהן, 5 קילומטרים"],
  ["hi-in", "₹2.5 करोड़, 5 m²", "2.5 करोड़ रुपए, 5 वर्ग मीटर"],
  ["hr-hr", "3. 10. 2026.", "trećeg listopada 2026."],
  ["hu-hu", "5000 Ft, Kr. e. 44", "5000 forint, Krisztus előtt 44"],
  ["hu-hu", "IV. fejezet", "negyedik fejezet"],
  ["id-id", "Rp12.500, 5 km/jam", "12500 Rupiah Indonesia, 5 kilometer per jam"],
  ["it-it", "1 000 km", "1000 chilometri"],
  ["ja-jp", "5㎡", "5 平方メートル"],
  ["ja-jp", "¥5万, -5℃", "5万 円, 摂氏 -5 度"],
  ["ko-kr", "5 m², 3–5", "5제곱미터, 3에서 5"],
  ["nl-nl", "5 km/u", "5 kilometer per uur"],
  ["pl-pl", "2 m², 3,5 m², 5 zł", "2 metry kwadratowe, 3,5 metra kwadratowego, 5 złotych"],
  ["pl-pl", "2,5 mln zł", "2,5 miliona złotych"],
  ["pt-br", "~5 pessoas, 3-4 dias", "cerca de 5 pessoas, 3 a 4 dias"],
  ["ro-ro", "5–7, nr. 5", "5 până la 7, numărul 5"],
  ["ru-ru", "2 м², 5 км/ч, 20 мкг", "2 квадратных метра, 5 километров в час, 20 микрограмм"],
  ["ru-ru", "5 руб. за 100 г.", "5 рублей за 100 г."],
  ["ru-ru", "44 г. до н. э. и № 5", "44 года до нашей эры и номер 5"],
  ["sv-se", "5 kr, 2,5 mn kr, 5 m²", "5 kronor, 2,5 miljoner kronor, 5 kvadratmeter"],
  ["th-th", "5 กม., 3/10/2569", "5 กิโลเมตร, 3 ตุลาคม พ.ศ. 2569"],
  ["tr-tr", "5 m², MÖ 44, 10 TL", "5 metrekare, milattan önce 44, 10 lira"],
  ["uk-ua", "5 грн, 2 м², № 5", "5 гривень, 2 квадратні метри, номер 5"],
  ["vi-vn", "5 m², 60 km/h", "5 mét vuông, 60 kilômét trên giờ"],
  ["zh-cn", "￥5万, ¥2.5亿", "5万 元, 2点5亿 元"],
  ["zh-cn", "5–7天, 5 m²", "5至7天, 5平方米"],
];
test.each(spoken)("%s: %s", (languageId, text, expected) => {
  const prepared = prepare(languageId, text);
  expect(spokenText(prepared)).toBe(expected);
  expect(prepared.unreadable).toEqual([]);
});

// Names of CLDR that the runtime does not have: 6 ms for a language.
test.each([
  [
    "en-us",
    "220 V, 1 V, 60W, 3 kW, 2.4 GHz.",
    "220 volts, 1 volt, 60 watts, 3 kilowatts, 2.4 gigahertz.",
  ],
  [
    "en-us",
    "150 hp, 10 s, 50 Mbps, 5 MB/s",
    "150 horsepower, 10 seconds, 50 megabits per second, 5 megabytes per second",
  ],
  ["de-de", "1 kWh, 150 PS, 3,5 kW.", "1 Kilowattstunde, 150 Pferdestärken, 3,5 Kilowatt."],
  ["pl-pl", "1 V, 2 V, 5 V, 1,5 V", "1 wolt, 2 wolty, 5 woltów, 1,5 wolta"],
  [
    "ru-ru",
    "60 Вт, 5 кВт·ч, 100 МГц, 150 л.с. и",
    "60 ватт, 5 киловатт-часов, 100 мегагерц, 150 лошадиных сил и",
  ],
  ["uk-ua", "90 к. с. у", "90 кінських сил у"],
  ["ro-ro", "19 V, 20 V", "19 volți, 20 de volți"],
  ["sl-si", "5 mA", "5 miliamperov"],
  ["sw-ke", "60 W", "wati 60"],
  ["zh-cn", "220V", "220伏特"],
  ["ja-jp", "220 V", "220 ボルト"],
  // No name in the language, and no Roman numeral.
  ["tt-ru", "220 V", "220 V"],
  ["el-gr", "220 V, 3 kW", "220 βολτ, 3 kW"],
])("%s: the units in %j", (languageId, text, expected) => {
  expect(spokenText(prepare(languageId, text))).toBe(expected);
});

// The words beside a number show its gender and case: 2 ms for a language.
test.each([
  [
    "pl-pl",
    "3. piętro, 2. osoba, 1. miejsce, 3. rozdział",
    "trzecie piętro, druga osoba, pierwsze miejsce, trzeci rozdział",
  ],
  [
    "pl-pl",
    "do 5. odcinka, w 3. rozdziale, na 2. stronę, w 2. części",
    "do piątego odcinka, w trzecim rozdziale, na drugą stronę, w drugiej części",
  ],
  ["pl-pl", "3. albo czwarty, 3. i 4. odcinek", "trzeci albo czwarty, trzeci i czwarty odcinek"],
  [
    "cs-cz",
    "21. století, 3. patro, 2. kapitola, 1. místo, 2. díl",
    "dvacáté první století, třetí patro, druhá kapitola, první místo, druhý díl",
  ],
  [
    "cs-cz",
    "ve 20. století, do 2. kola, na 2. stranu, 2. nebo 4. díl",
    "ve dvacátém století, do druhého kola, na druhou stranu, druhý nebo čtvrtý díl",
  ],
  [
    "sk-sk",
    "3. poschodie, 2. kapitola, 5. miesto, v 20. storočí",
    "tretie poschodie, druhá kapitola, piate miesto, v dvadsiatom storočí",
  ],
  [
    "hr-hr",
    "XXI. stoljeće, 3. poglavlje, 2. sezona, u 20. stoljeću, 3. kat",
    "dvadeset prvo stoljeće, treće poglavlje, druga sezona, u dvadesetom stoljeću, treći kat",
  ],
  ["sr-rs", "3. поглавље, 2. сезона, 3. спрат", "треће поглавље, друга сезона, трећи спрат"],
  [
    "sl-si",
    "3. nadstropje, 21. stoletje, v 3. nadstropju",
    "tretje nadstropje, enaindvajseto stoletje, v tretjem nadstropju",
  ],
])("%s: the ordinals in %j", (languageId, text, expected) => {
  expect(spokenText(prepare(languageId, text))).toBe(expected);
});

test.each([
  [
    "fi-fi",
    "3. kerros, 3. kerroksessa, 1. luokan, 2. kertaa, 1. nainen",
    "kolmas kerros, kolmannessa kerroksessa, ensimmäisen luokan, toista kertaa, ensimmäinen nainen",
  ],
  [
    "lv-lv",
    "2. klase, 3. stāvs, 2024. gada 3. maijā",
    "otrā klase, trešais stāvs, 2024. gada trešajā maijā",
  ],
  [
    "bg-bg",
    "Цар Борис III каза. След II световна война",
    "Цар Борис трети каза. След втора световна война",
  ],
  ["mk-mk", "Филип II стана крал.", "Филип втори стана крал."],
  ["bg-bg", "II световна война, XXI век", "втора световна война, двайсет и първи век"],
  ["be-by", "II сусветная вайна", "другая сусветная вайна"],
  ["hy-am", "1-ին, 3-րդ, ժամը 8-ին", "առաջին, երրորդ, ժամը 8-ին"],
  ["is-is", "5 km/klst", "5 kílómetrar á klukkustund"],
  ["vi-vn", "5 km/giờ", "5 kilômét trên giờ"],
  ["el-gr", "στις 8 π.μ. και", "στις 8 προ μεσημβρίας και"],
  [
    "en-us",
    "He won 6–4, 3–6, 7–5. They lost 98-102, drew 0-0.",
    "He won 6 to 4, 3 to 6, 7 to 5. They lost 98 to 102, drew 0 to 0.",
  ],
  ["en-us", "10 sq ft, 5 cu. ft. of, 5 in. wide", "10 square feet, 5 cubic feet of, 5 inches wide"],
])("%s: the nouns and scores in %j", (languageId, text, expected) => {
  expect(spokenText(prepare(languageId, text))).toBe(expected);
});

// Voices speak "~" and "*" by their English names, and most do not read "×".
test.each([
  ["en-us", "I *really* mean **it**, ~~not~~ that. Hello~", "I really mean it, not that. Hello"],
  ["en-us", "* First item\n~ whispers ~", "First item whispers"],
  ["en-gb", "# Silent night #\n# Holy night #", "Silent night Holy night"],
  ["es-es", "Hola. #Canción triste#", "Hola. Canción triste"],
  ["de-de", "* Musik * Er geht.", "Musik Er geht."],
  [
    "en-us",
    "(50%) off. (1990) It was cold (1991).",
    "(50%) off. (nineteen ninety) It was cold (nineteen ninety-one).",
  ],
  ["en-us", "#MeToo, #1 and #2 #", "hashtag MeToo, number 1 and number 2"],
  ["en-us", "~5 people, ~$3M, 3~5 days", "about 5 people, about 3 million dollars, 3 to 5 days"],
  ["es-es", "~5 €, 10×15 cm", "aproximadamente 5 euros, 10 por 15 centímetros"],
  ["ja-jp", "好き~、~5人、3~5人、50%~60%", "好き、約5人、3から5人、50パーセントから60パーセント"],
  ["ko-kr", "안녕~ ~5명, 3~5일", "안녕 약 다섯 명, 3에서 5일"],
  ["ru-ru", "20-е годы, 3-е место, 10×15 см", "двадцатые годы, третье место, 10 на 15 сантиметров"],
  ["uk-ua", "20-ті роки, 90-х, 10×15", "двадцяті роки, дев'яностих, 10 на 15"],
  ["nl-nl", "om 5u30, tot 17u", "om 5 uur 30, tot 17 uur"],
  ["bg-bg", "в 15 ч. и в 16 ч. Тогава", "в 15 часа и в 16 часа. Тогава"],
  [
    "pl-pl",
    "O godz. 15, do godz. 16, 5 proc. osób",
    "O godzinie 15, do godziny 16, 5 procent osób",
  ],
  ["ar-ar", "5 ر.س، ص. 7", "5 ريال سعودي، صفحة 7"],
  ["ms-my", "RM5, no. 7", "5 Ringgit Malaysia, nombor 7"],
  ["sq-al", "shek. XXI", "shekulli 21"],
  ["en-us", "1¢, 21¢", "1 cent, 21 cents"],
  ["fr-fr", "n°1, n° 5", "numéro 1, numéro 5"],
  ["en-us", "(555) 123-4567", "5 5 5, 1 2 3, 4 5 6 7"],
])("%s: the signs and abbreviations in %j", (languageId, text, expected) => {
  expect(spokenText(prepare(languageId, text))).toBe(expected);
});

test("other texts with these signs stay as they are", () => {
  const same: readonly (readonly [string, string])[] = [
    ["cs-cz", "Pomoz nám. Prosím. V kapitole 3.2. je"],
    ["de-de", "Ich zähle von 1 bis 3. Bei drei gehst du. Die Zeit läuft bis 5. Beeil dich!"],
    [
      "de-de",
      "Regel 3.2. besagt, Übung 2.1. ist, das Modell 2.1. kostet, Aufgabe 3.1. und 3.2. machen",
    ],
    [
      "de-de",
      "Kapitel 2.1. bis 3.2. lesen, 2 CT-Aufnahmen, Boeing 737-800 fliegt, gewann 3-5 gegen",
    ],
    [
      "en-us",
      "Reduce it by 3/4, reduced by 1/3, on 1.5.2024, 3'43\", John V. Lindsay, me.it is late",
    ],
    ["es-es", "Franklin D. Roosevelt, Samuel D. Jackson, Washington D. C. es, Carlos V. García"],
    ["es-es", "vamos.es tarde, Gastaron 250300400."],
    ["fi-fi", "Se on luku 3.2. on"],
    ["fr-fr", "le 1/4 restant, au 1/2 tarif, 14.07.1789, Record: 3'43\""],
    ["it-it", "il 3/4 d'ora"],
    ["ja-jp", "3/4に会おう"],
    ["nl-nl", "Ik tel. Tot drie tel. Klaar."],
    ["pl-pl", "Powiedziałem im. Nie słuchali. Rozdział 3.2. mówi"],
    ["pt-br", "em 2/3 dos casos"],
    ["ru-ru", "Нашли пять тел. Все мертвы. Мне 20,— сказал он."],
    ["ru-ru", "в 10.05 утра, 10.05 процента, стоит 12.05 долларов, Ubuntu 22.04"],
    ["zh-cn", "3/4见, 2024.10.3"],
    ["en-us", "3-D, COVID-19, C++, iPhone 15, Paris–Berlin"],
    ["de-de", "Kapitel 3: 2 Leute, 2026/27, Paris–Berlin"],
    ["en-us", "Drake ft. Rihanna, in 2019¹ and 2019², take Route 5-10 north, 5 L.A. residents"],
    ["ru-ru", "в 1985 г, и в 988 г он, 5 В Москве"],
    ["uk-ua", "у 1985 г, а у 1991 г він"],
    ["en-us", "12 W 34th Street, 12 W Main Street, 5 W-2 forms, 5 V-necks, 2 V8s"],
    ["en-us", "5 A students, page 5 s.v. cat, a 5W-30 oil, Apollo 13V2, 5 PS games, chapter 5 ch"],
    ["cs-cz", "5 s mlékem"],
    ["en-us", "5*3, f*ck, **** you, a * b, x × y"],
    ["mk-mk", "за 1 ден."],
    [
      "en-us",
      "lost at 7-11, led by F-16s, won in 1939-1945, beat a 10-year-old, lead 24-7 support",
    ],
    ["de-de", "5 W-Fragen, 5 V-Leute, Klasse 5 A"],
    ["tr-tr", "MS 365 kullan"],
    ["ru-ru", "пять м, 5 c друзьями"],
    ["cs-cz", "Ještě 5 mil a jsme doma."],
  ];
  for (const [languageId, text] of same) expect(spokenText(prepare(languageId, text))).toBe(text);
});

test("emoji are listed as not spoken", () => {
  expect(prepare("en-us", "Hello 😀 there 😀")).toMatchObject({ unspoken: ["😀"], unreadable: [] });
  expect(prepare("en-us", "Hello © there")).toMatchObject({ unspoken: [] });
});
