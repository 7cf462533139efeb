import type { GateWords } from "../gate-words.ts";

export const GATE: GateWords = {
  who: "wer ist, wer war, wer sind, wer waren, wer * ist, wer genau ist",
  about: "über, ueber, zu, zur person, von wem ist, kennst du, kennen sie",
  life:
    "biograf*, biograph*, lebenslauf, werdegang, karriere, leben, lebensgeschichte, vita, steckbrief, hintergrund, laufbahn, ausbildung, studium, " +
    "vermögen, erfolge, leistungen, verdienste, auszeichnungen, geboren, gestorben, verheiratet, alter, wie alt, herkunft, nachruf, porträt, portrait, " +
    "berühmt, bekannt, vorher gemacht, kurzprofil, werke",
  tell:
    "erzähl*, informationen, infos, info, fakten, überblick, zusammenfassung, dossier, recherchier*, such* heraus, finde heraus, stell* mir vor, " +
    "muss ich wissen, sollte ich wissen, wissen muss, brief* mich, bereite mich, klär* mich auf, weißt du, wissen sie, erklär*, auskunft",
  question: "wer, wen, wem, wessen, was, welche*, wann, wo, woher, wohin, warum, wieso, weshalb, wie",
  errand:
    "schick*, send*, leite, leit, maile, mail, ruf, rufe, anrufen, plane, plan, verschieb*, sag, sage, absagen, lade, lad, erinner*, buch*, bestell*, überweis*, " +
    "füge, trag*, lösch*, entfern*, teil*, antwort*, frag, frage, bereitschaft, dienst, heute im büro, mein termin, meine termine, nachricht, " +
    "terminier*, vereinbar*",
  fiction:
    "geschichte*, gutenachtgeschichte, märchen, roman, fantasy, gedicht, lied, dialog, figur, erfinde, ausgedacht*, rollenspiel, stell dir vor, spiel*",
  everyday:
    "der, die, das, und, ist, war, ein, eine, einen, einem, einer, ich, du, er, sie, wir, mir, mich, dir, zu, zum, zur, mit, von, vom, für, auf, im, den, dem, des, nicht, " +
    "wer, wie, was, wann, wo, hat, bitte, über, an, am, auch, bei, dass, es, mein, meine",
};
