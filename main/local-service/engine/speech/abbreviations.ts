/** Abbreviations in words. */
import { baseLanguage } from "./readable-characters";
import { isCountedWord } from "./roman-numerals";
import {
  beginsAnySentence,
  beginsSentence,
  endsSentence,
  isTextEnd,
  notBeforeStart,
  opensSentence,
} from "./sentence-ends";
import { escaped } from "./written-numbers";

/**
 * Abbreviations and their words, by the language without its region. "#" at the end: only before a
 * number; "A" at the end: only before a capital letter, as a title before a name; "N" at the end:
 * as "A", but no initial, as in "Franklin D. Roosevelt" and "D. C."; "@" at the end: only before a
 * number with the Turkish word for a year or a century, unlike "MS 365".
 * Words that end with "." or ":" often end a sentence too, whose full stop is kept: with "." before
 * any capital letter, with ":" before a word that begins a sentence.
 */
const abbreviations: Readonly<Record<string, string>> = {
  af: "bv.=byvoorbeeld ens.=ensovoorts. nr.=nommer d.w.s.=dit_wil_sê mnr.=meneer mev.=mevrou dr.A=dokter etc.=et_cetera. bl.#=bladsy prof.=professor",
  ar: "ص.#=صفحة د.=دكتور إلخ=إلى_آخره ق.م=قبل_الميلاد أ.د.=الأستاذ_الدكتور",
  az: "və_s.=və_saire məs.=məsələn",
  be: "г.зн.=гэта_значыць і_г.д.=і_гэтак_далей. напр.=напрыклад",
  bg: "напр.=например и_т.н.=и_така_нататък. т.е.=тоест г-н=господин г-жа=госпожа д-р=доктор ул.=улица пр.н.е.=преди_новата_ера бул.=булевард проф.=професор гр.A=град инж.A=инженер и_др.=и_други. с.#=страница стр.#=страница тел.#=телефон гл.#=глава",
  bs: "npr.=na_primjer itd.=i_tako_dalje. tj.=to_jest dr.A=doktor br.#=broj i_sl.=i_slično. prof.=profesor sv.A=sveti ul.=ulica tzv.=takozvani str.#=stranica",
  ca: "p._ex.=per_exemple etc.=etcètera. núm.=número Sr.=senyor Sra.=senyora Dr.=doctor Dra.=doctora pàg.#=pàgina tel.=telèfon aprox.=aproximadament Prof.=professor",
  cs: "např.=například atd.=a_tak_dále. tj.=to_jest č.#=číslo ul.=ulice p.A=pan dr.A=doktor mj.=mimo_jiné př._n._l.=před_naším_letopočtem. n._l.=našeho_letopočtu. str.#=strana s.#=strana hod.=hodin tel.=telefon tř.A=třída Ing.A=inženýr MUDr.A=doktor r.#=rok tzv.=takzvaný apod.=a_podobně. popř.=popřípadě resp.=respektive tzn.=to_znamená Mgr.A=magistr JUDr.A=doktor PhDr.A=doktor kap.#=kapitola obr.#=obrázek sv.A=svatý v_r.#=v_roce vč.=včetně prof.=profesor etc.=et_cetera.",
  cy: "e.e.=er_enghraifft h.y.=hynny_yw Dr.=doctor",
  da: "Kl.#=klokken f.eks.=for_eksempel bl.a.=blandt_andet osv.=og_så_videre. dvs.=det_vil_sige nr.=nummer ca.=cirka kl.=klokken hr.A=herr dr.A=doktor f.Kr.=før_Kristus. e.Kr.=efter_Kristus. s.#=side fx=for_eksempel mv.=med_videre. m.m.=med_mere. m.fl.=med_flere. pga.=på_grund_af inkl.=inklusive ekskl.=eksklusive ift.=i_forhold_til mht.=med_hensyn_til vedr.=vedrørende evt.=eventuelt tlf.=telefon kap.#=kapitel etc.=et_cetera. prof.=professor",
  de: "z._B.=zum_Beispiel d._h.=das_heißt u._a.=unter_anderem usw.=und_so_weiter. bzw.=beziehungsweise ca.=circa Nr.=Nummer Dr.=Doktor Hr.=Herr Fr.A=Frau evtl.=eventuell inkl.=inklusive ggf.=gegebenenfalls Str.=Straße: Prof.=Professor St.A=Sankt v._Chr.=vor_Christus: n._Chr.=nach_Christus: S.#=Seite Tel.=Telefon: Jh.=Jahrhundert: Art.#=Artikel Abs.#=Absatz Abb.#=Abbildung Kap.#=Kapitel Bd.#=Band vgl.=vergleiche sog.=sogenannt zzgl.=zuzüglich bzgl.=bezüglich max.#=maximal o._Ä.=oder_Ähnliches. u._Ä.=und_Ähnliches. i._d._R.=in_der_Regel z._T.=zum_Teil etc.=et_cetera. s.o.=siehe_oben: s.u.=siehe_unten: a.D.=außer_Dienst: e.V.=eingetragener_Verein: i.A.=im_Auftrag z.H.=zu_Händen geb.=geboren gest.=gestorben bes.=besonders einschl.=einschließlich mind.#=mindestens tägl.=täglich Dipl.-Ing.=Diplomingenieur Bsp.=Beispiel u.U.=unter_Umständen m.E.=meines_Erachtens Fa.A=Firma allg.=allgemein Ing.A=Ingenieur",
  el: "π.μ.=προ_μεσημβρίας μ.μ.=μετά_μεσημβρίαν π.χ.=για_παράδειγμα κ.λπ.=και_λοιπά. δηλ.=δηλαδή κ.ά.=και_άλλα. μ.Χ.=μετά_Χριστόν. κ.A=κύριος κα.A=κυρία αρ.#=αριθμός σελ.#=σελίδα τηλ.=τηλέφωνο Δρ.A=δόκτωρ π.Χ.=προ_Χριστού. κτλ.=και_τα_λοιπά.",
  en: "Mr.=Mister Mrs.=Missus Ms.=Miz Dr.=Doctor Prof.=Professor St.A=Saint Jr.=Junior: Sr.=Senior: No.#=number Mt.A=Mount vs.=versus etc.=et_cetera. e.g.=for_example i.e.=that_is approx.=approximately Capt.A=Captain Lt.A=Lieutenant Sgt.A=Sergeant Gen.A=General Rev.A=Reverend Ave.=Avenue: dept.=department: p.#=page pp.#=pages Blvd.=Boulevard: Rd.=Road: Apt.#=Apartment Rm.#=Room Ft.A=Fort Hwy.=Highway w/o=without tsp.=teaspoons tbsp.=tablespoons Col.A=Colonel Gov.A=Governor Sen.A=Senator Rep.A=Representative Maj.A=Major Cpl.A=Corporal Adm.A=Admiral Pres.A=President Inc.=Incorporated: Corp.=Corporation: vol.#=volume Vol.#=volume ch.#=chapter Ch.#=chapter fig.#=figure Fig.#=figure Jan.#=January Feb.#=February Mar.#=March Apr.#=April Aug.#=August Sep.#=September Sept.#=September Oct.#=October Nov.#=November Dec.#=December w/=with",
  es: "p._ej.=por_ejemplo etc.=etcétera. Sr.=señor Sra.=señora Srta.=señorita Dr.=doctor Dra.=doctora Ud.=usted Uds.=ustedes n.º=número núm.=número EE._UU.=Estados_Unidos av.=avenida a._C.=antes_de_Cristo. d._C.=después_de_Cristo. pág.#=página págs.#=páginas Dña.=doña D.N=don Avda.=avenida tel.=teléfono cap.#=capítulo Prof.=profesor Profa.=profesora c/A=calle C/A=calle aprox.=aproximadamente tlf.=teléfono Gral.A=general Lic.A=licenciado Ing.A=ingeniero Vd.=usted Vds.=ustedes Sres.=señores Sto.A=santo Sta.A=santa vol.#=volumen art.#=artículo fig.#=figura Cía.=compañía",
  et: "nr=number lk#=lehekülg nt=näiteks jne=ja_nii_edasi",
  eu: "adib.=adibidez etab.=eta_abar.",
  fi: "esim.=esimerkiksi jne.=ja_niin_edelleen. ym.=ynnä_muuta. mm.=muun_muassa ns.=niin_sanottu klo=kello n.#=noin nro=numero eaa.=ennen_ajanlaskun_alkua. jaa.=jälkeen_ajanlaskun_alun. s.#=sivu ks.=katso tms.=tai_muuta_sellaista. yms.=ynnä_muuta_sellaista. vrt.=vertaa puh.=puhelin prof.=professori",
  fr: "p._ex.=par_exemple etc.=et_cetera. M.A=Monsieur MM.A=Messieurs Mme=Madame Mme.=Madame Mlle=Mademoiselle Mlle.=Mademoiselle Dr.=Docteur bd.A=boulevard Dr=Docteur n°=numéro env.=environ av.=avenue c.-à-d.=c'est-à-dire J.-C.=Jésus-Christ. av._J.-C.=avant_Jésus-Christ. apr._J.-C.=après_Jésus-Christ. p.#=page N°=numéro tél.=téléphone Mgr=Monseigneur Ste=Sainte chap.#=chapitre PrA=Professeur janv.#=janvier févr.#=février juil.#=juillet sept.#=septembre oct.#=octobre nov.#=novembre déc.#=décembre cf.=confer s.v.p.=s'il_vous_plaît fig.#=figure",
  ga: "uimh.#=uimhir lch.#=leathanach m.sh.=mar_shampla srl.=agus_araile. .i.=is_é_sin",
  he: `מ"ר=מטר_רבוע מ״ר=מטר_רבוע ד"ר=דוקטור ד״ר=דוקטור וכו'=וכולי מס'#=מספר רח'=רחוב עמ'#=עמוד טל'=טלפון פרופ'=פרופסור גב'=גברת`,
  hi: "डॉ.=डॉक्टर नं.#=नंबर रु.=रुपये",
  hr: "npr.=na_primjer itd.=i_tako_dalje. tj.=to_jest dr.A=doktor br.#=broj tzv.=takozvani i_sl.=i_slično. prof.=profesor sv.A=sveti ul.=ulica str.#=stranica dipl.=diplomirani",
  hu: "pl.=például stb.=és_a_többi. kb.=körülbelül ill.=illetve dr.=doktor ún.=úgynevezett i._e.=időszámításunk_előtt. i._sz.=időszámításunk_szerint. Kr._e.=Krisztus_előtt. Kr._u.=Krisztus_után. Dr.=doktor ld.=lásd tel.=telefon u.#=utca Szt.A=Szent ifj.=ifjabb id.A=idősb",
  id: "dll.=dan_lain-lain. dst.=dan_seterusnya. dsb.=dan_sebagainya. Bpk.=Bapak Jl.=Jalan No.#=nomor no.#=nomor tgl.#=tanggal hlm.#=halaman dll=dan_lain-lain Prof.=profesor",
  is: "Kl.=klukkan t.d.=til_dæmis o.s.frv.=og_svo_framvegis. þ.e.=það_er kl.=klukkan nr.=númer u.þ.b.=um_það_bil o.fl.=og_fleira. bls.#=blaðsíða",
  it: "p._es.=per_esempio ecc.=eccetera. Sig.=signor Sig.ra=signora Dott.=dottor Dott.ssa=dottoressa n.#=numero a.C.=avanti_Cristo. d.C.=dopo_Cristo. dott.=dottor dott.ssa=dottoressa pag.#=pagina pagg.#=pagine tel.=telefono Avv.A=avvocato Ing.A=ingegnere Sig.na=signorina n°#=numero N°#=numero P.zza=piazza cap.#=capitolo Prof.=professor Prof.ssa=professoressa prof.=professor prof.ssa=professoressa art.#=articolo vol.#=volume ca.=circa ad_es.=ad_esempio sig.=signor sig.ra=signora Sigg.=signori v.le=viale c.so=corso fig.#=figura On.A=onorevole Mons.A=monsignor cell.#=cellulare Spett.le=spettabile",
  ja: "No.#=ナンバー",
  ko: "No.#=넘버",
  lt: "pvz.=pavyzdžiui t._y.=tai_yra ir_t._t.=ir_taip_toliau. Nr.=numeris prof.=profesorius",
  lv: "plkst.#=pulksten Plkst.#=pulksten piem.=piemēram u.c.=un_citi. utt.=un_tā_tālāk. t.i.=tas_ir Nr.=numurs prof.=profesors lpp.=lappuse",
  mk: "на_пр.=на_пример итн.=и_така_натаму. т.е.=то_ест д-р=доктор бр.#=број проф.=професор ул.=улица стр.#=страница",
  ms: "no.#=nombor No.#=nombor dll.=dan_lain-lain. dsb.=dan_sebagainya. spt.=seperti. Prof.=profesor",
  nb: "Kl.#=klokka f.eks.=for_eksempel bl.a.=blant_annet osv.=og_så_videre. dvs.=det_vil_si nr.=nummer ca.=cirka kl.=klokka hr.A=herr dr.A=doktor f.Kr.=før_Kristus. e.Kr.=etter_Kristus. s.#=side m.m.=med_mer. mv.=med_videre. m.fl.=med_flere. pga.=på_grunn_av inkl.=inklusive evt.=eventuelt tlf.=telefon kap.#=kapittel jf.=jamfør iht.=i_henhold_til f.o.m.=fra_og_med t.o.m.=til_og_med etc.=et_cetera. prof.=professor",
  nl: "bijv.=bijvoorbeeld bv.=bijvoorbeeld d.w.z.=dat_wil_zeggen enz.=enzovoort. o.a.=onder_andere nr.=nummer ca.=circa dhr.=de_heer mevr.=mevrouw dr.A=dokter m.a.w.=met_andere_woorden v._Chr.=voor_Christus. n._Chr.=na_Christus. blz.#=bladzijde p.#=pagina tel.#=telefoon St.A=Sint a.u.b.=alstublieft t.o.v.=ten_opzichte_van i.p.v.=in_plaats_van m.b.t.=met_betrekking_tot incl.=inclusief excl.=exclusief ir.A=ingenieur ing.A=ingenieur drs.A=doctorandus prof.=professor t/m=tot_en_met i.v.m.=in_verband_met o.i.d.=of_iets_dergelijks. e.d.=en_dergelijke. z.s.m.=zo_snel_mogelijk n.a.v.=naar_aanleiding_van d.m.v.=door_middel_van t.a.v.=ten_aanzien_van m.n.=met_name o.l.v.=onder_leiding_van evt.=eventueel resp.=respectievelijk hfst.#=hoofdstuk etc.=et_cetera.",
  pl: "np.=na_przykład itd.=i_tak_dalej. itp.=i_tym_podobne. tj.=to_jest tzn.=to_znaczy m.in.=między_innymi ul.=ulica nr=numer dr=doktor tzw.=tak_zwany ok.#=około p.n.e.=przed_naszą_erą. n.e.=naszej_ery. s.#=strona str.#=strona p.A=pan św.A=święty godz.#=godzina al.A=aleja pl.A=plac tel.=telefon prof.A=profesor rozdz.#=rozdział mgr=magister inż.=inżynier wg=według zob.=zobacz płk=pułkownik gen.A=generał ks.A=ksiądz art.#=artykuł ust.#=ustęp itd=i_tak_dalej vol.#=tom",
  pt: "p._ex.=por_exemplo etc.=et_cetera. Sr.=senhor Sra.=senhora Dr.=doutor Dra.=doutora n.º=número nº=número av.=avenida a.C.=antes_de_Cristo. d.C.=depois_de_Cristo. pág.#=página tel.=telefone Av.=avenida cap.#=capítulo Prof.=professor Profa.=professora V._Exa.=Vossa_Excelência Sto.A=santo Sta.A=santa aprox.=aproximadamente art.#=artigo vol.#=volume Cia.=companhia Ltda.=limitada: fig.#=figura Eng.A=engenheiro",
  ro: "de_ex.=de_exemplu etc.=et_cetera. dl.=domnul dna.=doamna dr.=doctor nr.=numărul str.=strada î.Hr.=înainte_de_Hristos. d.Hr.=după_Hristos. pag.#=pagina d-na=doamna d-l=domnul bd.=bulevardul prof.=profesor ș.a.=și_altele. cca=circa art.#=articolul tel.#=telefon sf.A=sfântul ing.A=inginer",
  ru: "т._е.=то_есть и_т._д.=и_так_далее. и_т._п.=и_тому_подобное. напр.=например др.=другие. ул.=улица им.=имени г-н=господин г-жа=госпожа д-р=доктор млн=миллионов млрд=миллиардов тыс.=тысяч до_н._э.=до_нашей_эры. н._э.=нашей_эры. гг.=годов. г._до_н._э.=года_до_нашей_эры. г_до_н._э.=года_до_нашей_эры. с.#=страница стр.#=страница д.#=дом кв.#=квартира тел.#=телефон т._к.=так_как т._н.=так_называемый проф.=профессор чел.=человек гл.#=глава рис.#=рисунок акад.A=академик и_пр.=и_прочее. и_др.=и_другие. ст.#=статья",
  sk: "napr.=napríklad atď.=a_tak_ďalej. tj.=to_jest č.#=číslo ul.=ulica p.A=pán dr.A=doktor pred_n._l.=pred_naším_letopočtom. s.#=strana str.#=strana tzv.=takzvaný apod.=a_podobne. resp.=respektíve tzn.=to_znamená Mgr.A=magister Ing.A=inžinier MUDr.A=doktor kap.#=kapitola sv.A=svätý prof.=profesor",
  sl: "npr.=na_primer itd.=in_tako_dalje. tj.=to_je g.A=gospod ga.A=gospa dr.A=doktor št.#=številka ipd.=in_podobno. prof.=profesor sv.A=sveti ul.=ulica str.#=stran",
  sq: "nr.#=numri fq.#=faqja p.sh.=për_shembull etj.=e_të_tjera. dmth.=domethënë",
  sr: "нпр.=на_пример итд.=и_тако_даље. тј.=то_јест др=доктор бр.#=број npr.=na_primer itd.=i_tako_dalje. tj.=to_jest ул.=улица проф.=професор и_сл.=и_слично. стр.#=страна ul.=ulica prof.=profesor",
  sv: "Kl.#=klockan t.ex.=till_exempel bl.a.=bland_annat osv.=och_så_vidare. dvs.=det_vill_säga nr=nummer ca=cirka kl.=klockan m.m.=med_mera. s.k.=så_kallad f.Kr.=före_Kristus. e.Kr.=efter_Kristus. s.#=sidan tel.=telefon kl#=klockan fr.o.m.=från_och_med t.o.m.=till_och_med o.d.=och_dylikt. etc.=et_cetera. kap.#=kapitel ang.=angående resp.=respektive inkl.=inklusive exkl.=exklusive p.g.a.=på_grund_av pga=på_grund_av m.fl.=med_flera. prof.=professor dr=doktor Dr.=doktor",
  th: "ดร.=ด็อกเตอร์",
  tr: "vb.=ve_benzeri: vs.=vesaire: örn.=örneğin Dr.=doktor Prof.=profesör bkz.=bakınız No.#=numara MÖ=milattan_önce MS@=milattan_sonra s.#=sayfa Sn.A=sayın No:#=numara Tel.=telefon Cad.=caddesi Sok.=sokağı Mah.=mahallesi yy.=yüzyıl: Av.A=avukat Doç.=doçent Apt.=apartmanı: Hz.A=Hazreti Şti.=şirketi:",
  uk: "т._д.=так_далі. напр.=наприклад вул.=вулиця ім.=імені д-р=доктор ін.=інші. до_н._е.=до_нашої_ери. н._е.=нашої_ери. рр.=років. с.#=сторінка буд.#=будинок кв.#=квартира тел.#=телефон проф.=професор та_ін.=та_інші. гл.#=глава ст.#=стаття",
  vi: "v.v.=vân_vân. TP.=thành_phố ThS.=thạc_sĩ TS.=tiến_sĩ GS.=giáo_sư PGS.=phó_giáo_sư BS.=bác_sĩ TP.HCM=thành_phố_Hồ_Chí_Minh",
  zh: "No.#=号码",
};

