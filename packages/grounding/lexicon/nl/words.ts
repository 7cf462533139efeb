import type { LanguageWords } from "../language-words.ts";

export const DUTCH_WORDS: LanguageWords = {
  stopWords:
    "de het een der den des en of maar want dus noch als dat die dit deze wie wat welk welke wanneer waar waarom hoe hoeveel waarin waarmee " +
    "waarop toen terwijl omdat doordat hoewel indien tenzij zodat ik me mij mijn jij je jou jouw u uw hij hem zijn zij ze haar hun hen wij " +
    "we ons onze jullie er zich zelf men iets niets iemand niemand alles alle elke elk ieder iedere enkele sommige veel vele weinig meer meest " +
    "minder ander andere anderen zelfde ben bent is was waren geweest wees heb hebt heeft hebben had hadden gehad word wordt worden werd " +
    "werden geworden zal zullen zou zouden kan kunnen kon konden mag mogen mocht moet moeten moest wil willen wilde in op aan af bij met " +
    "zonder door voor tegen tot tussen over onder boven naast achter binnen buiten sinds tijdens volgens van uit naar om rond te ten ter per " +
    "niet geen wel ook nog al reeds zeer heel erg alleen slechts dan nu hier daar zo eens weer steeds altijd nooit alsjeblieft geef vertel",
  pronouns: "hij zij ze hem haar zijn hun hen deze dit dat die diens laatstgenoemde",
  months: [
    "januari|jan",
    "februari|feb",
    "maart|mrt",
    "april|apr",
    "mei",
    "juni|jun",
    "juli|jul",
    "augustus|aug",
    "september|sept|sep",
    "oktober|okt",
    "november|nov",
    "december|dec",
  ],
  common:
    "geboren overleden stierf overleed jaar jaren eeuw dag tijd man vrouw leven werk wereld oorlog stad land eerste laatste nieuwe oude " +
    "naam genaamd bekend heet vandaag later twee drie vier opgericht president bedrijf universiteit speler acteur zanger schrijver " +
    "schrijf leg beschrijf zoek toon help grootste hoofdstad inwoners geschiedenis betekenis vader moeder zoon dochter getrouwd nederlandse " +
    "nederlands nederland hallo bedankt graag informatie",
  page: {
    verbs:
      "is zijn was waren werd werden wordt worden heeft had hebben hadden kan kon kunnen zal zou moet " +
      "moest leeft leefde stierf overleed ligt lag staat stond geeft gaf heet kwam ging bleef schreef won " +
      "verloor leidde leidt werkt werkte richtte speelt speelde studeerde kreeg ontving begon groeide telt " +
      "bestaat bevat geldt woont",
    verbEnding: /(?:de|te|den|ten)$/u,
    labels:
      "naar inhoud springen|naar de inhoud|naar hoofdinhoud|ga naar de inhoud|naar navigatie springen|" +
      "naar zoeken springen|lees meer|lees verder|lees ook|meer lezen|meer weergeven|bekijk alles|" +
      "meer informatie|deel op facebook|deel op twitter|over ons|terug naar boven|" +
      "alle rechten voorbehouden|alle cookies accepteren|alles accepteren|cookies accepteren|" +
      "brontekst bewerken|uit wikipedia, de vrije encyclopedie|gerelateerde artikelen",
    menuWords:
      "home contact menu zoeken inloggen aanmelden nieuws sport politiek economie cultuur wetenschap " +
      "gezondheid opinie wereld binnenland buitenland video foto's blog winkel hulp delen printen bewerken " +
      "meer thema's",
    notices:
      /(?:gebruikt|gebruiken|accepteer\p{L}*) .{0,80}cookies|\bcookies (?:om|voor)\b|alle rechten voorbehouden|privacyverklaring|klik (?:hier|op)|\b(?:uw|je) (?:browser|e-mailadres)|onze (?:nieuwsbrief|website|site)/u,
    noticeOpenings:
      /^(?:(?:ontdek|lees|bekijk|vind|volg|schrijf|meld) (?:meer|alles|alle|hier|de|het|je|hoe|wie|wat|ook|verder)\b|(?:foto|afbeelding|bron|auteur|door|gepubliceerd|bijgewerkt|categorie|bestand|zie ook|hoofdartikel|inhoud|referenties):)/,
    dateWords:
      "geleden dag dagen uur uren minuut minuten week weken maand maanden jaar jaren gisteren vandaag " +
      "gepubliceerd bijgewerkt op om van maandag dinsdag woensdag donderdag vrijdag zaterdag zondag laatst " +
      "een ma di wo do vr za zo",
  },
};
