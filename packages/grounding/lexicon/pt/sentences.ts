import type { SentenceWords } from "../sentence-words.ts";

export const PORTUGUESE_SENTENCES: SentenceWords = {
  abbreviations:
    "sr sra srs srta dr dra drs prof profa exmo exma ilmo eng engª arq gen cel cap ten sgt alm av r pág págs p pp ex p.ex etc vol vols art arts nº n " +
    "núm séc sécs a.c d.c a.m p.m aprox tel jr cia ltda s.a st sta sto d dom fr mons pe dep sen gov pres min jan fev mar abr mai jun jul ago set out " +
    "nov dez fig figs ed eds cf ca c máx mín hab univ depto",
  openEnded: "etc a.c d.c a.m p.m jr cia ltda s.a hab",
  subjects: "ele ela eles elas",
  refersBack: /^(?:o|a|os|as) (?:seu|sua|seus|suas|mesmo|mesma|qual|quais)(?!\p{L})/u,
  refersToNothing:
    /^(?:(?:este|esta|esse|essa) (?:artigo|página|lista|site|anexo)|isto é|sua (?:majestade|santidade|excelência)|seu (?:navegador|e-mail))(?!\p{L})/u,
};
