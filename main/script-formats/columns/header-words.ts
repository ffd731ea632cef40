/**
 * The words that name columns in dialogue lists of other programs, in the languages of the people
 * who write them: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, the
 * Scandinavian languages, Finnish, Turkish, Russian, Japanese, Chinese, Korean, Arabic, Hebrew,
 * Hindi, Greek, Czech, Slovak, Bulgarian, Ukrainian, Romanian, Hungarian, Indonesian, Vietnamese,
 * Thai.
 */
import { plainRoles, type PlainRole } from "../../../preload/facts/script-columns";
import { rememberResults } from "../../common/remember-results";
import { languageId, scriptLanguages } from "../vocabulary";

/** The columns of the template that are not texts, as it writes them. */
export const templateColumns: Readonly<Partial<Record<PlainRole, string>>> = {
  id: "ID",
  character: "Character",
  emotion: "Emotion",
  intensity: "Intensity",
  "source-audio": "Source_Audio",
};
export const textPrefix = "text_";

/** "line" names either the numbers or the texts of the lines: the content of the column decides. */
type Word = PlainRole | "text" | "line";

const words: Readonly<Record<Word, string>> = {
  line: "line|lines|zeile|ligne|línea|linea|linha|riga|regel|linje|rad|satır|rivi|行|السطر|שורה|पंक्ति|γραμμή|řádek|řádka|riadok|ред|рядок|rând|sor|baris|dòng|บรรทัด",
  id: "id|line id|lineid|line no|line nr|line number|no|nr|num|number|index|cue|cue no|cue id|cue number|loop|key|string id|zeilennummer|nummer|satz|satznummer|numéro|numero|n°|nº|clé|número|battuta n|regelnummer|numer|lp|radnummer|replik nr|linjenummer|satır no|sıra|sıra no|№|номер|番号|编号|序号|號碼|번호|순번|الرقم|رقم|رقم السطر|المعرف|معرف|מספר|מס|מזהה|क्रमांक|क्रम|संख्या|आईडी|αριθμός|αρ|α α|κωδικός|číslo|č|pořadí|poradie|număr|număr linie|sorszám|szám|nomor|stt|số|ลำดับ|หมายเลข",
  character:
    "character|character name|characters|actor|char|speaker|speaker name|speaker label|role|actor role|name|cast|who|rolle|figur|charakter|sprecher|sprecherin|sprechername|rollenname|person|personnage|rôle|locuteur|nom du personnage|intervenant|personaje|rol|hablante|locutor|nombre|nombre del personaje|personaggio|ruolo|parlante|nome|personagem|papel|falante|personage|spreker|naam|postać|rola|mówca|imię|karaktär|roll|talare|karakter|taler|hahmo|rooli|puhuja|nimi|konuşmacı|karakter adı|персонаж|роль|говорящий|имя|キャラ|キャラクター|役|役名|話者|人物|登場人物|角色|说话人|說話人|角色名|캐릭터|배역|화자|등장인물|الشخصية|شخصية|اسم الشخصية|الدور|المتحدث|المتكلم|الاسم|דמות|שם הדמות|דובר|דוברת|תפקיד|שם|पात्र|पात्र का नाम|किरदार|चरित्र|वक्ता|भूमिका|नाम|χαρακτήρας|ρόλος|ομιλητής|ομιλήτρια|πρόσωπο|όνομα|postava|jméno postavy|mluvčí|jméno|osoba|hovoriaci|rečník|meno|герой|роля|говорещ|име|мовець|ім’я|імя|personaj|vorbitor|nume|szereplő|beszélő|szerep|név|tokoh|pembicara|peran|nama|nhân vật|người nói|tên|ตัวละคร|ผู้พูด|ชื่อ|บทบาท",
  emotion:
    "emotion|emotions|gefühl|émotion|emoción|emocion|emozione|emoção|emocao|emotie|emocja|känsla|følelse|tunne|duygu|эмоция|感情|情绪|情感|감정|العاطفة|المشاعر|רגש|भाव|भावना|συναίσθημα|emoce|emócia|емоция|емоція|emoție|érzelem|emosi|cảm xúc|อารมณ์",
  intensity:
    "intensity|intensität|intensité|intensidad|intensità|intensidade|intensiteit|intensywność|intensitet|voimakkuus|yoğunluk|интенсивность|強度|强度|강도",
  "source-audio":
    "source audio|source wav|audio source|audio file|audio path|source file|quellaudio|audiodatei|fichier audio|archivo de audio|file audio|arquivo de áudio|audiobestand|plik audio|ljudfil|lydfil|äänitiedosto|ses dosyası|аудиофайл|音声ファイル|音频文件|오디오 파일",
  start:
    "start|inn|ind|start time|starttime|start tc|start timecode|start time code|begin|begin time|in|in time|in point|time in|tc in|tcin|tc|timecode|time code|timecode in|time code in|time|from|beginn|anfang|startzeit|von|zeit|début|debut|tc début|tc entrée|entrée|entree|temps|inicio|tc inicio|entrada|tc entrada|tiempo|inizio|tc inizio|ingresso|tempo|início|tc início|starttijd|begintijd|tijd|początek|czas|czas rozpoczęcia|starttid|tid|alku|alkuaika|aika|başlangıç|başlangıç zamanı|zaman|начало|время|開始|開始時間|開始時刻|イン|开始|开始时间|時間|시작|시작 시간|البداية|بداية|وقت البدء|وقت البداية|من|الوقت|התחלה|זמן התחלה|כניסה|זמן|प्रारंभ|आरंभ|शुरुआत|शुरू|प्रारंभ समय|आरंभ समय|समय|έναρξη|αρχή|από|ώρα έναρξης|χρόνος έναρξης|χρόνος|začátek|čas začátku|od|čas|začiatok|čas začiatku|початок|început|kezdet|kezdés|kezdő idő|mulai|waktu mulai|awal|bắt đầu|thời gian bắt đầu|เริ่ม|เริ่มต้น|เวลาเริ่ม|เวลาเริ่มต้น",
  end: "end|ut|ud|uit|stop|end time|endtime|end tc|end timecode|end time code|out|out time|out point|time out|tc out|tcout|timecode out|time code out|to|ende|endzeit|bis|fin|tc fin|sortie|tc sortie|salida|tc salida|fine|tc fine|uscita|fim|tc fim|saída|saida|eindtijd|einde|koniec|czas zakończenia|sluttid|slut|slutt|loppu|loppuaika|bitiş|bitiş zamanı|конец|終了|終了時間|終了時刻|アウト|结束|结束时间|結束時間|종료|끝|종료 시간|النهاية|نهاية|وقت الانتهاء|وقت النهاية|إلى|סיום|סוף|זמן סיום|יציאה|अंत|समाप्ति|समाप्त|अंत समय|समाप्ति समय|λήξη|τέλος|έως|ώρα λήξης|χρόνος λήξης|konec|čas konce|do|čas konca|край|кінець|sfârșit|vég|befejezés|záró idő|selesai|waktu selesai|akhir|kết thúc|thời gian kết thúc|สิ้นสุด|จบ|เวลาสิ้นสุด|เวลาจบ",
  duration:
    "duration|dur|line duration|cue duration|dauer|durée|durata|duración|duracion|duração|duracao|duur|czas trwania|varaktighet|varighet|varighed|kesto|süre|длительность|продолжительность|尺|長さ|时长|時長|길이|المدة|משך|אורך|अवधि|διάρκεια|délka|trvání|doba trvání|dĺžka|trvanie|продължителност|тривалість|durată|időtartam|hossz|durasi|thời lượng|ระยะเวลา",
  text: "text|texts|content|original|originaltext|source|source text|quelltext|ausgangstext|zieltext|synchrontext|dialogue|dialog|dialogues|dialogs|line text|subtitle|subtitles|caption|captions|transcript|transcription|utterance|translation|translated text|target|target text|spoken text|adaptation|dialogtext|dialogzeile|sprechtext|untertitel|übersetzung|texte|réplique|replique|sous titre|sous titres|traduction|texto|diálogo|dialogo|subtítulo|subtitulo|traducción|traduccion|testo|battuta|battute|sottotitolo|traduzione|fala|legenda|tradução|traducao|tekst|dialoog|ondertitel|ondertiteling|vertaling|kwestia|napisy|napis|tłumaczenie|replik|undertext|översättning|replikk|undertekst|oversettelse|oversættelse|teksti|repliikki|vuorosana|tekstitys|käännös|metin|diyalog|altyazı|çeviri|текст|реплика|диалог|субтитры|перевод|セリフ|台詞|せりふ|テキスト|本文|字幕|翻訳|台词|文本|对白|翻译|대사|텍스트|자막|번역|النص|نص|الحوار|حوار|الترجمة|ترجمة|النص الأصلي|טקסט|דיאלוג|תרגום|תמלול|כתוביות|संवाद|पाठ|टेक्स्ट|डायलॉग|अनुवाद|κείμενο|διάλογος|διάλογοι|μετάφραση|υπότιτλος|υπότιτλοι|ατάκα|replika|repliky|překlad|titulek|titulky|znění|dialogy|preklad|titulok|диалози|превод|субтитри|репліка|діалог|переклад|replică|traducere|subtitrare|szöveg|párbeszéd|fordítás|felirat|teks|terjemahan|takarir|lời thoại|thoại|văn bản|bản dịch|phụ đề|บทพูด|ข้อความ|บทสนทนา|คำแปล|คำบรรยาย",
};

