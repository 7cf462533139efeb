import type { SentenceWords } from "../sentence-words.ts";

export const FRENCH_SENTENCES: SentenceWords = {
  abbreviations:
    "m mm mme mmes mlle mlles dr drs pr me mgr st ste av apr j.-c j.c env etc cf ex p.ex pp éd éds vol vols chap fig figs n° no nos art bd bld jr sr " +
    "janv févr avr juill juil sept oct nov déc tél hab ca p gén col cdt cap lt sgt r.-v ed univ dép arr cie sté s.a s.a.r.l",
  openEnded: "etc j.-c j.c hab cie s.a s.a.r.l",
  subjects: "il elle ils elles",
  refersBack: /^(?:c['’](?:est|était|étaient|a été|en est)|qu['’]il|ce dernier|cette dernière)(?!\p{L})/u,
  refersToNothing:
    /^(?:il (?:y a|y avait|y eut|y aura|existe|existait|faut|fallait|fallut|suffit|convient)(?!\p{L})|il (?:est|était|semble|paraît|reste|a été|arrive)(?: (?:aussi|également|très|donc|généralement|souvent|peu))*(?: (?:probable|possible|connu|important|nécessaire|clair|vrai|difficile|impossible|estimé|admis|certain|à noter|rare|évident|prouvé|établi|dit|rapporté))? (?:que|qu['’]|si)|il (?:est|était) (?:possible|important|nécessaire|impossible|interdit) de(?!\p{L})|il était une fois|(?:cet article|cette page|ce site|cette liste)(?!\p{L})|celui qui|celle qui|ceux qui|sa (?:majesté|sainteté))/u,
};
