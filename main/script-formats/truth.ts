/** The words for true and false that spreadsheet programs and people write. */
const yes =
  "da 네 对 對 pravda ano áno igaz igen adevărat đúng có จริง ใช่ אמת כן istina тачно tačno істина так tiesa taip jā tõene jah satt já cert vertader درست بله այո კი bəli иә ndiyo kweli ஆம் হ্যাঁ ہاں bai egia " +
  "true 1 yes y on wahr ja vrai oui verdadero cierto sí si vero sì verdadeiro sim waar prawda tak sand sann sant tosi kyllä doğru evet истина да вярно αληθησ αληθές ναι صحيح نعم सत्य हाँ benar ya 真 はい 是 참 예";
const no =
  "不 nepravda ne hamis nem fals nu sai không เท็จ ไม่ ไม่ใช่ שקר לא neistina laž нетачно netačno хибність ні netiesa nē väär ósatt نادرست خیر ոչ არა xeyr жоқ hapana uongo palsu இல்லை না نہیں ez " +
  "false 0 no n off falsch nein faux non falso não nao onwaar nee fałsz nie falsk usann falskt nej nei epätosi ei yanlış hayır неистина ложь не нет ψευδησ ψευδές όχι خطأ لا असत्य नहीं salah tidak 偽 いいえ 假 否 거짓 아니요";

/** Without case, also that of the Turkish "I", and without accents of capitals. */
const fold = (word: string) =>
  word
    .trim()
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("ı", "i")
    .replaceAll("ς", "σ")
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "");

const wordsOf = (list: string) => new Set(list.split(" ").map(fold));
const [trueWords, falseWords] = [wordsOf(yes), wordsOf(no)];

/** What a word in any case says; null if it is neither. */
export function truthOf(word: string): boolean | null {
  const key = fold(word);
  return trueWords.has(key) ? true : falseWords.has(key) ? false : null;
}
