/**
 * Full stops of sentences after abbreviations, expressions in two rows, rulers, times with a dot
 * and short dates, as they are spoken. About 0.5 s.
 */
import { expect, test } from "vitest";
import {
  createSpeechPreparation,
  spokenText,
} from "../../../../../main/local-service/engine/speech/prepare-speech";

const spoken = (languageId: string, text: string) =>
  spokenText(
    createSpeechPreparation(languageId, [], { speaksDescriptions: false }).prepare(text, null),
  );

test.each([
  ["de-de", "Äpfel usw. Dann geht", "Äpfel und so weiter. Dann geht"],
  ["de-de", "„Äpfel usw.“ Dann, u. a. Anna", "„Äpfel und so weiter.“ Dann, unter anderem Anna"],
  [
    "de-de",
    "im 19. Jh. Er, in der Str. Ecke",
    "im neunzehnten Jahrhundert. Er, in der Straße Ecke",
  ],
  ["en-us", "Pears etc. Then, King Jr. Then", "Pears et cetera. Then, King Junior. Then"],
  ["en-us", "King Jr. Boulevard, e.g. London", "King Junior Boulevard, for example London"],
  ["en-us", "on Main St. Then, in St. Louis", "on Main St. Then, in Saint Louis"],
  [
    "fr-fr",
    "poires, etc. Puis, le XXe s. Puis",
    "poires, et cetera. Puis, le vingtième siècle. Puis",
  ],
  ["es-es", "peras, etc. Luego, a las 15.30 h. Ya", "peras, etcétera. Luego, a las 15 30. Ya"],
  ["it-it", "pere, ecc. Poi", "pere, eccetera. Poi"],
  ["pt-br", "peras, etc. Depois", "peras, et cetera. Depois"],
  ["nl-nl", "peren, enz. Toen, enz. en", "peren, enzovoort. Toen, enzovoort en"],
  ["pl-pl", "itd. Potem, XX w. Potem", "i tak dalej. Potem, dwudziesty wiek. Potem"],
  [
    "pl-pl",
    "w 1989 r. Potem, w 1989 r. był",
    "w tysiąc dziewięćset osiemdziesiątym dziewiątym roku. Potem, w tysiąc dziewięćset osiemdziesiątym dziewiątym roku był",
  ],
  ["cs-cz", "atd. Pak, Karel IV. Pak", "a tak dále. Pak, Karel čtvrtý. Pak"],
  [
    "ru-ru",
    "и т. д. Потом, 3 мая 1985 г. Он",
    "и так далее. Потом, третьего мая одна тысяча девятьсот восемьдесят пятого года. Он",
  ],
  ["uk-ua", "і т. д. Потім, у 1991 р. Він", "і так далі. Потім, у 1991 році. Він"],
  ["hu-hu", "stb. Aztán, Kr. e. 44", "és a többi. Aztán, Krisztus előtt 44"],
  ["sv-se", "osv. Sedan", "och så vidare. Sedan"],
  ["fi-fi", "jne. Sitten, mm. Anna", "ja niin edelleen. Sitten, muun muassa Anna"],
  ["el-gr", "κ.λπ. Μετά", "και λοιπά. Μετά"],
  ["tr-tr", "vb. Sonra", "ve benzeri. Sonra"],
  ["tr-tr", "Ankara vb. Anadolu, 5. yy. Roma", "Ankara ve benzeri Anadolu, beşinci yüzyıl Roma"],
  [
    "pl-pl",
    "W 1989 r. Lech wygrał. W XX w. Kraków rósł. Był tu w 1989 r. Potem",
    "W tysiąc dziewięćset osiemdziesiątego dziewiątego roku Lech wygrał. W dwudziesty wiek Kraków rósł. Był tu w tysiąc dziewięćset osiemdziesiątym dziewiątym roku. Potem",
  ],
  [
    "ru-ru",
    "В 1990 г. Москва росла. До 100 г. до н. э. Рим рос. Это было в XX в. Потом",
    "В одна тысяча девятьсот девяностом году Москва росла. До сотого года до нашей эры Рим рос. Это было в двадцатый век. Потом",
  ],
  ["cs-cz", "V 19. stol. Praha rostla.", "V devatenáctém století Praha rostla."],
  ["fr-fr", "Au XXe s. Paris grandit.", "Au vingtième siècle Paris grandit."],
  ["es-es", "En el 44 a. C. César murió.", "En el 44 antes de Cristo César murió."],
  ["lt-lt", "1990 m. Lietuva atkūrė, 1990 m. Tada", "1990 metų Lietuva atkūrė, 1990 metų. Tada"],
  ["vi-vn", "v.v. Sau đó", "vân vân. Sau đó"],
  ["lt-lt", "ir t. t. Tada, gegužės 3 d. Tada", "ir taip toliau. Tada, gegužės trečia diena. Tada"],
])("%s: %j keeps its full stops", (languageId, text, expected) => {
  expect(spoken(languageId, text)).toBe(expected);
});

