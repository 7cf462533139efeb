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
};
