import type { LifeEventWords } from "../life-events.ts";

export const DUTCH_LIFE_EVENTS: LifeEventWords = {
  birth: "geboren geboorte* verjaardag | geb afkomstig levenslicht",
  death:
    "stierf stierven sterft sterven gestorven overleed overleden overlijden overlijd* dood doodde* gedood vermoord* geëxecuteerd zelfmoord | " +
    "begraven omgekomen kwam_om",
  marriage:
    "trouwde* trouwen getrouwd huw* gehuwd bruiloft echtgenote* echtgenoot | vrouw man trad_in_het_huwelijk",
  divorce: "scheid* gescheiden scheidde* echtscheiding | uit_elkaar",
  founding:
    "opgericht* oprichter* oprichting richtte* oprichten gesticht* stichtte* stichter* | medeoprichter* gevestigd begon begonnen startte ontstond",
};
