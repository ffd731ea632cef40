/** Abbreviations in words. */
import { baseLanguage } from "./readable-characters";
import { escaped } from "./written-numbers";

/**
 * Abbreviations and their words, by the language without its region. "#" at the end: only before a
 * number; "A" at the end: only before a capital letter, as a title before a name; "N" at the end:
 * as "A", but no initial, as in "Franklin D. Roosevelt" and "D. C."; "@" at the end: only before a
 * number with the Turkish word for a year or a century, unlike "MS 365".
 */
const abbreviations: Readonly<Record<string, string>> = {
  af: "bv.=byvoorbeeld ens.=ensovoorts nr.=nommer d.w.s.=dit_wil_sê mnr.=meneer mev.=mevrou dr.A=dokter",
  ar: "د.=دكتور إلخ=إلى_آخره",
  az: "və_s.=və_saire məs.=məsələn",
  be: "г.зн.=гэта_значыць і_г.д.=і_гэтак_далей напр.=напрыклад",
  bg: "напр.=например и_т.н.=и_така_нататък т.е.=тоест г-н=господин г-жа=госпожа д-р=доктор ул.=улица пр.н.е.=преди_новата_ера",
  bs: "npr.=na_primjer itd.=i_tako_dalje tj.=to_jest dr.A=doktor br.#=broj",
  ca: "p._ex.=per_exemple etc.=etcètera núm.=número Sr.=senyor Sra.=senyora Dr.=doctor Dra.=doctora",
  cs: "např.=například atd.=a_tak_dále tj.=to_jest č.#=číslo ul.=ulice p.A=pan dr.A=doktor mj.=mimo_jiné př._n._l.=před_naším_letopočtem n._l.=našeho_letopočtu str.#=strana s.#=strana hod.=hodin tel.=telefon tř.A=třída Ing.A=inženýr MUDr.A=doktor r.#=rok",
  cy: "e.e.=er_enghraifft h.y.=hynny_yw Dr.=doctor",
  da: "f.eks.=for_eksempel bl.a.=blandt_andet osv.=og_så_videre dvs.=det_vil_sige nr.=nummer ca.=cirka kl.=klokken hr.A=herr dr.A=doktor f.Kr.=før_Kristus e.Kr.=efter_Kristus s.#=side",
  de: "z._B.=zum_Beispiel d._h.=das_heißt u._a.=unter_anderem usw.=und_so_weiter bzw.=beziehungsweise ca.=circa Nr.=Nummer Dr.=Doktor Hr.=Herr Fr.A=Frau evtl.=eventuell inkl.=inklusive ggf.=gegebenenfalls Str.=Straße Prof.=Professor St.A=Sankt v._Chr.=vor_Christus n._Chr.=nach_Christus S.#=Seite Tel.=Telefon Jh.=Jahrhundert Art.#=Artikel Abs.#=Absatz Abb.#=Abbildung Kap.#=Kapitel Bd.#=Band vgl.=vergleiche sog.=sogenannt zzgl.=zuzüglich bzgl.=bezüglich max.#=maximal o._Ä.=oder_Ähnliches u._Ä.=und_Ähnliches i._d._R.=in_der_Regel z._T.=zum_Teil etc.=et_cetera s.o.=siehe_oben s.u.=siehe_unten a.D.=außer_Dienst e.V.=eingetragener_Verein i.A.=im_Auftrag z.H.=zu_Händen",
  el: "π.χ.=για_παράδειγμα κ.λπ.=και_λοιπά δηλ.=δηλαδή κ.ά.=και_άλλα μ.Χ.=μετά_Χριστόν",
  en: "Mr.=Mister Mrs.=Missus Ms.=Miz Dr.=Doctor Prof.=Professor St.A=Saint Jr.=Junior Sr.=Senior No.#=number Mt.A=Mount vs.=versus etc.=et_cetera e.g.=for_example i.e.=that_is approx.=approximately Capt.A=Captain Lt.A=Lieutenant Sgt.A=Sergeant Gen.A=General Rev.A=Reverend Ave.=Avenue dept.=department p.#=page pp.#=pages Blvd.=Boulevard Rd.=Road Apt.#=Apartment Rm.#=Room Ft.A=Fort Hwy.=Highway w/o=without tsp.=teaspoons tbsp.=tablespoons",
  es: "p._ej.=por_ejemplo etc.=etcétera Sr.=señor Sra.=señora Srta.=señorita Dr.=doctor Dra.=doctora Ud.=usted Uds.=ustedes n.º=número núm.=número EE._UU.=Estados_Unidos av.=avenida a._C.=antes_de_Cristo d._C.=después_de_Cristo pág.#=página págs.#=páginas Dña.=doña D.N=don Avda.=avenida tel.=teléfono",
  et: "nt=näiteks jne=ja_nii_edasi",
  eu: "adib.=adibidez etab.=eta_abar",
  fi: "esim.=esimerkiksi jne.=ja_niin_edelleen ym.=ynnä_muuta mm.=muun_muassa ns.=niin_sanottu klo=kello n.#=noin nro=numero eaa.=ennen_ajanlaskun_alkua jaa.=jälkeen_ajanlaskun_alun s.#=sivu",
  fr: "p._ex.=par_exemple etc.=et_cetera M.A=Monsieur MM.A=Messieurs Mme=Madame Mlle=Mademoiselle Dr=Docteur n°=numéro env.=environ av.=avenue c.-à-d.=c'est-à-dire J.-C.=Jésus-Christ av._J.-C.=avant_Jésus-Christ apr._J.-C.=après_Jésus-Christ p.#=page N°=numéro tél.=téléphone Mgr=Monseigneur Ste=Sainte",
  ga: "m.sh.=mar_shampla srl.=agus_araile .i.=is_é_sin",
  he: `מ"ר=מטר_רבוע מ״ר=מטר_רבוע ד"ר=דוקטור ד״ר=דוקטור וכו'=וכולי מס'#=מספר`,
  hi: "डॉ.=डॉक्टर नं.#=नंबर रु.=रुपये",
  hr: "npr.=na_primjer itd.=i_tako_dalje tj.=to_jest dr.A=doktor br.#=broj tzv.=takozvani",
  hu: "pl.=például stb.=és_a_többi kb.=körülbelül ill.=illetve dr.=doktor ún.=úgynevezett i._e.=időszámításunk_előtt i._sz.=időszámításunk_szerint Kr._e.=Krisztus_előtt Kr._u.=Krisztus_után",
  id: "dll.=dan_lain-lain dst.=dan_seterusnya dsb.=dan_sebagainya Bpk.=Bapak Jl.=Jalan No.#=nomor",
  is: "t.d.=til_dæmis o.s.frv.=og_svo_framvegis þ.e.=það_er kl.=klukkan nr.=númer u.þ.b.=um_það_bil",
  it: "p._es.=per_esempio ecc.=eccetera Sig.=signor Sig.ra=signora Dott.=dottor Dott.ssa=dottoressa n.#=numero a.C.=avanti_Cristo d.C.=dopo_Cristo dott.=dottor dott.ssa=dottoressa pag.#=pagina pagg.#=pagine tel.=telefono Avv.A=avvocato Ing.A=ingegnere Sig.na=signorina n°#=numero N°#=numero P.zza=piazza",
  ja: "No.#=ナンバー",
  ko: "No.#=넘버",
  lt: "pvz.=pavyzdžiui t._y.=tai_yra ir_t._t.=ir_taip_toliau Nr.=numeris",
  lv: "piem.=piemēram u.c.=un_citi utt.=un_tā_tālāk t.i.=tas_ir Nr.=numurs",
  mk: "на_пр.=на_пример итн.=и_така_натаму т.е.=то_ест д-р=доктор бр.#=број",
  ms: "dll.=dan_lain-lain dsb.=dan_sebagainya spt.=seperti",
  nb: "f.eks.=for_eksempel bl.a.=blant_annet osv.=og_så_videre dvs.=det_vil_si nr.=nummer ca.=cirka kl.=klokka hr.A=herr dr.A=doktor f.Kr.=før_Kristus e.Kr.=etter_Kristus s.#=side",
  nl: "bijv.=bijvoorbeeld bv.=bijvoorbeeld d.w.z.=dat_wil_zeggen enz.=enzovoort o.a.=onder_andere nr.=nummer ca.=circa dhr.=de_heer mevr.=mevrouw dr.A=dokter m.a.w.=met_andere_woorden v._Chr.=voor_Christus n._Chr.=na_Christus blz.#=bladzijde p.#=pagina tel.#=telefoon St.A=Sint",
  pl: "np.=na_przykład itd.=i_tak_dalej itp.=i_tym_podobne tj.=to_jest tzn.=to_znaczy m.in.=między_innymi ul.=ulica nr=numer dr=doktor tzw.=tak_zwany ok.#=około p.n.e.=przed_naszą_erą n.e.=naszej_ery s.#=strona str.#=strona p.A=pan św.A=święty godz.#=godzina al.A=aleja pl.A=plac tel.=telefon prof.A=profesor",
  pt: "p._ex.=por_exemplo etc.=et_cetera Sr.=senhor Sra.=senhora Dr.=doutor Dra.=doutora n.º=número nº=número av.=avenida a.C.=antes_de_Cristo d.C.=depois_de_Cristo pág.#=página tel.=telefone Av.=avenida",
  ro: "de_ex.=de_exemplu etc.=et_cetera dl.=domnul dna.=doamna dr.=doctor nr.=numărul str.=strada î.Hr.=înainte_de_Hristos d.Hr.=după_Hristos pag.#=pagina",
  ru: "т._е.=то_есть и_т._д.=и_так_далее и_т._п.=и_тому_подобное напр.=например др.=другие ул.=улица им.=имени г-н=господин г-жа=госпожа д-р=доктор млн=миллионов млрд=миллиардов тыс.=тысяч до_н._э.=до_нашей_эры н._э.=нашей_эры гг.=годов г._до_н._э.=года_до_нашей_эры г_до_н._э.=года_до_нашей_эры с.#=страница стр.#=страница д.#=дом кв.#=квартира тел.#=телефон",
  sk: "napr.=napríklad atď.=a_tak_ďalej tj.=to_jest č.#=číslo ul.=ulica p.A=pán dr.A=doktor pred_n._l.=pred_naším_letopočtom s.#=strana str.#=strana",
  sl: "npr.=na_primer itd.=in_tako_dalje tj.=to_je g.A=gospod ga.A=gospa dr.A=doktor št.#=številka",
  sq: "p.sh.=për_shembull etj.=e_të_tjera dmth.=domethënë",
  sr: "нпр.=на_пример итд.=и_тако_даље тј.=то_јест др=доктор бр.#=број npr.=na_primer itd.=i_tako_dalje tj.=to_jest",
  sv: "t.ex.=till_exempel bl.a.=bland_annat osv.=och_så_vidare dvs.=det_vill_säga nr=nummer ca=cirka kl.=klockan m.m.=med_mera s.k.=så_kallad f.Kr.=före_Kristus e.Kr.=efter_Kristus s.#=sidan tel.=telefon kl#=klockan",
  th: "ดร.=ด็อกเตอร์",
  tr: "vb.=ve_benzeri vs.=vesaire örn.=örneğin Dr.=doktor Prof.=profesör bkz.=bakınız No.#=numara MÖ=milattan_önce MS@=milattan_sonra s.#=sayfa Sn.A=sayın No:#=numara Tel.=telefon Cad.=caddesi Sok.=sokağı Mah.=mahallesi yy.=yüzyıl",
  uk: "т._д.=так_далі напр.=наприклад вул.=вулиця ім.=імені д-р=доктор ін.=інші до_н._е.=до_нашої_ери н._е.=нашої_ери рр.=років с.#=сторінка буд.#=будинок кв.#=квартира тел.#=телефон",
  vi: "v.v.=vân_vân TP.=thành_phố ThS.=thạc_sĩ TS.=tiến_sĩ",
  zh: "No.#=号码",
};

