import type { SentenceWords } from "../sentence-words.ts";

export const ENGLISH_SENTENCES: SentenceWords = {
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
};
