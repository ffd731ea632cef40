/**
 * Full stops of sentences after abbreviations, expressions in two rows, rulers, times with a dot
 * and short dates, as they are spoken. About 0.3 s.
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
  ["uk-ua", "Петро І, ХХІ століття", "Петро перший, двадцять перше століття"],
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
    "98.6 degrees Fahrenheit, 0 dollars 50, on December twenty-fifth, 99",
  ],
  [
    "de-de",
    "um 20.15, um 3.50 Euro, am 24.12.99",
    "um 20 Uhr 15, um 3.50 Euro, am vierundzwanzigsten Dezember 99",
  ],
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
  ["af-za", "R12,50", "12 Suid-Afrikaanse rand 50"],
  ["de-de", "3,50 €/kg", "3 Euro 50 pro kg"],
  ["en-us", "$5/month, No. I think", "5 dollars per month, No. I think"],
  ["es-es", "1.er piso, cap. X", "primer piso, capítulo 10"],
  ["fr-fr", "Mme. Dupont, chap. V", "Madame Dupont, chapitre 5"],
  ["vi-vn", "12.500 đ, 19h30", "12500 đồng, 19 giờ 30"],
])("%s: the abbreviations in %j", (languageId, text, expected) => {
  expect(spoken(languageId, text)).toBe(expected);
});