/** "Century" beside Roman numerals, by the language without its region. */
const centuries: Readonly<Record<string, readonly [RegExp, string]>> = {
  cs: [/(?<=[XVI]\.?[ \u00A0])stol\./gu, "století"],
  es: [/(?<!\p{L})s\.[ \u00A0]?(?=[XVI]+(?!\p{L}))/gu, "siglo "],
  it: [/(?<!\p{L})sec\.[ \u00A0]?(?=[XVI]+(?!\p{L}))/gu, "secolo "],
  pl: [/(?<=[XVI][ \u00A0])w\./gu, "wiek"],
  pt: [/(?<!\p{L})séc\.[ \u00A0]?(?=[XVI]+(?!\p{L}))/gu, "século "],
  ru: [/(?<=[XVI][ \u00A0])в\./gu, "век"],
  uk: [/(?<=[XVIХІ][ \u00A0])ст\./gu, "століття"],
};

interface Entry {
  pattern: string;
  words: string;
  next: string;
}

function readEntry(entry: string): Entry {
  const [short = "", words = ""] = entry.split("=");
  const next = /#$/.test(short)
    ? "(?=[ \\u00A0]?\\d)"
    : /@$/.test(short)
      ? "(?=[ \\u00A0]?\\d{1,4}\\.?[ \\u00A0](?:yüz)?yıl)"
      : /A$/.test(short)
        ? "(?=[ \\u00A0]\\p{Lu})"
        : /N$/.test(short)
          ? "(?=[ \\u00A0]\\p{Lu}\\p{L})"
          : short.endsWith(".")
            ? ""
            : "(?!\\d)";
  const plain = short.replace(/[#@]$|(?<=.[.\p{Ll}_])[AN]$/u, "").replace(/_$/, "");
  // Spaces between the letters may be missing, or present where they are not usual.
  const pattern = Array.from(plain, (letter) => (letter === "_" ? "[ \\u00A0]?" : escaped(letter)))
    .join("")
    .replace(/(?<=\\\.)(?=[^[\\])/gu, "[ \\u00A0]?");
  // "N": not after a name.
  const start = /N$/.test(short) ? "(?<!\\p{Lu}[\\p{L}.]{0,30}[ \\u00A0])" : "";
  return { pattern: `${start}${pattern}`, words: words.replaceAll("_", " "), next };
}

/** A function that replaces the abbreviations of a language. */
export function createAbbreviations(languageId: string): (text: string) => string {
  const list = abbreviations[baseLanguage(languageId)];
  if (list === undefined) return (text) => text;
  // Other texts have none.
  const isBare = list.split(" ").some((entry) => !/[.°º-]/.test(entry.split("=")[0] ?? ""));
  const entries = list
    .split(" ")
    .map(readEntry)
    .sort((a, b) => b.pattern.length - a.pattern.length);
  const all = entries.map(({ pattern, next }) => `(${pattern}${next})`).join("|");
  const pattern = new RegExp(`(?<![\\p{L}\\p{M}\\d.-])(?:${all})(?![\\p{L}\\p{M}])`, "gu");
  const century = centuries[baseLanguage(languageId)];
  const isSpaced = !["ja", "yue", "zh"].includes(baseLanguage(languageId));
  return (text) => {
    if (!isBare && !/[.°º-]/.test(text)) return text;
    const source = century === undefined ? text : text.replace(century[0], century[1]);
    return source.replace(pattern, (found: string, ...rest: unknown[]) => {
      const index = rest.slice(0, entries.length).findIndex((group) => group !== undefined);
      const words = entries[index]?.words ?? found;
      const at = rest[entries.length] as number;
      // The full stop at the end of a text is that of the sentence too.
      const isEnd = found.endsWith(".") && source.slice(at + found.length).trim() === "";
      if (isEnd) return `${words}.`;
      const isBeforeDigit = /^\d/.test(source.slice(at + found.length, at + found.length + 1));
      return isBeforeDigit && isSpaced ? `${words} ` : words;
    });
  };
}
