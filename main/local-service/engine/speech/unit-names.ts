/**
 * Names of units that `Intl.NumberFormat` does not have, of CLDR 48. By the language without its
 * region: the plural forms that differ, and the names in the order of `namedUnits`, each with these
 * forms; "{0}" is the number where it does not come first.
 */
import { baseLanguage } from "./readable-characters";
import { categoryOf, type Written } from "./written-numbers";

const namedUnits: readonly string[] = [
  "watt",
  "hertz",
  "volt",
  "ampere",
  "ohm",
  "horsepower",
  "kilowatt-hour",
  "kilocalorie",
];

const names: Readonly<Record<string, readonly [string, string]>> = {
  af: [
    "one|other",
    "watt; hertz; volt; ampère; ohm; perdekrag; kilowatt-uur; kilokalorie|kilokalorieë",
  ],
  am: ["other", "ዋት; ኸርዝ; ቮልት; አምፒር; ; የፈረስ ጉልበት; ; ኪሎ ካሎሪ"],
  ar: ["other", "واط; هرتز; فولت; أمبير; أوم; قوة حصان; كيلو واط ساعة; كيلو سعرة"],
  az: ["other", "vatt; hers; volt; amper; om; at gücü; kilovatt-saat; kilokalori"],
  be: [
    "one|few|many|other",
    "ват|ваты|ват|вата; герц|герцы|герц|герца; вольт|вольты|вольт|вольта; ампер|амперы|ампер|ампера; Ом; конская сіла|конскія сілы|конскіх сіл|конскай сілы; кілават-гадзіна|кілават-гадзіны|кілават-гадзін|кілават-гадзіны; кілакалорыя|кілакалорыі|кілакалорый|кілакалорыі",
  ],
  bg: [
    "one|other",
    "ват|вата; херц|херца; волт|волта; ампер|ампера; ом|ома; конска сила|конски сили; киловатчас|киловатчаса; килокалория|килокалории",
  ],
  bn: [
    "one|other",
    "ওয়াট; হার্জ; ভোল্ট; অ্যাম্পিয়ার; ওহম; হর্সপাওয়ার; কিলোওয়াট ঘণ্টা|কিলোওয়াট ঘন্টা; কিলোক্যালরি",
  ],
  bs: [
    "one|few|other",
    "vat|vata|vati; herc|herca|herca; volt|volta|volti; amper|ampera|ampera; om|oma|oma; konjska snaga|konjske snage|konjskih snaga; kilovat-sat|kilovat-sata|kilovat-sati; kilokalorija|kilokalorije|kilokalorija",
  ],
  ca: [
    "one|other",
    "watt|watts; hertz|hertzs; volt|volts; ampere|amperes; ohm|ohms; cavall de vapor|cavalls de vapor; quilowatt hora|quilowatts hora; quilocaloria|quilocalories",
  ],
  cs: [
    "one|few|many|other",
    "watt|watty|wattu|wattů; hertz|hertzy|hertzu|hertzů; volt|volty|voltu|voltů; ampér|ampéry|ampéru|ampérů; ohm|ohmy|ohmu|ohmů; koňská síla|koňské síly|koňské síly|koňských sil; kilowatthodina|kilowatthodiny|kilowatthodiny|kilowatthodin; kilokalorie|kilokalorie|kilokalorie|kilokalorií",
  ],
  cy: ["other", "wat; ; ; ; ; ; ; "],
  da: [
    "one|other",
    "watt; hertz; volt; ampere; ohm; hestekraft|hestekræfter; kilowatt-time|kilowatt-timer; kilokalorie|kilokalorier",
  ],
  de: [
    "one|other",
    "Watt; Hertz; Volt; Ampere; Ohm; Pferdestärke|Pferdestärken; Kilowattstunde|Kilowattstunden; Kilokalorie|Kilokalorien",
  ],
  el: [
    "one|other",
    "βατ; χερτζ; βολτ; αμπέρ; ωμ; ίππος|ίπποι; κιλοβατώρα|κιλοβατώρες; χιλιοθερμίδα|χιλιοθερμίδες",
  ],
  en: [
    "one|other",
    "watt|watts; hertz; volt|volts; ampere|amperes; ohm|ohms; horsepower; kilowatt hour|kilowatt-hours; kilocalorie|kilocalories",
  ],
  es: [
    "one|other",
    "vatio|vatios; hercio|hercios; voltio|voltios; amperio|amperios; ohmio|ohmios; caballo de vapor|caballos de vapor; kilovatio hora|kilovatios hora; kilocaloría|kilocalorías",
  ],
  et: [
    "one|other",
    "vatt|vatti; herts|hertsi; volt|volti; amper|amprit; oom|oomi; hobujõud|hobujõudu; kilovatt-tund|kilovatt-tundi; kilokalor|kilokalorit",
  ],
  eu: ["other", "watt; hertz; volt; ampere; ohm; zaldi-potentzia; kilowatt-ordu; kilokaloria"],
  fa: ["other", "وات; هرتز; ولت; آمپر; اهم; اسب بخار; کیلووات‌ساعت; کیلوکالری"],
  fi: [
    "one|other",
    "watti|wattia; hertsi|hertsiä; voltti|volttia; ampeeri|ampeeria; ohmi|ohmia; hevosvoima|hevosvoimaa; kilowattitunti|kilowattituntia; kilokalori|kilokaloria",
  ],
  fr: [
    "one|other",
    "watt|watts; hertz; volt|volts; ampère|ampères; ohm|ohms; cheval-vapeur|chevaux-vapeur; kilowatt-heure|kilowatt-heures; kilocalorie|kilocalories",
  ],
  ga: [
    "one|two|few|many|other",
    "vata; heirts; volta; aimpéar|aimpéar|aimpéar|n-aimpéar|aimpéar; óm|óm|óm|n-óm|óm; each-chumhacht|each-chumhacht|each-chumhacht|n-each-chumhacht|each-chumhacht; chileavatuair|chileavatuair|chileavatuair|gcileavatuair|cileavatuair; chileacalra|chileacalra|chileacalra|gcileacalra|cileacalra",
  ],
  gu: [
    "one|other",
    "વૉટ; હર્ટ્ઝ; વૉલ્ટ|વૉલ્ટ્; એમ્પીયર; ઓહ્મ; હોર્સપાવર; કિલોવૉટ કલાક|કિલોવૉટ-કલાક; કિલોકેલરી",
  ],
  he: [
    "one|other",
    "ואט; הרץ; וולט; אמפר; אוהם; כוח סוס; קילוואט־שעה|קילוואט-שעה; קילו קלוריה|קילו קלוריות",
  ],
  hi: ["one|other", "वॉट; हर्ट्ज़; वोल्ट; एम्पीयर; ओम; अश्वशक्ति; किलोवॉट घंटा|किलोवॉट घंटे; किलो कैलोरी"],
  hr: [
    "one|few|other",
    "vat|vata|vati; herc|herca|herca; volt|volta|volti; amper|ampera|ampera; om|oma|oma; konjska snaga|konjske snage|konjskih snaga; kilovatsat|kilovatsata|kilovatsati; kilokalorija|kilokalorije|kilokalorija",
  ],
  hu: ["other", "watt; hertz; volt; amper; ohm; lóerő; kilowattóra; kilokalória"],
  hy: ["other", "վատտ; հերց; վոլտ; ամպեր; օհմ; ձիաուժ; կիլովատտ-ժամ; կիլոկալորիա"],
  id: ["other", "watt; hertz; volt; ampere; ohm; daya kuda; kilowatt-jam; kilokalori"],
  is: [
    "one|other",
    "vatt|vött; hertz; volt; amper; óm; hestafl|hestöfl; kílóvattstund|kílóvattstundir; kílókaloría|kílókaloríur",
  ],
  it: [
    "one|other",
    "watt; hertz; volt; ampere; ohm; cavallo vapore|cavalli vapore; chilowattora; chilocaloria|chilocalorie",
  ],
  ja: ["other", "ワット; ヘルツ; ボルト; アンペア; オーム; 馬力; キロワット時; キロカロリー"],
  ka: ["other", "ვატი; ჰერცი; ვოლტი; ; ომი; ცხენის ძალა; კილოვატ-საათი; კილოკალორია"],
  kk: ["other", "ватт; герц; вольт; aмпер; Ом; ат күші; киловатт-сағат; килокалория"],
  kn: [
    "one|other",
    "ವ್ಯಾಟ್|ವ್ಯಾಟ್‌ಗಳು; ಹರ್ಟ್ಸ್‌; ವೋಲ್ಟ್‌|ವೋಲ್ಟ್‌ಗಳು; ಆ್ಯಂಪಿಯರ್|ಆ್ಯಂಪಿಯರ್‌ಗಳು; ಓಂ|ಓಂಗಳು; ಹಾರ್ಸ್‌ಪವರ್; ಕಿಲೋವ್ಯಾಟ್‌-ಗಂಟೆ|ಕಿಲೋವ್ಯಾಟ್‌-ಗಂಟೆಗಳು; ಕಿಲೋಕ್ಯಾಲೋರಿ|ಕಿಲೋಕ್ಯಾಲೋರಿಗಳು",
  ],
  ko: ["other", "와트; 헤르츠; 볼트; 암페어; 옴; 마력; 킬로와트시; 킬로칼로리"],
  ky: ["other", "ватт; герц; вольт; ампер; ом; аттын күчү; килловат-саат; килокалория"],
  lt: [
    "one|few|many|other",
    "vatas|vatai|vato|vatų; hercas|hercai|herco|hercų; voltas|voltai|volto|voltų; amperas|amperai|ampero|amperų; omas|omai|omo|omų; arklio galia|arklio galios|arklio galios|arklio galių; kilovatvalandė|kilovatvalandės|kilovatvalandės|kilovatvalandžių; kilokalorija|kilokalorijos|kilokalorijos|kilokalorijų",
  ],
  lv: [
    "zero|one|other",
    "vatu|vats|vati; hercu|hercs|herci; voltu|volts|volti; ampēru|ampērs|ampēri; omu|oms|omi; zirgspēku|zirgspēks|zirgspēki; kilovatstundu|kilovatstunda|kilovatstundas; kilokaloriju|kilokalorija|kilokalorijas",
  ],
  mk: [
    "one|other",
    "ват|вати; херц|херца; волт|волти; ампер|ампери; ом|оми; коњска сила|коњски сили; киловат-час|киловат-часа; килокалорија|килокалории",
  ],
  ml: ["other", "വാട്ട്; ഹെർട്സ്; വോൾട്ട്; ആമ്പിയർ; ഓം; കുതിരശക്തി; കിലോവാട്ട് മണിക്കൂർ; കിലോകലോറി"],
  mr: ["one|other", "वॉट; हर्ट्झ; व्होल्ट; अँपियर; ओहम; हॉर्सपॉवर; किलोवॉट तास|किलोवॉट-तास; किलोकॅलरी"],
  ms: ["other", "watt; hertz; volt; ampere; ohm; kuasa kuda; kilowatt jam; kilokalori"],
  nb: [
    "one|other",
    "watt; hertz; volt; ampere; ohm; hestekraft|hestekrefter; kilowattime|kilowattimer; kilokalori|kilokalorier",
  ],
  ne: ["other", "वाट; हर्ज; भोल्ट; एम्पियर; ; हर्सपावर; किलोवाट-घण्टा; किलोक्यालोरी"],
  nl: [
    "one|other",
    "watt; hertz; volt; ampère; ohm; paardenkracht|paardenkrachten; kilowattuur; kilocalorie|kilocalorieën",
  ],
  pa: ["one|other", "ਵਾਟ; ਹਰਟਜ਼; ਵੋਲਟ; ਐਮਪੀਅਰ; ਓਹਮ; ਹੌਰਸਪਾਵਰ; ਕਿਲੋਵਾਟ ਘੰਟਾ|ਕਿਲੋਵਾਟ ਘੰਟੇ; ਕਿਲੋਕੈਲੋਰੀ|ਕਿਲੋਕੈਲੋਰੀਆਂ"],
  pl: [
    "one|few|many|other",
    "wat|waty|watów|wata; herc|herce|herców|herca; wolt|wolty|woltów|wolta; amper|ampery|amperów|ampera; om|omy|omów|oma; koń mechaniczny|konie mechaniczne|koni mechanicznych|konia mechanicznego; kilowatogodzina|kilowatogodziny|kilowatogodzin|kilowatogodziny; kilokaloria|kilokalorie|kilokalorii|kilokalorii",
  ],
  pt: [
    "one|other",
    "watt|watts; hertz; volt|volts; ampere|amperes; ohm|ohms; cavalo-vapor|cavalos-vapor; quilowatt-hora|quilowatts-hora; quilocaloria|quilocalorias",
  ],
  ro: [
    "one|few|other",
    "watt|wați|de wați; hertz|hertzi|de hertzi; volt|volți|de volți; amper|amperi|de amperi; ohm|ohmi|de ohmi; cal putere|cai putere|de cai putere; kilowatt-oră|kilowați-oră|de kilowați-oră; kilocalorie|kilocalorii|de kilocalorii",
  ],
  ru: [
    "one|few|many|other",
    "ватт|ватта|ватт|ватта; герц|герца|герц|герца; вольт|вольта|вольт|вольта; ампер|ампера|ампер|ампера; ом|ома|ом|ома; лошадиная сила|лошадиные силы|лошадиных сил|лошадиной силы; киловатт-час|киловатт-часа|киловатт-часов|киловатт-часа; килокалория|килокалории|килокалорий|килокалории",
  ],
  si: [
    "other",
    "වොට් {0}; හට්ස් {0}; වෝල්ට් {0}; ඇම්පියර {0}; ඕම් {0}; අශ්වබල {0}; කිලෝවොට්-පැය {0}; කිලෝ කැලරි {0}",
  ],
  sk: [
    "one|few|many|other",
    "watt|watty|wattu|wattov; hertz|hertze|hertza|hertzov; volt|volty|voltu|voltov; ampér|ampéry|ampéra|ampérov; ohm|ohmy|ohmu|ohmov; konská sila|konské sily|konskej sily|konských síl; kilowatthodina|kilowatthodiny|kilowatthodiny|kilowatthodín; kilokalória|kilokalórie|kilokalórie|kilokalórií",
  ],
  sl: [
    "one|two|few|other",
    "vat|vata|vati|vatov; herc|herca|herci|hercev; volt|volta|volti|voltov; amper|ampera|amperi|amperov; ohm|ohma|ohmi|ohmov; konjska moč|konjski moči|konjske moči|konjskih moči; kilovatna ura|kilovatni uri|kilovatne ure|kilovatnih ur; kilokalorija|kilokaloriji|kilokalorije|kilokalorij",
  ],
  sq: ["one|other", "vat; herc; volt; amper; om; kalë-fuqi|kuaj-fuqi; kilovat-orë; kilokalori"],
  sr: [
    "one|few|other",
    "ват|вата|вати; херц|херца|херца; волт|волта|волти; ампер|ампера|ампера; ом|ома|ома; коњска снага|коњске снаге|коњских снага; киловат-сат|киловат-сата|киловат-сати; килокалорија|килокалорије|килокалорија",
  ],
  sv: [
    "one|other",
    "watt; hertz; volt; ampere; ohm; hästkraft|hästkrafter; kilowattimme|kilowattimmar; kilokalori|kilokalorier",
  ],
  sw: [
    "other",
    "wati {0}; hezi {0}; volti {0}; ampea {0}; ; kipimo cha hospawa {0}; kilowati {0} kwa saa; kilokalori {0}",
  ],
  ta: [
    "one|other",
    "வாட்|வாட்ஸ்; ஹெர்ட்ஸ்; வோல்ட்|வோல்ட்கள்; ஆம்பியர்|ஆம்பியர்கள்; ஓம்|ஓம்ஸ்; குதிரைத்திறன்; கிலோவாட் மணிநேரம்; கிலோகலோரி|கிலோகலோரிகள்",
  ],
  te: [
    "one|other",
    "వాట్|వాట్‌లు; హెర్ట్‌జ్; వోల్ట్|వోల్ట్స్; ఆంపియర్|ఆంపియర్స్; ఓమ్|ఓమ్స్; హార్స్‌పవర్; కిలోవాట్ గంట|కిలోవాట్-గంటలు; కిలోకేలరీ|కిలోకేలరీలు",
  ],
  th: ["other", "วัตต์; เฮิรตซ์; โวลต์; แอมแปร์; โอห์ม; แรงม้า; กิโลวัตต์-ชั่วโมง; กิโลแคลอรี"],
  tr: ["other", "vat; hertz; volt; amper; ohm; beygir gücü; kilovatsaat; kilokalori"],
  uk: [
    "one|few|many|other",
    "ват|вати|ватів|вата; герц|герци|герців|герца; вольт|вольти|вольтів|вольта; ампер|ампери|амперів|ампера; ом|оми|омів|ома; кінська сила|кінські сили|кінських сил|кінської сили; кіловат-година|кіловат-години|кіловат-годин|кіловат-години; кілокалорія|кілокалорії|кілокалорій|кілокалорії",
  ],
  ur: [
    "one|other",
    "واٹ; ہرٹز; وولٹ; ایمپیئر; اوہم; ہارس پاور; کلو واٹ آور; کلو کیلوری|کلو کیلوریز",
  ],
  uz: ["other", "vatt; gers; volt; amper; om; ot kuchi; kilovatt-soat; kilokaloriya"],
  vi: ["other", "oát; ; vôn; ampe; ôm; mã lực; kilôoát giờ; kilôcalo"],
  yue: ["other", "瓦特; 赫茲; 伏特; 安培; 歐姆; 匹; 千瓦小時; 千卡"],
  zh: ["other", "瓦特; 赫兹; 伏特; 安培; 欧姆; 马力; 千瓦时; 千卡"],
};

/** Languages that write no space between a number and a unit. */
const withoutGap = new Set(["ko", "zh"]);

export const hasOwnName = (unit: string): boolean => namedUnits.includes(unit);

/** A number with the name of its unit, as "5 volts"; null if the language has no name for it. */
export function ownUnitName(written: Written, number: string, unit: string): string | null {
  const base = baseLanguage(written.locale);
  const [forms = "", texts = ""] = names[base] ?? [];
  const name = texts.split("; ")[namedUnits.indexOf(unit)] ?? "";
  const category = categoryOf(written, number);
  if (name === "" || category === null) return null;
  const list = name.split("|");
  const text = list[forms.split("|").indexOf(category)] ?? list.at(-1) ?? "";
  if (text.includes("{0}")) return text.replace("{0}", number);
  return `${number}${withoutGap.has(base) ? "" : " "}${text}`;
}
