import type { LifeEventWords } from "../life-events.ts";

export const PORTUGUESE_LIFE_EVENTS: LifeEventWords = {
  birth: "nasceu nasceram nascid* nascer nascimento | natural_de oriundo oriunda natal",
  death:
    "morreu morreram morrer morto morta morte faleceu falec* óbito assassinad* assassinato executad* suicid* | sepultad* enterrad*",
  marriage:
    "casou casaram casad* casar casamento* espos* matrimônio matrimónio | marido mulher cônjuge união",
  divorce: "divorci* | separou separaram separação",
  founding:
    "fundou fundaram fundad* fundador* fundação fundar cofund* | criou criad* criação estabelec* instituíd* nasceu",
};
