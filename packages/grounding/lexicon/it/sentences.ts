import type { SentenceWords } from "../sentence-words.ts";

export const ITALIAN_SENTENCES: SentenceWords = {
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
};
