import type { LifeEventWords } from "../life-events.ts";

export const SPANISH_LIFE_EVENTS: LifeEventWords = {
  birth:
    "nació nacen nacieron nacido* nacida* nacer nacimiento* | natural_de oriundo oriunda vio_la_luz natal",
  death:
    "murió mueren murieron morir muerto* muerta* muerte falleci* fallece* falleció asesinad* asesinato asesinó ejecutad* suicid* | " +
    "enterrad* sepultad* perdió_la_vida",
  marriage: "casó casaron casad* casar* matrimonio* boda* espos* contrajo | marido mujer cónyuge unión",
  divorce: "divorci* | separó separaron separación",
  founding:
    "fundó fundaron fundad* fundador* fundación fundar cofund* | establec* creó cread* creación creado inici* constituy* nació",
};
