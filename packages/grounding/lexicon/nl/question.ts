import type { QuestionLexicon } from "../question-lexicon.ts";

/** Patterns of Dutch questions. */
export const question: QuestionLexicon = {
  openers: [
    "(?:hallo|hoi|hey|goedemorgen|goedemiddag|goedenavond|beste team)",
    "(?:alsjeblieft|alstublieft|aub|bedankt|dank je|sorry|oké|ok|goed|nou|dus|leuk|interessant|ach|oh|ja|nee)",
    "(?:en|maar|dus)(?=[ ,]+(?:wie|wat|wanneer|waar|waarom|hoe|welke?))",
    "(?:kun je|kunt u|kan je|zou je|zou u)(?: me| mij| ons)?(?: alsjeblieft)? (?:vertellen|uitleggen|zeggen|kunnen vertellen)",
    "(?:vertel|zeg|leg uit)(?: me| mij)?(?= (?:wie|wat|wanneer|waar|waarom|hoe|welke?))",
    "(?:weet je|weet u|ik (?:wil|zou) (?:graag )?(?:willen )?weten|ik vraag me af)",
  ],
  closers: [
    "(?:alsjeblieft|alstublieft|aub|bedankt|dank je wel|alvast bedankt)",
    "voor (?:mij|ons|mijn|onze?)(?: \\p{L}+){0,3}",
    "in (?:het kort|een paar woorden|\\d+ woorden|één zin)",
    "kort",
  ],
  smallTalk: [
    "hoe gaat het(?: met je)?",
    "hallo|hoi|bedankt|ok|ja|nee",
    "(?:kun je|kunt u) (?:me|mij) helpen",
  ],
  questionWords: [
    "(?:(?:in|op|aan|uit|bij|voor|met|van|sinds|tot|om|naar|door) )?(?:wie|wiens|wat|wanneer|waar|waarheen|waarom|hoe|hoeveel|welke?)",
  ],
  auxiliaries: ["(?:is|was|waren|zijn|heeft|hebben|had|werd|werden|wordt|kan|kon|mag|moet)"],
  asksInside: ["(?:weten|begrijpen|uitleggen|vertellen|zeggen|vraag me af|vragen|achterhalen)"],
  requests: [
    "(?:vertel|informeer|brief)(?: me| mij| ons)?(?: (?:meer|iets|alles|wat))* (?:over|van)",
    "wat (?:weet je|weet u|kun je me vertellen) (?:over|van)",
    "(?:ik|we|wij) (?:heb|hebben|zoek|zoeken|wil|willen)(?: [^.?!]{0,60}?)? (?:over|nodig over)",
    "(?:schrijf|maak|stel|geef|bereid|zoek|vind|voeg|verzamel|stuur|noteer|vat)(?: [^.?!]{0,80}?)? (?:over|van)",
    "(?:beschrijf|leg uit|introduceer)",
    "(?:een |de )?(?:(?:korte|beknopte) )?(?:biografie|bio|profiel|informatie|info|details|feiten|samenvatting|levensverhaal|achtergrond) (?:van|over)",
  ],
  biographies: ["biografie", "bio", "profiel", "levensverhaal"],
  bareRequests: [
    "(?:brief|informeer) (?:me|mij|ons)",
    "geef me (?:een )?(?:korte )?(?:samenvatting|briefing|achtergrond)",
    "wat moet ik weten",
  ],
  whoIs: [
    ["wie is %", "Wie is %?"],
    ["wie was %", "Wie was %?"],
    ["wie % is", "Wie is %?"],
    ["wie % was", "Wie was %?"],
  ],
  personForms: [
    "(?:wanneer|waar|in welk jaar|in welke stad) (?:is|werd|stierf|overleed|woonde|trouwde) %(?: geboren| gestorben| overleden| begraven|\\?|$)",
    "hoe oud (?:is|was|werd) %",
  ],
  canonical: "Wie is %?",
  lifeWords:
    "leven biografie bio achtergrond loopbaan carrière prestaties bereikt bekend beroemd belangrijk persoon afspraak gesprek vergadering ontmoet morgen vandaag maandag dinsdag woensdag donderdag vrijdag week team baas klant collega presentatie blog nieuwsbrief notitie crm mail kort informatie info details feiten samenvatting profiel precies eigenlijk",
  firstPerson: ["(?:ik|wij|we|mij|me|mijn|ons|onze)"],
  expected: [
    [
      "date",
      "(?:sinds |tot )?wanneer|(?:in |op |sinds )?welke? (?:jaar|datum|dag|maand|eeuw|decennium|tijd)",
    ],
    [
      "number",
      "hoe ?veel|hoe (?:oud|groot|hoog|lang|ver|snel|zwaar|vaak|rijk|diep|breed)|wat is (?:het|de) (?:aantal|bevolking|hoogte|leeftijd|prijs|vermogen|percentage|oppervlakte|afstand)",
    ],
    [
      "place",
      "(?:van)?waar(?:heen|vandaan)?(?= |\\?|$)|(?:in |uit |op )?welke? (?:land|stad|plaats|plek|regio|staat|provincie|continent|eiland|rivier|straat)",
    ],
    [
      "organisation",
      "(?:voor |bij |aan |in )?welke? (?:bedrijf|organisatie|universiteit|club|partij|band|team|bank|school|krant)",
    ],
    [
      "person",
      "(?:van |met |voor |bij |aan |door )?(?:wie|wiens)|welke? (?:persoon|man|vrouw|speler|acteur|actrice|president|zanger|schrijver|koning|koningin)",
    ],
    ["reason", "waarom|wat is de (?:reden|oorzaak)"],
    ["description", "hoe|wat (?:is|zijn|was|betekent|gebeurde)"],
    ["thing", "(?:\\p{L}+ )?(?:wat|welke?|waar\\p{L}+)"],
    ["yes_no", "(?:is|was|waren|zijn|heeft|hebben|had|werd|werden|wordt|kan|kon|mag|moet)"],
  ],
  personPronouns: ["hij", "zij", "hem"],
  personPossessives: ["zijn(?= \\p{Ll})", "haar"],
  possessive: null,
  thingPronouns: ["het", "dat", "dit"],
  prepositions: ["in", "op", "bij", "voor", "met", "na", "sinds", "tijdens", "van", "uit"],
  anaphora: [
    "hij",
    "zij",
    "ze",
    "hem",
    "haar",
    "hun",
    "het",
    "dat",
    "dit",
    "die",
    "deze",
    "daar",
    "daarvan",
    "daarmee",
    "toen",
    "andere",
    "anderen",
    "beide",
    "ook",
    "zelfde",
  ],
  sameAsked: ["(?:en |maar )?(?:hoe zit het met|wat met) %", "en %", "(?:nee )?ik bedoel(?:de)? %"],
  barePrompts: ["(?:en |maar )?(?:waarom|hoe|wanneer|waar|wie|hoeveel|echt|is dat waar|bijvoorbeeld)"],
  generalWords:
    "ding dingen soort type manier voorbeeld interessant belangrijk goed beter best slecht anders verschillend informatie detail punt vraag antwoord probleem onderwerp idee reden oorzaak doen zeggen weten denken willen helpen zoeken vinden gebeuren meer veel nieuw oud eerste laatste mensen persoon jaar tijd dag vandaag nu",
  employerPrepositions: ["van", "bij"],
  placePrepositions: ["uit", "in"],
  roleArticles: ["de", "het", "een", "voormalig", "voormalige", "ex"],
  roles:
    "natuurkundige scheikundige bioloog wiskundige wetenschapper onderzoeker ingenieur uitvinder architect schilder kunstenaar beeldhouwer fotograaf zanger zangeres muzikant componist pianist danser acteur actrice regisseur producent schrijver schrijfster dichter journalist presentator historicus filosoof econoom psycholoog professor hoogleraar leraar politicus president premier minister burgemeester senator ambassadeur advocaat rechter generaal piloot astronaut voetballer speler keeper bokser zwemmer wielrenner coureur trainer kok arts chirurg ondernemer oprichter investeerder bankier ceo directeur koning koningin keizer paus",
  nonPersonNouns:
    "film roman boek lied album band groep bedrijf stad dorp land schip serie spel opera schilderij auto merk krant tijdschrift rivier meer berg eiland straat brug universiteit school museum hotel team partij programma gedicht",
};
