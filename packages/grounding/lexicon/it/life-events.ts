import type { LifeEventWords } from "../life-events.ts";

export const ITALIAN_LIFE_EVENTS: LifeEventWords = {
  birth: "nato nata nati nate nacque nacquero nascere nascita | natio originario originaria natale",
  death:
    "morto morta morti morì morirono morire muore morte decedut* decesso ucciso uccisa assassin* giustiziat* suicid* | scompars* sepolt* spense",
  marriage: "sposò spos* matrimoni* nozze marito moglie mogli | coniug* unione",
  divorce: "divorzi* | separ*",
  founding:
    "fondò fondarono fondat* fondazione fondator* fondare cofondat* | creò creat* istituit* istituì nacque costituit* avviò",
};