const roleOfWord: ReadonlyMap<string, Word> = new Map(
  (Object.entries(words) as [Word, string][]).flatMap(([role, list]) =>
    list.split("|").map((word) => [headingKey(word), role] as const),
  ),
);

/** A name of a column without case, punctuation and compatibility forms. */
export function headingKey(name: string): string {
  const isAscii = /^[ -~]*$/.test(name);
  const plain = (isAscii ? name : name.normalize("NFKC"))
    .toLowerCase()
    .replace(/[\s_\-./:;()[\]{}*#'"“”]+/g, " ")
    .trim();
  if (isAscii) return plain;
  // Greek capitals have no accents.
  return plain
    .normalize("NFD")
    .replace(/(?<=\p{Script=Greek})\u0301/gu, "")
    .normalize("NFC");
}

/** The names of languages in the languages of their users: "french", "französisch", "フランス語". */
const languagesOfName: () => ReadonlyMap<string, readonly string[]> = once(() => {
  const found = new Map<string, Set<string>>();
  const add = (name: string | undefined, id: string) => {
    const key = headingKey(name ?? "");
    if (key !== "") found.set(key, (found.get(key) ?? new Set()).add(id));
  };
  const ids = scriptLanguages.map((code) => code.toLowerCase());
  const bases = ids.map((id) => id.split("-")[0] ?? "");
  for (const locale of new Set([...bases, "ru"])) {
    const names = new Intl.DisplayNames(locale, { type: "language", fallback: "none" });
    const regions = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
    for (const id of ids) {
      const [base = "", region = ""] = id.split("-");
      const language = names.of(base);
      add(language, id);
      const place = region === "la" ? "419" : region.toUpperCase();
      if (base !== "ar") add(`${language ?? ""} ${regions.of(place) ?? ""}`, id);
    }
  }
  for (const [at, id] of ids.entries()) {
    add(bases[at], id);
    add(id, id);
  }
  add("es 419", "es-la");
  for (const name of ["deu", "ger"]) add(name, "de-de");
  for (const name of ["fra", "fre"]) add(name, "fr-fr");
  return new Map([...found].map(([name, languages]) => [name, [...languages]]));
});

const sourceName =
  /^(?:source|source text|original|original text|originaltext|quelltext|ausgangstext|texte source|texte original|texto fuente|texto original|testo originale)$/;
/** Whether the name of a column says that it has the sources of translations. */
export const isSourceColumn = (name: string) => sourceName.test(headingKey(name));

/** The languages that a name or a code of a language may mean: "French", "fr-fr". */
export const languagesNamed = (name: string): readonly string[] =>
  languagesOfName().get(headingKey(name)) ?? [];

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** What the name of a column says about its content. */
export interface Heading {
  role: Word;
  /** Of texts: the languages that the name may mean; none if it names none. */
  languages: readonly string[];
  /** Whether it is the name that the template uses. */
  isTemplate: boolean;
}

/** Forms of a name: its words apart, without a gender, and without a remark in parentheses. */
function keysOf(name: string): string[] {
  const words = name
    .replace(/(?<=er)[/*:_( ]?(?:[iI]n|[iI]nnen)\)?$/u, "")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
  const plain = words.replace(/[([][^()[\]]*[)\]]/gu, " ");
  return [...new Set([name, words, plain].map(headingKey))].filter((key) => key !== "");
}

/** The keys of the names of columns in a list that "|" divides. */
export const listOfWords = (list: string): ReadonlySet<string> =>
  new Set(list.split("|").map(headingKey));
const timeWords = listOfWords(
  "tc|timecode|time|code|zeit|zeitcode|temps|tiempo|tempo|czas|tid|tijd|aika|время|ms|msec|milliseconds|s|sec|seconds|sekunden|de|di|du|da|of|the|point|cue|line",
);
const startWords = listOfWords(
  "in|start|begin|beginning|anfang|beginn|début|debut|entrée|entree|inicio|entrada|inizio|ingresso|início|początek|alku|başlangıç|начало",
);
const endWords = listOfWords(
  "out|end|ende|stop|fin|sortie|salida|final|fine|uscita|fim|saída|saida|koniec|slut|loppu|bitiş|конец",
);
const textWords = listOfWords(
  "original|originale|vo|vf|source|final|adapted|adaptation|dubbed|dub|spoken|script|target|translated|de|of|the|line|string|segment|sentence",
);

/** A name of several words, such as "Timecode Anfang" and "Texto original". */
function headingOfWords(key: string): Heading | null {
  const all = key.split(" ");
  if (all.length < 2) return null;
  const heading = (role: Word): Heading => ({ role, languages: [], isTemplate: false });
  const isDuration = (word: string) => roleOfWord.get(word) === "duration";
  const isTime = all.every(
    (word) => timeWords.has(word) || startWords.has(word) || endWords.has(word) || isDuration(word),
  );
  if (isTime && all.some(isDuration)) return heading("duration");
  if (isTime && all.some((word) => startWords.has(word))) return heading("start");
  if (isTime && all.some((word) => endWords.has(word))) return heading("end");
  // "Source character", "Original speaker".
  const speakers = all.filter((word) => roleOfWord.get(word) === "character");
  if (speakers.length === 1 && all.every((word) => word === speakers[0] || textWords.has(word)))
    return heading("character");
  const texts = all.filter((word) => roleOfWord.get(word) === "text" && !textWords.has(word));
  const isText =
    (texts.length === 1 && all.every((word) => word === texts[0] || textWords.has(word))) ||
    (all.every((word) => textWords.has(word)) &&
      all.some((word) => roleOfWord.get(word) === "text"));
  if (!isText) return null;
  // The French version of a film.
  return all.includes("vf") ? { ...heading("text"), languages: ["fr-fr"] } : heading("text");
}

/** Whether the times of a column are milliseconds: "start_ms". */
export const areMilliseconds = (name: string) =>
  keysOf(name).some((key) => /(?:^| )(?:ms|msec|milliseconds?|millisekunden)$/.test(key));

/** The languages that the name of a sheet may mean; none if it names none. */
export const languagesOfSheet = (name: string): readonly string[] =>
  headingOf(name)?.languages ?? [];

/**
 * The content of a column by its name; null if the name says nothing. Rows are rated as headers
 * several times.
 */
export const headingOf = rememberResults(findHeading);

function findHeading(name: string): Heading | null {
  // A long cell is a text.
  if (name.length > 60) return null;
  const lower = name.trim().toLowerCase();
  if (lower.startsWith(textPrefix)) {
    const id = languageId(lower.slice(textPrefix.length));
    if (id !== null) return { role: "text", languages: [id], isTemplate: true };
  }
  for (const role of plainRoles)
    if (templateColumns[role]?.toLowerCase() === lower)
      return { role, languages: [], isTemplate: true };
  if (lower === "#") return { role: "id", languages: [], isTemplate: false };
  for (const key of keysOf(name)) {
    const role = roleOfWord.get(key);
    if (role !== undefined) return { role, languages: [], isTemplate: false };
    // Names of languages have no digits but those of Latin America; their table is large.
    const mayNameLanguage = !/\d/.test(key.replace("419", ""));
    const own = mayNameLanguage ? languagesOfName().get(key) : undefined;
    if (own !== undefined) return { role: "text", languages: own, isTemplate: false };
    const found = (mayNameLanguage ? textOfLanguage(key) : null) ?? headingOfWords(key);
    if (found !== null) return found;
  }
  // "Character/Speaker", two words for the same content.
  const roles = name.split("/").map((part) => roleOfWord.get(headingKey(part)));
  const [first] = roles;
  const isSame = roles.length > 1 && first !== undefined && roles.every((role) => role === first);
  return isSame ? { role: first, languages: [], isTemplate: false } : null;
}

/** A name of two parts, such as "Dialogue FR" or "English text". */
function textOfLanguage(key: string): Heading | null {
  const parts = key.split(" ");
  for (let at = 1; at < parts.length; at += 1) {
    const [first, second] = [parts.slice(0, at).join(" "), parts.slice(at).join(" ")];
    for (const [word, language] of [
      [first, second],
      [second, first],
    ] as const) {
      const languages = languagesOfName().get(language);
      if (roleOfWord.get(word) === "text" && languages !== undefined)
        return { role: "text", languages, isTemplate: false };
    }
  }
  return null;
}
