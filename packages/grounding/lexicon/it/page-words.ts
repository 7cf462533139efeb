import type { PageWords } from "../page-words.ts";

export const ITALIAN_PAGES: PageWords = {
  verbs:
    "è sono era erano fu furono sarà ha hanno aveva avevano ebbe nacque morì vive visse vinse vince " +
    "scrisse fondò fonda diresse dirige lavora lavorò gioca giocò studiò divenne diventò ricevette " +
    "iniziò conta fa fece può deve dice disse si trova pubblicò viene venne",
  verbEnding: /(?:arono|irono|erono|ava|avano)$/u,
  labels:
    "vai al contenuto|vai al contenuto principal|salta al contenuto|vai alla navigazione|" +
    "vai alla ricerca|leggi tutto|leggi di più|leggi anche|continua a leggere|scopri di più|mostra altro|" +
    "vedi tutti|condividi su facebook|condividi su twitter|chi siamo|torna su|torna all'inizio|" +
    "tutti i diritti riservati|accetta tutti|accetta i cookie|informativa sulla privacy|" +
    "modifica wikitesto|da wikipedia, l'enciclopedia libera|articoli correlati",
  menuWords:
    "home contatti menu cerca accedi registrati abbonati notizie cronaca politica economia sport cultura " +
    "spettacoli scienza salute esteri mondo video foto blog negozio aiuto condividi stampa modifica " +
    "altro temi",
  notices:
    /(?:utilizza|usa|utilizziamo|usiamo|accett\p{L}+) .{0,80}cookie|\bcookie (?:per|tecnici|di)\b|tutti i diritti riservati|informativa (?:sulla|privacy)|clicca|\b(?:tuo|vostro|suo) (?:browser|indirizzo e-mail)|nostr[oa] (?:newsletter|sito)/u,
  noticeOpenings:
    /^(?:(?:scopri|leggi|iscriviti|registrati|abbonati|trova|segui|guarda) (?:di|tutto|tutti|tutte|qui|la|le|il|i|alla|come|chi|cosa|su|anche)(?!\p{L})|(?:foto|immagine|fonte|autore|di|pubblicato|aggiornato|categoria|file|vedi anche|voce principale|indice|note):)/u,
  dateWords:
    "fa giorno giorni ora ore minuto minuti settimana settimane mese mesi anno anni ieri oggi pubblicato " +
    "aggiornato il alle del lunedì martedì mercoledì giovedì venerdì sabato domenica ultima modifica un " +
    "una lun mer gio ven sab dom",
};
