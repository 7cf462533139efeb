import type { PageWords } from "../page-words.ts";

export const GERMAN_PAGES: PageWords = {
  verbs:
    "ist sind war waren wurde wurden wird werden hat hatte haben hatten kann konnte können soll sollte " +
    "muss musste gilt galt lebt lebte starb liegt lag steht stand gibt gab heißt hieß kam ging blieb " +
    "schrieb gewann verlor führte führt arbeitet arbeitete gründete spielt spielte studierte bekam " +
    "erhielt begann wuchs zog trat übernahm leitet leitete besteht umfasst zählt gehört entstand " +
    "bezeichnet stammt wohnt",
  verbEnding: /(?:te|ten)$/u,
  labels:
    "zum inhalt springen|zum hauptinhalt springen|zum inhalt|zur navigation springen|zur suche springen|" +
    "weiterlesen|mehr lesen|mehr erfahren|mehr anzeigen|alle anzeigen|jetzt abonnieren|jetzt anmelden|" +
    "newsletter abonnieren|auf facebook teilen|auf twitter teilen|artikel teilen|nach oben|" +
    "zurück nach oben|alle rechte vorbehalten|alle cookies akzeptieren|cookies akzeptieren|" +
    "alle akzeptieren|cookie-einstellungen|über uns|kontakt und impressum|quelltext bearbeiten|" +
    "aus wikipedia, der freien enzyklopädie",
  menuWords:
    "startseite start home kontakt impressum datenschutz agb suche menü anmelden einloggen registrieren " +
    "nachrichten politik wirtschaft sport kultur wissen gesundheit reise panorama shop hilfe karriere " +
    "presse produkte blog newsletter teilen drucken bearbeiten artikel diskussion mehr themen video " +
    "videos bilder übersicht",
  notices:
    /\bcookies?\b.{0,80}(?:verwende|nutze|akzeptier|zustimm|einwillig)|(?:verwende|nutze|akzeptier)\p{L}* .{0,80}cookies?|alle rechte vorbehalten|datenschutzerklärung|klicken sie|hier klicken|\bihren? (?:browser|e-mail)|unseren? newsletter|unsere (?:webseite|website|seite)/u,
  noticeOpenings:
    /^(?:(?:erfahren|lesen|entdecken|finden|sehen|abonnieren|melden) sie\b|(?:erfahre|lies|entdecke|finde|abonniere|melde) (?:mehr|hier|jetzt|alles|alle|dich)\b|(?:foto|bild|quelle|bildquelle|autor|von|stand|aktualisiert|veröffentlicht|kategorie|datei|siehe auch|hauptartikel|weblinks|einzelnachweise|inhaltsverzeichnis):)/,
  dateWords:
    "vor tag tage tagen stunde stunden minute minuten woche wochen monat monate monaten jahr jahre " +
    "jahren gestern heute aktualisiert veröffentlicht stand uhr am um montag dienstag mittwoch " +
    "donnerstag freitag samstag sonntag sonnabend mo di mi do fr sa so zuletzt den der im einem einer",
};