const space = "[ \\u00A0]";
const rule = (source: string, words: string) => [new RegExp(source, "gu"), words] as const;
/** After an abbreviation whose dot does not end a sentence. */
const inSentence = `[,;:!?)]|${space}\\p{Ll}`;
/** Words before "г." of a year. */
const yearsBeforeDot =
  "(?:прошл|эт|т|следующ|будущ|нынешн|текущ|позапрошл|друг|кажд|перв|последн)(?:ом|ем|ого|его|ому|ему|ый|ий|от)";
const russianNumerals =
  "(?:сто|двести|триста|четыреста|пять|шесть|семь|восемь|девять|десять|сорок|девяносто|\\p{L}+(?:сот|дцать|десят))";
/** Abbreviations with other conditions, by the language without its region. */
const special: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  bg: [rule(`(?<=\\d${space}?)ч\\.`, "часа")],
  cs: [rule(`(?<=(?:[XVI]\\.?|\\d\\.)${space})stol\\.`, "století")],
  // After a number it is that of minutes: "5 min. 30 Sek."
  de: [rule(`(?=min)(?<!\\p{L}|\\d${space}?)min\\.(?=${space}\\d)`, "minimal")],
  el: [rule(`(?<=\\dος${space})αι\\.`, "αιώνας")],
  en: [
    rule(`(?<=\\d${space})sq\\.? ft\\.?(?!\\p{L})`, "square feet"),
    rule(`(?<=\\d${space})sq\\.? (?:mi|miles)\\.?(?!\\p{L})`, "square miles"),
    rule(`(?<=\\d${space})cu\\.? ft\\.?(?!\\p{L})`, "cubic feet"),
    rule(`(?<=\\d${space}?)in\\. (?=(?:wide|long|tall|high|deep|thick)(?!\\p{L}))`, "inches "),
    rule(`(?<=\\p{Lu}\\p{Ll}{1,30}${space})Dr\\.(?=${space}(?:at|by|in|near|off|on) )`, "Drive"),
  ],
  es: [rule(`(?<!\\p{L})s\\.${space}?(?=[XVI]+(?!\\p{L}))`, "siglo ")],
  fr: [rule(`(?<=[XVI](?:e|ème)${space})s\\.`, "siècle")],
  hu: [rule(`(?<=[XVI]\\.${space})sz\\.`, "század")],
  it: [rule(`(?<!\\p{L})sec\\.${space}?(?=[XVI]+(?!\\p{L}))`, "secolo ")],
  lv: [rule(`(?<=\\d\\.${space})gs\\.`, "gadsimts")],
  pl: [
    rule(
      `(?<=(?:\\d|(?<!\\p{L})(?:kilka|kilkanaście|kilkadziesiąt|pół|ile|tysiąc|tys\\.))${space}?)proc\\.`,
      "procent",
    ),
    rule(`(?<=[XVI]${space})w\\.`, "wiek"),
    rule(`(?<=(?<!\\p{L})[Oo]${space})godz\\.(?=${space}\\d)`, "godzinie"),
    rule(`(?<=(?<!\\p{L})(?:[Oo]d|[Dd]o)${space})godz\\.(?=${space}\\d)`, "godziny"),
  ],
  pt: [rule(`(?<!\\p{L})séc\\.${space}?(?=[XVI]+(?!\\p{L}))`, "século ")],
  sq: [rule(`(?<!\\p{L})shek\\.${space}?(?=[XVI\\d])`, "shekulli ")],
  sv: [rule(`(?<=\\d${space})st\\.?(?=${inSentence})`, "stycken")],
  ro: [rule(`(?<!\\p{L})sec\\.${space}?(?=[XVI]+(?!\\p{L}))`, "secolul ")],
  ru: [
    rule(`(?=в)(?<=[XVI]${space})в\\.`, "век"),
    // After a number it is that of a year or of a mass.
    rule(
      `(?=г)(?<!\\p{L}|\\d${space}?|(?<!\\p{L})(?:${yearsBeforeDot}|${russianNumerals})${space})г\\.${space}?(?=\\p{Lu}\\p{Ll})`,
      "город ",
    ),
  ],
  uk: [
    rule(`(?<=[XVIХІ]${space})ст\\.`, "століття"),
    rule(
      `(?=м)(?<!\\p{L}|\\d${space}?|(?<!\\p{L})(?:кв|куб|пог)\\.?${space}?)м\\.${space}?(?=\\p{Lu}\\p{Ll})`,
      "місто ",
    ),
  ],
};

