import type { LanguageWords } from "../language-words.ts";

export const GERMAN_WORDS: LanguageWords = {
  stopWords:
    "der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner dieser diese dieses diesen diesem jener " +
    "jene jenes jenen jenem jeder jede jedes jeden jedem alle allem allen aller alles manche mancher einige einigen einiger etwas " +
    "nichts man und oder aber denn sondern wenn ob dass daß weil da als wie so damit obwohl während bevor nachdem sowie sowohl weder noch " +
    "nur auch schon sehr mehr meist mal hier dort dann doch nicht nun immer wieder bereits etwa rund ich mich mir mein meine meinen meinem " +
    "meiner du dich dir dein deine er ihn ihm sich sein seine seinen seinem seiner seines sie ihr ihre ihren ihrem ihrer ihres es wir uns " +
    "unser unsere euch euer wer wen wem wessen was welche welcher welches welchen welchem wann wo wohin woher warum wieso weshalb worin " +
    "woraus womit wovon woran worauf wobei wozu wonach wodurch wofür worüber laut gemäß bin bist ist sind war waren wart sei seien wäre wären gewesen habe hast hat haben hatte hatten " +
    "hätte gehabt werde wird werden wurde wurden worden würde würden kann können konnte konnten könnte muss müssen musste mussten soll " +
    "sollen sollte will wollen wollte darf dürfen durfte mag möchte in im ins an am ans auf aus bei beim bis durch für gegen hinter mit " +
    "nach neben ohne seit über um unter vom von vor zu zum zur zwischen ab innerhalb außerhalb wegen trotz per pro bitte sag sage gib " +
    "viel viele vielen wenig wenige ander andere anderen anderer anderes selbst dabei dazu davon daran darauf dafür",
  pronouns:
    "er sie es ihn ihm ihnen sein seine seiner seinem seinen ihr ihre ihrer ihrem ihren dieser diese dieses diesem diesen dessen deren " +
    "jener jene jenes letzterer letztere letzteres",
  months: [
    "januar|jan|jänner",
    "februar|feb|feber",
    "märz|mrz",
    "april|apr",
    "mai",
    "juni|jun",
    "juli|jul",
    "august|aug",
    "september|sept|sep",
    "oktober|okt",
    "november|nov",
    "dezember|dez",
  ],
  common:
    "geboren gestorben starb geboren jahr jahre jahren jahrhundert tag zeit mann frau leben arbeit welt krieg stadt land erste ersten letzte " +
    "neue neuen große größte alte name genannt bekannt gilt heißt heute später damals zwei drei vier gegründet präsident unternehmen " +
    "firma universität schauspieler sänger politiker schreibe schreib erkläre beschreibe nenne erzähl zeige finde hilf deutsche " +
    "deutscher deutschen deutschland gehört liegt gibt hauptstadt einwohner geschichte bedeutung vater mutter sohn tochter verheiratet wohnt alt",
  page: {
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
  },
};
