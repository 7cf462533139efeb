import type { PageWords } from "../page-words.ts";

export const DUTCH_PAGES: PageWords = {
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
};
