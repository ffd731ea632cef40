/**
 * Whether letters after a number are a unit, by the words beside them: V, W, and the symbols of
 * horsepower are also letters, compass points, curricula vitae, rooms and points of games. Without
 * proof the text stays as it is written.
 */
import { beginsSentence } from "./sentence-ends";

/** What stands beside the number and its symbol. */
export interface UnitPlace {
  /** The sign before the decimals: "." or ",". */
  decimal: string;
  number: string;
  symbol: string;
  /** The text before the number. */
  before: string;
  /** The text after the symbol. */
  after: string;
}

/** The number of characters before and after a unit in which other words are searched. */
const nearLength = 60;

/** Words before a number that is a name, with up to three more letters: "gate 5", "lines 5". */
const labelStems =
  "gate|room|apartment|exit|line|platform|route|chapter|page|season|seat|number|unit|suite|floor|street|avenue|road|highway|interstate|section|part|episode|version|class|grade|team|group|block|building|track|tram|train|flight|terminal|hall|plan|scene|volume|verse|step|question|sector|figure|boeing|airbus|" +
  "zimmer|gleis|bahnsteig|kapitel|linie|seite|staffel|folge|platz|reihe|nummer|straße|raum|saal|ausgang|wohnung|klasse|teil|abschnitt|ausfahrt|etage|halle|szene|tisch|gruppe|modell|artikel|regel|" +
  "lijn|kamer|spoor|perron|hoofdstuk|pagina|bladzijde|seizoen|stoel|nummer|zaal|aflevering|straat|klas|" +
  "porte|chambre|salle|quai|ligne|chapitre|saison|siège|numéro|appartement|étage|sortie|partie|scène|épisode|groupe|" +
  "puerta|sala|cuarto|habitaci[oó]n|andén|línea|capítulo|página|temporada|asiento|fila|número|calle|ruta|salida|piso|planta|parte|acto|escena|episodio|clase|grupo|carretera|autopista|vuelo|avenida|" +
  "porta|quarto|plataforma|linha|assento|saída|andar|cena|episódio|turma|apartamento|" +
  "stanza|camera|binario|linea|capitolo|stagione|posto|numero|strada|uscita|piano|scena|classe|gruppo|volo|appartamento|" +
  "pokój|pokoj|peron|lini[ai]|rozdział|stron|sezon|miejsc|numer|ulic|nástupiště|linka|kapitol|místo|číslo|" +
  "spår|spor|sida|side|säsong|plats|linje|avsnitt|trappa";
const labelWords =
  "no|nr|apt|bus|row|lot|lane|tor|via|voie|rue|rij|rang|rua|rota|vol|rad|stra[sß]e|via|highways?|act|akt|level|box|table|zone";
const label = new RegExp(`^(?:(?:${labelStems})\\p{L}{0,3}|${labelWords})$`, "iu");
const eastAsianLabel = /[第号號室房間间章頁页番線线路]$/u;

/** Words before a number that is no amount: "the 5 W", and "take 70 W", a road to the west. */
const noAmountBefore =
  /^(?:the|die|der|das|den|de|het|les?|las?|los|el|gli|il|i|os?|as|take|onto|on|via|along|toward|towards)$/iu;

const electricStems =
  "volt|watt|amp[eèé]r|batt?er|bateri|battri|akku|akumul|accu|strom|stroom|spannung|spänning|spenning|spænding|napięci|napätie|napět|napet|napon|tens[iã]|lamp|lâmpad|lámpar|ampoul|bombill|bulb|glüh|birne|żarówk|žárovk|charger|charging|chargeur|cargador|carregador|caricator|ladeger|ladekab|netzteil|netzger|steckdose|outlet|socket|plug|enchufe|tomada|prise|presa|stekker|stopcontact|courant|corriente|corrente|prąd|power|[eéè]l[eéè][ck]?tt?r|solar|verstärker|amplif|adapt[ea]|transformat|trafo|motor|generat|heater|heiz|mikrowell|microwav|microond|leistung|puissance|potenci|potênci|potenza|vermogen";
const electric = new RegExp(
  `(?<!\\p{L})(?:${electricStems})|電|电|전압|전력|배터리|バッテリー|ライト`,
  "iu",
);
const electricSigns =
  /(?<!\p{L})(?:LEDs?|USB|AC|DC)(?!\p{L})|\d[ \u00A0]?(?:[kMG]Hz|Hz|k[WV]h?|m[AV]h?|MW|Ah|kVA|Ω)(?!\p{L})|(?<!\d)(?:1[0-2]\d|2[0-4]\d)[ \u00A0]?V(?!\p{L})/u;
const compass = /\d[°º]?[ \u00A0]?[NSEOLDT](?!\p{L})/u;

