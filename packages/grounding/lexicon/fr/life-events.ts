import type { LifeEventWords } from "../life-events.ts";

export const FRENCH_LIFE_EVENTS: LifeEventWords = {
  birth: "né née nés nées naît naître naquit naissance | natif native originaire",
  death:
    "mort morte morts mortes mourut mourir meurt décès décéd* tué tuée assassin* exécuté exécutée suicid* | inhumé* enterré* obsèques éteint",
  marriage: "mari marié* mariage* épous* époux noces | femme conjoint* union",
  divorce: "divorc* | sépar*",
  founding:
    "fondé fondée fondés fonda fondèrent fondat* fonder cofond* | créé* créa création établi* établit lancé* naît",
};