test.each([
  ["da-dk", "hr.\nJensen er 5\nkm væk", "herr Jensen er 5 kilometer væk"],
  [
    "de-de",
    "Dr.\nMüller zahlt 5\r\n€ am 3.\nMai, z.\nB. hier",
    "Doktor Müller zahlt 5 Euro am dritten Mai, zum Beispiel hier",
  ],
  [
    "en-us",
    "$5\nmillion on May\n5 for 5\u2009km  each",
    "5 million dollars on May fifth for 5 kilometers each",
  ],
  ["en-us", "I said 20\n000 is not it", "I said 20 000 is not it"],
  ["fr-fr", "Il y en a 5\nl'autre, 5 l'autre", "Il y en a 5 l'autre, 5 l'autre"],
  ["tr-tr", "5 km'de", "5 kilometre'de"],
  ["en-us", "I counted 5\nm is, Number 5\n€ 10", "I counted 5 m is, Number 5 10 euros"],
  ["en-us", "- It is 5\n- 6 is enough", "- It is 5 - 6 is enough"],
])("%s: %j is read over the ends of rows", (languageId, text, expected) => {
  expect(spoken(languageId, text)).toBe(expected);
});

test.each([
  [
    "de-de",
    "Ludwig XIV. war, Elisabeth II. ist",
    "Ludwig der vierzehnte war, Elisabeth die zweite ist",
  ],
  ["de-de", "in der 3. Etage, die 3. Etage", "in der dritten Etage, die dritte Etage"],
  ["en-us", "King Charles I was, Charles I think", "King Charles the first was, Charles I think"],
  [
    "es-es",
    "Juan Carlos I, Isabel II, Felipe II del",
    "Juan Carlos primero, Isabel segunda, Felipe segundo del",
  ],
  [
    "it-it",
    "Elisabetta II, al 3° piano, a 45° a",
    "Elisabetta seconda, al terzo piano, a 45 gradi a",
  ],
  ["fr-fr", "François I, chap. IV", "François premier, chapitre 4"],
  ["pl-pl", "Elżbieta II, Jan I. Kowalski", "Elżbieta druga, Jan I. Kowalski"],
  ["ru-ru", "Пётр I и Екатерина II", "Пётр первый и Екатерина вторая"],
  ["uk-ua", "цар Петро І, ХХІ століття", "цар Петро перший, двадцять перше століття"],
  ["uk-ua", "Олег І Анна, цар Петро І Анна", "Олег І Анна, цар Петро І Анна"],
  ["be-by", "Мама\nІ тата", "Мама І тата"],
  ["pl-pl", "król Jan I był, Anna I Jan", "król Jan pierwszy był, Anna I Jan"],
  ["pl-pl", "Przyszła Anna\nI powiedziała", "Przyszła Anna I powiedziała"],
  ["it-it", "Ecco Maria\nI bambini, re Umberto I", "Ecco Maria I bambini, re Umberto primo"],
  ["sv-se", "Jag älskar Maria\nI min dröm", "Jag älskar Maria I min dröm"],
  ["cs-cz", "Přišel Karel\nV obchodě", "Přišel Karel V obchodě"],
  ["en-us", "I saw King Charles\nI was happy", "I saw King Charles I was happy"],
  ["en-us", "King Charles I knew, King Charles I", "King Charles I knew, King Charles the first"],
  ["sr-rs", "Petar I Ana", "Petar I Ana"],
  ["es-es", "María V. dice, Juan X. se, Ana I ganó", "María V. dice, Juan X. se, Ana I ganó"],
  ["de-de", "Anna V. und Maria I. wurden", "Anna V. und Maria I. wurden"],
  [
    "de-de",
    "Wilhelm I. war, Papst Pius X. war",
    "Wilhelm der erste war, Papst Pius der zehnte war",
  ],
  ["en-us", "Anna V. said no", "Anna V. said no"],
  ["cs-cz", "Karel IV. Lucemburský založil", "Karel čtvrtý Lucemburský založil"],
  ["hr-hr", "Petar II. Petrović", "Petar drugi Petrović"],
  ["da-dk", "Christian IV. København", "Christian den fjerde København"],
  ["sr-rs", "Петар I, XX век", "Петар први, двадесети век"],
  ["da-dk", "Christian IV, Margrethe II", "Christian den fjerde, Margrethe den anden"],
  ["hu-hu", "I. Béla", "első Béla"],
  ["ro-ro", "Carol I, secolul XX", "Carol întâi, secolul 20"],
])("%s: the ordinals in %j", (languageId, text, expected) => {
  expect(spoken(languageId, text)).toBe(expected);
});

