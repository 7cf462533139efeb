import type { GateWords } from "../gate-words.ts";

export const GATE: GateWords = {
  who: "qui est, qui était, qui fut, qui sont, qui étaient, c'est qui, c est qui, qui c'est, qui donc est",
  about:
    "sur, parle-moi de, parle moi de, parlez-moi de, à propos de, au sujet de, concernant, connais-tu, connaissez-vous, présenter, présentant, portrait de",
  life:
    "biograph*, bio, parcours, carrière, vie, curriculum, cv, profil, formation, études, fortune, réalisations, accomplissements, exploits, prix, " +
    "né, née, mort, morte, décédé*, marié*, âge, quel âge, nécrologie, portrait, célèbre, connu pour, connue pour, œuvres, oeuvres",
  tell:
    "parle-moi, parlez-moi, raconte*, dis-moi, dites-moi, informations, infos, renseign*, résumé, résume, topo, dossier, fiche, recherche*, cherche, trouve*, " +
    "mets-moi au courant, dois-je savoir, faut-il savoir, besoin de savoir, voudrais savoir, explique*, présente-moi, que sais-tu",
  question: "qui, que, quoi, quel, quelle, quels, quelles, quand, où, comment, pourquoi, combien, qu'est-ce",
  errand:
    "envoie*, envoyez, transfère*, transférez, appelle*, planifie*, programme, déplace*, annule*, reporte*, invite*, rappelle-moi, préviens, dis à, demande à, " +
    "réserve*, paie, ajoute, supprime*, efface, partage*, réponds, de garde, d'astreinte, mon rendez-vous, ma réunion",
  fiction:
    "histoire, conte, roman, fantasy, poème, chanson, dialogue, personnage, invente*, imagine*, fiction, joue le rôle",
  everyday:
    "le, la, les, un, une, des, de, du, et, en, que, qui, est, il, elle, je, tu, nous, vous, moi, mon, ma, mes, pour, avec, sur, dans, au, aux, " +
    "a, à, ce, c'est, cette, ne, pas, où, quand, quel, quelle, comment, était, son, sa",
};
