import { expect, test } from "vitest";
import { truthOf } from "../../../main/script-formats/truth";

// The names of TRUE and FALSE in the cells of Excel and LibreOffice, and words of people; reported
// by dekkerglen/CubeCobra 2140 and sparna-git/xls2rdf 13.
test.each([
  ["TRUE", "FALSE"],
  ["1", "0"],
  ["yes", "no"],
  ["WAHR", "FALSCH"],
  ["Ja", "Nein"],
  ["VRAI", "FAUX"],
  ["VERDADERO", "FALSO"],
  ["Sí", "No"],
  ["VERO", "FALSO"],
  ["VERDADEIRO", "NÃO"],
  ["WAAR", "ONWAAR"],
  ["PRAWDA", "FAŁSZ"],
  ["SAND", "FALSK"],
  ["SANN", "USANN"],
  ["SANT", "FALSKT"],
  ["TOSI", "EPÄTOSI"],
  ["DOĞRU", "YANLIŞ"],
  ["EVET", "HAYIR"],
  ["ИСТИНА", "ЛОЖЬ"],
  ["ΑΛΗΘΗΣ", "ΨΕΥΔΗΣ"],
  ["نعم", "لا"],
  ["हाँ", "नहीं"],
  ["はい", "いいえ"],
  ["是", "否"],
  ["예", "아니요"],
  ["PRAVDA", "NEPRAVDA"],
  ["Ano", "Ne"],
  ["IGAZ", "HAMIS"],
  ["ADEVĂRAT", "FALS"],
  ["ISTINA", "NEISTINA"],
  ["ІСТИНА", "ХИБНІСТЬ"],
  ["Так", "Ні"],
  ["אמת", "שקר"],
  ["จริง", "เท็จ"],
  ["có", "không"],
  ["taip", "ne"],
  ["TÕENE", "VÄÄR"],
  ["SATT", "ÓSATT"],
  ["CERT", "FALS"],
  ["بله", "خیر"],
  ["Da", "Ne"],
  ["네", "아니요"],
  ["对", "不"],
  [" Wahr\u00a0", "falsch "],
])("%s is true, %s is false", (yes, no) =>
  expect([truthOf(yes), truthOf(no)]).toEqual([true, false]),
);

test.each(["x", "maybe", "", "2", "-1", "TRUE?", "truefalse"])("%j is neither", (word) =>
  expect(truthOf(word)).toBeNull(),
);
