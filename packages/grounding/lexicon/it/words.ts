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
};
