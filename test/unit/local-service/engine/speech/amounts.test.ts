/** Fractions and abbreviated large numbers, as they are spoken. */
import { expect, test } from "vitest";
import { languageIds } from "../../../../../main/local-service/catalogue/language-names";
import {
  createSpeechPreparation,
  spokenText,
} from "../../../../../main/local-service/engine/speech/prepare-speech";

const prepare = (languageId: string, text: string) =>
  createSpeechPreparation(languageId, [], { speaksDescriptions: false }).prepare(text, null);

test.each([
  ["en-us", "a $1.5M deal", "a 1.5 million dollars deal"],
  ["en-us", "$5k", "5 thousand dollars"],
  ["en-us", "US$3B.", "3 billion dollars."],
  ["en-us", "€2bn", "2 billion euros"],
  ["en-us", "a 5k run, a 4K film, 5 m", "a 5k run, a 4K film, 5 meters"],
  ["en-us", "a $20 T-shirt, a $5 B-movie", "a 20 dollars T-shirt, a 5 dollars B-movie"],
  ["en-gb", "a £3 M&S voucher, £3 mn", "a 3 pounds M&S voucher, 3 million pounds"],
  ["de-de", "Es sind 5 Mio.", "Es sind 5 Millionen."],
  ["ru-ru", "Это 5 млн. Потом", "Это 5 миллионов. Потом"],
  ["cs-cz", "Ještě 5 mil a jsme doma.", "Ještě 5 mil a jsme doma."],
  ["de-de", "3,5 Mio. €", "3,5 Millionen Euro"],
  ["de-de", "5 Mrd. Dollar", "5 Milliarden Dollar"],
  ["fr-fr", "3 M€ et 5 k€", "3 millions d'euros et 5 mille euros"],
  ["es-es", "3 M€", "3 millones de euros"],
  ["it-it", "5 mln di euro", "5 milioni di euro"],
  ["pl-pl", "5 tys. osób", "5 tysięcy osób"],
  ["ru-ru", "5 млн рублей", "5 миллионов рублей"],
  ["uk-ua", "2 млрд", "2 мільярди"],
])("%s: the large number in %j", (languageId, text, expected) => {
  expect(spokenText(prepare(languageId, text))).toBe(expected);
});

test.each([
  ["en-us", "½ cup, 1/4 cup, 2 1/2 miles", "a half cup, a quarter cup, 2 and a half miles"],
  ["en-us", "⅛ inch", "an eighth inch"],
  ["en-us", "part 1/2, on 2/3, 1/2/2024", "part 1/2, on 2/3, January second, 2024"],
  ["en-us", "Episode 1/2 begins, take 2/3 again", "Episode 1/2 begins, take 2/3 again"],
  ["es-es", "el 1/4 a las ocho, 1/2 litro", "el 1/4 a las ocho, medio litro"],
  ["de-de", "2½ Stunden, ¾ Liter", "2 einhalb Stunden, drei Viertel Liter"],
  ["en-us", "Read by 1/2 inch. Go 1/4 mile", "Read by a half inch. Go a quarter mile"],
  ["en-us", "after 1/2 an hour, on 1/2 acre", "after a half an hour, on a half acre"],
  ["es-es", "el 1/2 litro", "el medio litro"],
  ["it-it", "al 1/2 litro", "al mezzo litro"],
  ["pt-br", "em 1/2 hora", "em meio hora"],
  ["sv-se", "den 1/2 liter", "den en halv liter"],
  ["es-es", "½ taza", "medio taza"],
  ["fr-fr", "2 1/2 heures", "2 et demi heures"],
  ["ru-ru", "2 ½ часа", "2 с половиной часа"],
  ["ja-jp", "2½", "2と2分の1"],
])("%s: the fractions in %j", (languageId, text, expected) => {
  const prepared = prepare(languageId, text);
  expect(spokenText(prepared)).toBe(expected);
  expect(prepared.unreadable).toEqual([]);
});

test("a fraction is spoken in words or named as unreadable, in each language", () => {
  const silent = languageIds.filter((languageId) => {
    const prepared = prepare(languageId, "x ½ ⅓ ⅔ ¼ ¾ ⅘ x");
    const left = spokenText(prepared).match(/[¼-¾⅐-⅞]/gu) ?? [];
    return left.some((sign) => !prepared.unreadable.includes(sign));
  });
  expect(silent).toEqual([]);
  expect(prepare("sw-ke", "½").unreadable).toEqual(["½"]);
});
