import type { SentenceWords } from "../sentence-words.ts";

export const DUTCH_SENTENCES: SentenceWords = {
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
};