/** Voltages of mains. */
const mains = /^(?:1[0-2]\d|2[0-4]\d|380|400)$/u;
/** The most frequent voltages of batteries, and powers of bulbs. */
const typical: Readonly<Record<string, RegExp>> = {
  V: /^(?:12|24|36|48)$/u,
  W: /^(?:15|18|[2-9][05]|1[1-9]0|[1-9]\d?[05]0)$/u,
};
/** Prepositions that look like a unit in texts in capital letters. */
const prepositions: Readonly<Record<string, string>> = { cs: "V", pl: "W", sk: "V", sl: "V" };
const clauseEnd = /^(?:[ \u00A0]?$|[.,;!?)…\n])/u;

/** What follows a letter that is no unit: "12 W 34th Street", "5 V-necks", "5 V. Smith". */
const afterLetter: Readonly<Record<string, RegExp>> = {
  V: /^\.[ \u00A0]\p{Lu}|^[ \u00A0]?\d|^-/u,
  W: /^\.?[ \u00A0]?(?:\d|\p{Lu})|^-/u,
};
const lastWord = /(?<!\p{L})(\p{L}{1,30})\.?[ \u00A0\u202F]?$/u;

/** Whether V or W after a number is a unit. */
function isLetterUnit(base: string, place: UnitPlace): boolean {
  const { decimal, number, symbol, after } = place;
  const before = place.before.slice(-nearLength);
  const word = lastWord.exec(before)?.[1];
  const near = `${before} ${after.slice(0, nearLength)}`;
  const isElectric = electric.test(near) || electricSigns.test(near);
  if (/\p{L}-$/u.test(before) || /^['’]/u.test(after)) return false;
  if ((word !== undefined && label.test(word)) || eastAsianLabel.test(before)) return false;
  if (afterLetter[symbol]?.test(after) === true)
    return isElectric && after.startsWith(". ") ? beginsSentence(base, after.slice(1)) : false;
  if (prepositions[base] === symbol && /^[ \u00A0]?\p{L}/u.test(after))
    return isElectric && /^[ \u00A0]\p{Ll}/u.test(after);
  if (isElectric) return true;
  if (symbol === "W" && compass.test(near)) return false;
  const isMains = symbol === "V" && mains.test(number);
  if (word !== undefined && noAmountBefore.test(word)) return isMains;
  if (isMains) return true;
  if (word !== undefined && /^\p{Lu}/u.test(word)) return false;
  const whole = number.replace(/\D/gu, "");
  return number.includes(decimal) || typical[symbol]?.test(whole) === true || clauseEnd.test(after);
}

const motor =
  /(?<!\p{L})(?:motor|moteur|engine|coches?(?!\p{L})|autos?(?!\p{L})|autom[oó][vb]|voiture|carros?(?!\p{L})|cars?(?!\p{L})|truck|cami[oó]n|caminh|potenc|potênc|potenza|puissan|cavall|caball|cavalos|turbo|diesel|gasolin|benzin|veh[ií]cul|veículo|veicol|véhicule|motos?(?!\p{L})|motoc|tra[ct]tor|tracteur|cilindr|cylind|torque|torsion|berlin[ae]|lancha|barco|bateau|barca|boat|km\/h)|\d[ \u00A0]?kW(?!\p{L})|(?<!\p{L})V(?:6|8|12)(?!\d)/iu;
const rooms = /(?<!\p{L})(?:appart|maison|villa|hôtel|chambre|pièce|immeuble|gîte|logement)/iu;
const games =
  /(?<!\p{L})(?:heal|restor|lose|loses|lost|losing|gain|potion|damage|enem|boss|player|spell|level|regen|monster|attack|hit|dragon|armou?r|left|remain|mana|quest)/iu;

/** Whether the symbol of horsepower is no other abbreviation. */
function isHorsepower({ number, symbol, before, after }: UnitPlace): boolean {
  const near = `${before.slice(-nearLength)} ${after.slice(0, nearLength)}`;
  if (motor.test(near)) return true;
  const isLarge = Number(number.replace(/\D/gu, "")) >= 20;
  if (symbol === "hp") return isLarge && !games.test(near);
  return symbol === "ch" && isLarge && !rooms.test(near);
}

/** Whether letters after a number are the unit for which they stand. */
export function isUnit(base: string, place: UnitPlace): boolean {
  // "10 W, 3 L" are wins and losses.
  if (place.symbol === "L") return !/\d[ \u00A0]?W, $/u.test(place.before.slice(-nearLength));
  if (place.symbol === "V" || place.symbol === "W") return isLetterUnit(base, place);
  return /^(?:hp|ch|cv)$/iu.test(place.symbol) ? isHorsepower(place) : true;
}
