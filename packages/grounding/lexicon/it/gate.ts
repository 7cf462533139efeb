import type { GateWords } from "../gate-words.ts";

export const GATE: GateWords = {
  who: "chi è, chi era, chi fu, chi sono, chi erano, chi * è, chi e",
  about:
    "su, di più su, parlami di, riguardo a, a proposito di, informazioni su, conosci, presentando, presentare, profilo di, ritratto di",
  life:
    "biograf*, carriera, vita, curriculum, profilo, percorso, formazione, studi, patrimonio, successi, risultati, premi, nato, nata, morto, morta, " +
    "sposato, sposata, età, quanti anni, necrologio, ritratto, famoso, famosa, noto per, nota per, opere, che cosa ha fatto, cosa ha fatto",
  tell:
    "parlami, raccontami, dimmi, informazioni, info, notizie, riassunto, riassumi, dossier, scheda, ricerca, cerca, trova, aggiornami, dovrei sapere, " +
    "devo sapere, vorrei sapere, spiega*, cosa sai, presentami",
  question: "chi, che, cosa, quale, quali, quando, dove, dov'è, come, perché, quanto, quanta, quanti, quante",
  errand:
    "manda*, invia*, inoltra*, chiama*, fissa*, pianifica, sposta*, annulla*, rimanda*, invita*, ricordami, avvisa*, di' a, chiedi a, prenota*, paga*, aggiungi, " +
    "elimina, cancella*, condividi, rispondi, di turno, la mia riunione, il mio appuntamento",
  fiction:
    "storia, fiaba, favola, racconto, romanzo, fantasy, poesia, canzone, dialogo, personaggio, inventa*, immagina*",
  everyday:
    "il, lo, la, i, gli, le, un, una, uno, di, del, della, e, in, che, è, per, con, a, al, alla, mi, mio, mia, su, sul, si, non, chi, cosa, come, quando, dove, " +
    "ha, sono, era, da, nostro, ma",
};