test.each([
  ["zh-cn", "价格￥1,234.50，共$5", "价格1234点50元，共5美元"],
  ["ja-jp", "価格は¥500です", "価格は500円です"],
  ["th-th", "ราคา฿500 เวลา 7:05 น.", "ราคา500 บาท เวลา 7 นาฬิกา 5 นาที"],
  ["es-es", "20 ºC", "20 grados Celsius"],
  [
    "en-us",
    "98.6° F, $.50, on 12/25/99",
    "98.6 degrees Fahrenheit, 0 dollars 50, on December twenty-fifth, nineteen ninety-nine",
  ],
  [
    "de-de",
    "um 20.15, um 3.50 Euro, am 24.12.99",
    "um 20 Uhr 15, um 3.50 Euro, am vierundzwanzigsten Dezember neunzehnhundertneunundneunzig",
  ],
  ["en-gb", "12/10/08", "the twelfth of October 2008"],
  ["en-au", "On 3/4/21 he left.", "On the third of April 2021 he left."],
  ["en-in", "on 1/2/25", "on the first of February 2025"],
  ["en-gb", "The ratio is 10/11/12, 10/10/10 in", "The ratio is 10/11/12, 10/10/10 in"],
  ["en-us", "on 1/2/24 and 12/25/08", "on January second, 2024 and December twenty-fifth, 2008"],
  ["hu-hu", "08.12.24.", "2008 december huszonnegyedike."],
  ["lv-lv", "24.12.08", "2008. gada divdesmit ceturtais decembris"],
  ["hr-hr", "24.12.08.", "dvadeset četvrtog prosinca 2008."],
  ["th-th", "24/12/08", "24/12/08"],
  [
    "de-de",
    "Version 10.11.12, Kapitel 01.02.03, Ergebnis 11.12.13",
    "Version 10.11.12, Kapitel 01.02.03, Ergebnis 11.12.13",
  ],
  ["fr-fr", "10/12/14 mm", "10/12/14 mm"],
  ["de-de", "um 12.10. geht, um 20.15.", "um 12.10. geht, um 20 Uhr 15."],
  ["de-de", "stieg um 2.30, um 3.50 m verschoben", "stieg um 2.30, um 3.50 m verschoben"],
  ["de-de", "um 1.50 gestiegen, um 1.50 Uhr", "um 1.50 gestiegen, um 1 Uhr 50"],
  ["hr-hr", "Radimo od 1.10. do 5.10., u 15.30", "Radimo od 1.10. do 5.10., u 15 30"],
  ["sk-sk", "od 1.10 do 5.11, od 8.00 do 16.30", "od 1.10 do 5.11, od 8 do 16 30"],
  ["cs-cz", "v 3.10 bodu, do 24.12", "v 3.10 bodu, do 24.12"],
  ["es-es", "las 3.50 pesetas, a las 15.30 salimos", "las 3.50 pesetas, a las 15 30 salimos"],
  ["nl-nl", "om 20.15 met Jan", "om 20 uur 15 met Jan"],
  ["pl-pl", "o 15.30 punktualnie, o 5.40 punktu", "o 15 30 punktualnie, o 5.40 punktu"],
  ["cs-cz", "v 15.30 tisková, v 15.30 korunovace", "v 15 30 tisková, v 15 30 korunovace"],
  ["pl-pl", "o 12.50 taniej, o 2.10 więcej", "o 12.50 taniej, o 2.10 więcej"],
  ["pl-pl", "o 15.30, godz. 9.45", "o 15 30, godzina 9 45"],
  ["cs-cz", "v 15.30", "v 15 30"],
  ["nl-nl", "€ 5,- en 5 mrd", "5 euro en 5 miljard"],
  [
    "en-us",
    "10^6, 5 m^2, x < y, I <3 you",
    "10 to the power of 6, 5 square meters, x is less than y, I <3 you",
  ],
])("%s: the amounts and times in %j", (languageId, text, expected) => {
  expect(spoken(languageId, text)).toBe(expected);
});

