import type { SentenceWords } from "../sentence-words.ts";

export const GERMAN_SENTENCES: SentenceWords = {
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
};
