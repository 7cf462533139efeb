import type { SentenceWords } from "../sentence-words.ts";

export const SPANISH_SENTENCES: SentenceWords = {
  abbreviations:
    "sr sra srta sres dr dra dres d dª dña da ud uds vd pág págs pp núm núms nº art arts av avda gral cap cdte cnel tte sgto alm ing lic arq prof " +
    "profa mons pbro ej p p.ej aprox máx mín tel vol vols fig figs ed eds s.a s.l s.m s a a.c d.c a.m p.m c ca h hnos cía etc ee uu ee.uu dto dpto " +
    "edo col st sta sto fr gob pdte ene feb mar abr jun jul ago sept sep oct nov dic izq dcha admón univ inst rte depto ss.aa ff.aa jj jj.oo oo",
  openEnded: "etc uu ee.uu s.a s.l a.c d.c a.m p.m cía jj.oo oo",
  subjects: "él ella ellos ellas",
  refersToNothing:
    /^(?:(?:este|esta) (?:artículo|página|lista|sitio|anexo|web)(?!\p{L})|eso sí(?!\p{L})|su (?:majestad|santidad|excelencia|alteza|navegador|privacidad|correo)(?!\p{L}))/u,
};
