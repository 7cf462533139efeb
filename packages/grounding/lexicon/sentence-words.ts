import type { Language } from "./language.ts";

/**
 * Words that one language uses to end and start sentences, as data. Lists are in lower case, separated by
 * spaces. A list is omitted if the language has no such words.
 */
export interface SentenceWords {
  /** Abbreviations whose full stop does not end a sentence, written without that last stop. */
  abbreviations?: string;
  /** Abbreviations that may or may not end a sentence. Only the text after them decides. */
  openEnded?: string;
  /**
   * Words that start a sentence rather than continue a name or an abbreviation. If omitted, the language's
   * stop words serve.
   */
  starters?: string;
  /** The language writes "third" as "3." or "III.". */
  hasDottedOrdinals?: true;
  /** Matches lower-case openings of several words that refer to something mentioned before. */
  refersBack?: RegExp;
  /** Pronouns that are the subject of a sentence and stand for a person or thing mentioned before. */
  subjects?: string;
  /** Matches lower-case openings that start with a pronoun but refer to nothing: "it is said that". */
  refersToNothing?: RegExp;
}

export const SENTENCES: Readonly<Record<Language, SentenceWords>> = {
  en: {
    abbreviations:
      "mr mrs ms mx dr prof rev fr sr jr st hon gen col capt cmdr lt maj sgt pvt adm gov sen rep pres supt mt ft vs etc al no nos vol " +
      "vols ed eds pp fig figs art ch cf ca c b d r née approx est dept univ inc ltd corp co bros llc e.g i.e a.m p.m jan feb mar apr jun " +
      "jul aug sep sept oct nov dec mon tue tues wed thu thur fri sat sun ph.d m.d u.s u.k u.n d.c messrs mlle mme insp det brig cpl fl m div",
    openEnded: "m etc inc ltd corp co jr sr a.m p.m u.s u.k u.n d.c ph.d m.d bros llc",
    subjects: "he she it they",
    starters:
      "the a an he she it they his her its their this that these those in on at before after during since when while as but and however i we",
    refersToNothing:
      /^(?:it (?:is|was|has been|had been|can be|could be|may be|might be|must be|should be|remains|seems|appears|appeared|turned out|turns out)(?: (?:\w+ly|also|often|now|still|not|well|sometimes|thus))*(?: (?:known|said|believed|thought|estimated|reported|assumed|claimed|rumou?red|speculated|suggested|argued|agreed|accepted|understood|recommended|expected|hoped|noted|shown|found|announced|revealed|confirmed|alleged|clear|unclear|possible|impossible|likely|unlikely|probable|important|necessary|true|unknown|uncertain|common|worth noting|evident|obvious|essential))? (?:that|whether|how|why)\b|it (?:is|was) (?:possible|impossible|necessary|customary|illegal) (?:to|for)\b|it (?:is|was) estimated (?:more|some|at least|around|about|there)\b|it (?:is|was) (?:not until|only|in|on|during|at|because)\b.{0,80}\b(?:that|when)\b|it (?:rained|snowed)|this (?:is an? (?:list|article|page|category|guide)|article|page|website|site|list|guide|category|morning|week|month|summer|spring|autumn|fall|winter)\b|that (?:said|being said|is why)\b|those who\b|these days\b|they say that\b|her majesty\b|his (?:holiness|majesty|excellency|highness|eminence)\b|her (?:royal )?(?:highness|excellency)\b)/,
  },
  de: {
    abbreviations:
      "z b c u a d h i s o ä usw usf bzw ca vgl evtl ggf inkl exkl zzgl sog geb gest verh verw bspw allg dt dtsch engl frz franz lat griech ital " +
      "span russ poln türk amerik jh jhd jhdt v n chr str nr nrn bd bde hrsg aufl abb abs abschn anm st dipl ing med phil jur rer nat theol pol h.c " +
      "hc mag fr hr frl hl jan feb mär apr jun jul aug sep sept okt nov dez mio mrd tsd kap s ff f tel std z.b u.a d.h i.d.r o.ä u.v.m n.chr v.chr " +
      "südl nördl östl westl ehem urspr einschl gegr eigtl bes gen reg präs sen jun ev kath röm u.u e e.v gmbh co ass priv doz univ landkr kr bez",
    openEnded: "usw usf jh jhd jhdt chr ff f mio mrd tsd u.v.m o.ä e.v v.chr n.chr co std",
    subjects: "er",
    hasDottedOrdinals: true,
    refersBack:
      /^(?:das|dies|dabei|dafür|damit|daraufhin|dadurch|deshalb|dort|dieselbe|derselbe|dasselbe|letzterer|letztere|die beiden) (?:ist|war|wurde|wird|hat|hatte|gilt|galt|liegt|lag|sind|waren|wurden|werden|hatten|haben|führte|gelang|arbeitete|studierte|lernte|lebte|begann|blieb|kam|ging|machte)\b/,
    refersToNothing:
      /^(?:es (?:gibt|gab|handelt sich|folgte|folgten|regnet|schneit|kam zu|kommt zu|leben|lebten|heißt,)(?!\p{L})|es (?:ist|war|wird|wurde|gilt als|scheint|bleibt)(?: (?:nicht|auch|noch|jedoch|aber|allgemein|häufig|oft))*(?: (?:bekannt|möglich|unmöglich|unklar|klar|wahrscheinlich|wichtig|umstritten|sicher|anzunehmen|angenommen|vermutet|geschätzt|berichtet|behauptet|gesagt|erwartet|vermutlich))?,? (?:dass|daß|ob|wie|zu)(?!\p{L})|es (?:wird|wurde) (?:angenommen|vermutet|geschätzt|berichtet|behauptet|gesagt|erwartet)(?!\p{L})|(?:dieser|dieses) (?:artikel|seite|liste)(?!\p{L})|diese (?:seite|liste|website)(?!\p{L})|sie (?:können|möchten|suchen|wollen|müssen|sollten|dürfen)(?!\p{L})|ihre? (?:daten|privatsphäre|meinung|e-mail)(?!\p{L}))/u,
  },
  es: {
    abbreviations:
      "sr sra srta sres dr dra dres d dª dña da ud uds vd pág págs pp núm núms nº art arts av avda gral cap cdte cnel tte sgto alm ing lic arq prof " +
      "profa mons pbro ej p p.ej aprox máx mín tel vol vols fig figs ed eds s.a s.l s.m s a a.c d.c a.m p.m c ca h hnos cía etc ee uu ee.uu dto dpto " +
      "edo col st sta sto fr gob pdte ene feb mar abr jun jul ago sept sep oct nov dic izq dcha admón univ inst rte depto ss.aa ff.aa jj jj.oo oo",
    openEnded: "etc uu ee.uu s.a s.l a.c d.c a.m p.m cía jj.oo oo",
    subjects: "él ella ellos ellas",
    refersToNothing:
      /^(?:(?:este|esta) (?:artículo|página|lista|sitio|anexo|web)(?!\p{L})|eso sí(?!\p{L})|su (?:majestad|santidad|excelencia|alteza|navegador|privacidad|correo)(?!\p{L}))/u,
  },
  ru: {
    abbreviations:
      "г гг в вв им ул пр просп пл д кв обл р н рис табл стр с т тт тыс млн млрд трлн руб коп проф доц акад ред изд пер сост гл ст см ср напр т.е т.к т.д т.п " +
      "т.н др пр э н.э св ок род ум англ нем фр франц лат греч итал исп кит яп укр букв устар о оз мин макс ч сек чел экз ген полк кап лейт митр архиеп еп " +
      "прот свящ св преп каз тат бел груз арм груп зав зам инж канд к.э м п пос дер сел с.ш в.д ж.д а.е л х янв февр фев апр июн июл авг сент окт нояб дек " +
      "пн вт ср чт пт сб вс тел доп прим вып соч собр арх ф оп л.с нас б бывш ныне имп кн вел моск петерб",
    openEnded: "г гг в вв др пр т.д т.п д п тыс млн млрд трлн н.э э руб чел экз м",
    subjects: "он она оно они",
    refersToNothing:
      /^(?:(?:эта|это|этот) (?:статья|страница|сайт|список)|это (?:означает|значит)|то есть|те, кто|тот, кто|тот факт)(?!\p{L})/u,
  },
  tr: {
    abbreviations:
      "dr prof doç yrd öğr gör av uzm op alb gen org korg tümg tuğg bnb yzb ütğm sn hz st m.ö m.s mö ms yy y.y vb vs vd bkz örn çev haz s ss no nr cad sok sk " +
      "mah apt bşk müh yd yük t.c a.ş ltd şti tic san ör yak yay ed der cilt c bl böl fak üniv ens md müd mim ecz kim mat ing fr alm ar far lat yun jr sr " +
      "a.b.d m ö k d b g",
    openEnded: "vb vs vd yy y.y a.ş şti jr sr a.b.d",
    subjects: "o onlar",
    hasDottedOrdinals: true,
    refersToNothing:
      /^(?:bu (?:sayfa|madde|makale|liste|site|yazı|yazıda|makalede|sayfada)|o (?:hâlde|halde|zaman)|bunun (?:yanı|yanında|dışında|için)|bu (?:nedenle|yüzden|sebeple|arada|bakımdan)|buna (?:karşılık|karşın|rağmen|göre|ek olarak)|bununla (?:birlikte|beraber)|bundan (?:dolayı|sonra|başka))(?!\p{L})/u,
  },
  ar: {
    abbreviations: "د أ م ص ج ق ه ت هـ ق.م أ.د د.م إلخ الخ ص.ب",
    openEnded: "إلخ الخ م ه هـ ق.م",
    subjects: "هو هي هم",
    refersToNothing: /^(?:هذه (?:المقالة|الصفحة|القائمة)|هذا (?:المقال|الموقع))(?!\p{L})/u,
  },
  zh: {
    refersBack:
      /^(?:他|她|它|牠|祂|此(?!外)|这|這|那(?!不勒斯|霸)|其(?!他|它|实|實|余|餘|间|間)|前者|后者|後者|同年|同月|当时|當時)/,
    refersToNothing: /^(?:这是一(?:份|个)(?:列表|条目)|本(?:条目|條目|文|页|頁)|这样一来|他山)/,
  },
  fr: {
    abbreviations:
      "m mm mme mmes mlle mlles dr drs pr me mgr st ste av apr j.-c j.c env etc cf ex p.ex pp éd éds vol vols chap fig figs n° no nos art bd bld jr sr " +
      "janv févr avr juill juil sept oct nov déc tél hab ca p gén col cdt cap lt sgt r.-v ed univ dép arr cie sté s.a s.a.r.l",
    openEnded: "etc j.-c j.c hab cie s.a s.a.r.l",
    subjects: "il elle ils elles",
    refersBack: /^(?:c['’](?:est|était|étaient|a été|en est)|qu['’]il|ce dernier|cette dernière)(?!\p{L})/u,
    refersToNothing:
      /^(?:il (?:y a|y avait|y eut|y aura|existe|existait|faut|fallait|fallut|suffit|convient)(?!\p{L})|il (?:est|était|semble|paraît|reste|a été|arrive)(?: (?:aussi|également|très|donc|généralement|souvent|peu))*(?: (?:probable|possible|connu|important|nécessaire|clair|vrai|difficile|impossible|estimé|admis|certain|à noter|rare|évident|prouvé|établi|dit|rapporté))? (?:que|qu['’]|si)|il (?:est|était) (?:possible|important|nécessaire|impossible|interdit) de(?!\p{L})|il était une fois|(?:cet article|cette page|ce site|cette liste)(?!\p{L})|celui qui|celle qui|ceux qui|sa (?:majesté|sainteté))/u,
  },
  it: {
    abbreviations:
      "sig sigg sig.ra sig.na dott dott.ssa dr prof prof.ssa ing avv arch on mons sen gen col cap ten serg s ss a.c d.c ecc es p.es pag pagg art artt " +
      "n nr vol voll fig figg tel ca c cfr ed edd gent spett st sta p pp s.p.a s.r.l f.lli geom rag rev cav comm egr ill gen feb mar apr mag giu lug " +
      "ago set sett ott nov dic min max univ jr sr",
    openEnded: "ecc a.c d.c s.p.a s.r.l jr sr",
    subjects: "lui lei egli ella",
    refersBack:
      /^(?:(?:il|la|i|le) (?:suo|sua|suoi|sue|loro|quale|quali)|(?:quest|quell)['’]ultim[oaie]|questi ultimi|queste ultime)(?!\p{L})/u,
    refersToNothing:
      /^(?:(?:questo|questa) (?:articolo|pagina|sito|voce|lista)|quell[oaie] che|quelli che|ciò che|sua (?:maestà|santità))(?!\p{L})/u,
  },
  pt: {
    abbreviations:
      "sr sra srs srta dr dra drs prof profa exmo exma ilmo eng engª arq gen cel cap ten sgt alm av r pág págs p pp ex p.ex etc vol vols art arts nº n " +
      "núm séc sécs a.c d.c a.m p.m aprox tel jr cia ltda s.a st sta sto d dom fr mons pe dep sen gov pres min jan fev mar abr mai jun jul ago set out " +
      "nov dez fig figs ed eds cf ca c máx mín hab univ depto",
    openEnded: "etc a.c d.c a.m p.m jr cia ltda s.a hab",
    subjects: "ele ela eles elas",
    refersBack: /^(?:o|a|os|as) (?:seu|sua|seus|suas|mesmo|mesma|qual|quais)(?!\p{L})/u,
    refersToNothing:
      /^(?:(?:este|esta|esse|essa) (?:artigo|página|lista|site|anexo)|isto é|sua (?:majestade|santidade|excelência)|seu (?:navegador|e-mail))(?!\p{L})/u,
  },
  nl: {
    abbreviations:
      "dhr mevr mw dr drs ir ing mr prof bijv bv d.w.z dwz m.b.t n.a.v o.a o.m t.a.v i.p.v a.u.b t/m enz etc evt resp ca ong nr nrs blz p pp vgl z.g zgn " +
      "st jl jr sr jan feb mrt apr jun jul aug sep sept okt nov dec gem plm n.chr v.chr chr red uitg afb hfst vs geb overl gest voorz burg gen kol kap " +
      "lt sgt ds pastoor mgr mej wed b.v n.v tel min max",
    openEnded: "enz etc jl n.chr v.chr chr b.v n.v jr sr",
    subjects: "hij zij ze",
    refersBack:
      /^het (?:is|was|werd|wordt|heeft|had|kan|kon|zou|zal|ligt|lag|bestaat|bestond|geldt|gold|staat|stond|bevat|bevatte|kreeg|verscheen|vormt|vormde|telt|telde)\b/,
    refersToNothing:
      /^(?:het (?:is|was|werd|wordt|lijkt|blijkt|bleek)(?: (?:ook|nog|niet|algemeen|vaak))*(?: (?:bekend|mogelijk|onmogelijk|onbekend|onduidelijk|duidelijk|waarschijnlijk|belangrijk|aangenomen|gezegd|geschat|vermoed|beweerd|zeker))? (?:dat|of|hoe|waarom)\b|(?:deze pagina|dit artikel|deze website|deze lijst|deze site)\b|zijne? (?:majesteit|koninklijke)\b|die dag\b)/,
  },
  ja: {
    refersBack:
      /^(?:彼(?!岸|杵)|彼女|彼ら|これ|それ|この(?!他)|その(?!他)|あの|こちら|こう|同(?:氏|社|年|国|市|作|月|書|曲|校|人|館|地|県|町)|前者|後者|氏は)/,
    refersToNothing: /^(?:この(?:記事|項目|ページ)|これまで(?!に)|それでは|その他)/,
  },
  ko: {
    subjects: "그는 그가 그녀는 그녀가 그들은",
    refersToNothing: /^이 (?:문서|페이지|글|목록)/,
  },
};
