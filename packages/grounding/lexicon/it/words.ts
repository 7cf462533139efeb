import type { LanguageWords } from "../language-words.ts";

export const ITALIAN_WORDS: LanguageWords = {
  stopWords:
    "il lo la i gli le l un uno una di del dello della dell dei degli delle d a al allo alla all ai agli alle da dal dallo dalla dall dai " +
    "dagli dalle in nel nello nella nell nei negli nelle con col su sul sullo sulla sull sui sugli sulle per tra fra e ed o od ma però che " +
    "chi cui c come quando dove perché se anche ancora già più meno molto molta molti molte poco non né solo così poi mentre dopo prima " +
    "durante presso verso contro senza sotto sopra entro questo questa questi queste quello quella quelli quelle quel quei io me mi mio mia " +
    "miei mie tu te ti tuo tua tuoi lui lei egli ella esso essa essi esse noi ci nostro nostra voi vi vostro vostra loro gli ne si suo sua " +
    "suoi sue quale quali quanto quanta quanti quante cosa cos qual sono sei è siamo siete era eri erano fu furono fosse sarà sarebbe " +
    "essere stato stata stati state ho hai ha abbiamo avete hanno aveva avevano ebbe ebbero avere avuto può possono poteva potrebbe deve " +
    "devono doveva viene vengono tutto tutta tutti tutte altro altra altri altre stesso stessa stessi stesse ogni alcuni alcune qualche " +
    "nessuno nessuna niente nulla favore dimmi dammi",
  pronouns:
    "egli ella lui lei esso essa essi esse loro questo questa questi queste quello quella quelli quelle ciò costui costei tale tali",
  months: [
    "gennaio|gen",
    "febbraio|feb",
    "marzo|mar",
    "aprile|apr",
    "maggio|mag",
    "giugno|giu",
    "luglio|lug",
    "agosto|ago",
    "settembre|sett|set",
    "ottobre|ott",
    "novembre|nov",
    "dicembre|dic",
  ],
  common:
    "nato nata morto morta nacque morì anno anni secolo giorno tempo uomo donna vita lavoro mondo guerra città paese primo ultima ultimo " +
    "nuovo nuova nome chiamato chiamata conosciuto conosciuta noto nota oggi due tre quattro fondato fondata fondò presidente azienda società " +
    "università squadra giocatore attore attrice cantante scrittore scrivi spiega descrivi parlami raccontami trova mostra aiuto grande " +
    "capitale popolazione storia significato padre madre figlio figlia moglie marito italiano italiana ciao grazie voglio informazioni",
  page: {
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
  },
};
