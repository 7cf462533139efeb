import type { GateWords } from "../gate-words.ts";

export const GATE: GateWords = {
  who: "wie is, wie was, wie zijn, wie waren, wie * is",
  about: "over, omtrent, betreffende, ken je, kent u, profiel van",
  life:
    "biograf*, levensloop, carrière, leven, levensverhaal, cv, profiel, achtergrond, opleiding, vermogen, prestaties, prijzen, geboren, overleden, " +
    "getrouwd, leeftijd, hoe oud, necrologie, portret, beroemd, bekend, werk, allemaal gedaan, loopbaan",
  tell: "",
  question: "wie, wat, welke, welk, wanneer, waar, waarom, hoe, hoeveel, waarvoor, waardoor",
  errand:
    "stuur*, verstuur*, mail*, bel, bellen, app, plan, verplaats*, zeg, annuleer*, verzet*, nodig, uitnodig*, herinner*, boek*, bestel*, betaal*, voeg, " +
    "verwijder*, deel, antwoord*, vraag, dienst, mijn afspraak, mijn vergadering",
  fiction:
    "verhaal, sprookje, roman, fantasy, gedicht, lied, dialoog, personage, verzin*, bedenk*, fictie, stel je voor",
  everyday:
    "de, het, een, van, en, in, is, was, dat, die, op, te, met, voor, aan, ik, je, jij, u, hij, zij, wij, me, mij, mijn, ons, onze, niet, wie, wat, wanneer, " +
    "waar, hoe, over, heeft, ben, er, om, ook, naar, nou, door",
};