test.each([
  ["af-za", "R12,50, R100", "12 Suid-Afrikaanse rand 50, 100 Suid-Afrikaanse rand"],
  ["af-za", "R2D2, Kamer R101, die R21-snelweg", "R2D2, Kamer R101, die R21-snelweg"],
  ["mk-mk", "за 1 ден.", "за 1 ден."],
  ["de-de", "Noch 5 min. 30 Sek.", "Noch 5 Minuten 30 Sekunden."],
  ["de-de", "Er lief 3 min. 12 s, min. 5 Leute", "Er lief 3 Minuten 12 Sekunden, minimal 5 Leute"],
  ["de-de", "Koche 10 min. 2 Eier, ca. 5 min. 2", "Koche 10 Minuten. 2 Eier, circa 5 Minuten. 2"],
  ["en-us", "Lt. A. Brown, Sgt. You are late!", "Lieutenant A. Brown, Sergeant You are late!"],
  ["en-us", "St. All Saints, Did you? No. V did.", "Saint All Saints, Did you? No. V did."],
  ["uk-ua", "20 кв. м. Потім, м. Київ", "20 кв. м. Потім, місто Київ"],
  ["ru-ru", "В прошлом г. Иван, г. Москва", "В прошлом г. Иван, город Москва"],
  ["fr-fr", "Le mouvement Me Too", "Le mouvement Me Too"],
  ["en-us", "No. XX, ch. X, Vol. II", "No. 20, chapter 10, volume 2"],
  ["de-de", "3,50 €/kg", "3 Euro 50 pro kg"],
  ["en-us", "$5/month, No. I think", "5 dollars per month, No. I think"],
  ["es-es", "1.er piso, cap. X", "primer piso, capítulo 10"],
  ["fr-fr", "Mme. Dupont, chap. V", "Madame Dupont, chapitre 5"],
  ["vi-vn", "12.500 đ, 19h30", "12500 đồng, 19 giờ 30"],
])("%s: the abbreviations in %j", (languageId, text, expected) => {
  expect(spoken(languageId, text)).toBe(expected);
});