interface Entry {
  pattern: string;
  words: string;
  next: string;
  /** Whether the dot is that of the sentence too: "always" before a capital letter. */
  end: "always" | "sometimes" | null;
}

/** English titles that are other abbreviations or words before a word that begins a sentence. */
const otherBeforeStart = /^(?:St|Col|Gov|Sen|Rep|Maj|Cpl|Adm|Pres)\.A$/;

function readEntry(entry: string, base: string): Entry {
  const [short = "", words = ""] = entry.split("=");
  // "Main St. Then" has no saint.
  const noStart = base === "en" && otherBeforeStart.test(short) ? notBeforeStart(base) : "";
  // A Roman numeral is read beside the names of parts only: "No. X marks the spot."
  const numeral = isCountedWord(base, words)
    ? "|[ \\u00A0](?:[XVI]{2,6}(?!\\p{L})|[XV](?![\\p{L}.]))"
    : "";
  const next = /#$/.test(short)
    ? `(?=[ \\u00A0]?\\d${numeral})`
    : /@$/.test(short)
      ? "(?=[ \\u00A0]?\\d{1,4}\\.?[ \\u00A0](?:yüz)?yıl)"
      : /A$/.test(short)
        ? `(?=${space}\\p{Lu})${noStart}`
        : /N$/.test(short)
          ? "(?=[ \\u00A0]\\p{Lu}\\p{L})"
          : short.endsWith(".")
            ? ""
            : "(?!\\d)";
  const plain = short.replace(/[#@]$|(?<=.[./\p{Ll}_])[AN]$/u, "").replace(/_$/, "");
  // Spaces between the letters may be missing, or present where they are not usual.
  const pattern = Array.from(plain, (letter) => (letter === "_" ? "[ \\u00A0]?" : escaped(letter)))
    .join("")
    .replace(/(?<=\\\.)(?=[^[\\])/gu, "[ \\u00A0]?");
  // "N": not after a name.
  const start = /N$/.test(short) ? "(?<!\\p{Lu}[\\p{L}.]{0,30}[ \\u00A0])" : "";
  return {
    pattern: `${start}${pattern}`,
    words: words.replace(/[.:]$/u, "").replaceAll("_", " "),
    next,
    end: words.endsWith(".") ? "always" : words.endsWith(":") ? "sometimes" : null,
  };
}

/** Whether the dot of an abbreviation between these texts is that of the sentence too. */
function isEnd(
  base: string,
  end: Entry["end"] | undefined,
  { before, after }: { before: string; after: string },
): boolean {
  if (isTextEnd(after)) return true;
  if (end === "always") return beginsAnySentence(after) && !opensSentence(base, before);
  return end === "sometimes" && beginsSentence(base, after);
}

/** A function that replaces the abbreviations of a language. */
export function createAbbreviations(languageId: string): (text: string) => string {
  const base = baseLanguage(languageId);
  const list = abbreviations[base];
  if (list === undefined) return (text) => text;
  // Other texts have none.
  const isBare = list.split(" ").some((entry) => !/[.°º-]/.test(entry.split("=")[0] ?? ""));
  const entries = list
    .split(" ")
    .map((entry) => readEntry(entry, base))
    .sort((a, b) => b.pattern.length - a.pattern.length);
  const all = entries.map(({ pattern, next }) => `(${pattern}${next})`).join("|");
  const pattern = new RegExp(`(?<![\\p{L}\\p{M}\\d.-])(?:${all})(?![\\p{L}\\p{M}])`, "gu");
  const rules = special[base] ?? [];
  const isSpaced = !["ja", "yue", "zh"].includes(base);
  return (text) => {
    if (!isBare && !/[.°º-]/.test(text)) return text;
    const source = rules.reduce(
      (result, [found, words]) =>
        result.replace(found, (short: string, ...rest: unknown[]) => {
          const [at, whole] = rest.slice(-2) as [number, string];
          const after = whole.slice(at + short.length);
          if (words.endsWith(" ") || !short.endsWith(".") || !endsSentence(base, after))
            return words;
          const isOpening = !isTextEnd(after) && opensSentence(base, whole.slice(0, at));
          return isOpening ? words : `${words}.`;
        }),
      text,
    );
    return source.replace(pattern, (found: string, ...rest: unknown[]) => {
      const index = rest.slice(0, entries.length).findIndex((group) => group !== undefined);
      const { words, end } = entries[index] ?? { words: found, end: null };
      const at = rest[entries.length] as number;
      const before = source.slice(0, at);
      const after = source.slice(at + found.length);
      if (found.endsWith(".") && isEnd(base, end, { before, after })) return `${words}.`;
      return /^\d/.test(after) && isSpaced ? `${words} ` : words;
    });
  };
}
