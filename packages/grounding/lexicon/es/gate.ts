import type { GateWords } from "../gate-words.ts";

export const GATE: GateWords = {
  who: "quién es, quién era, quién fue, quiénes son, quiénes fueron, quién * es",
  about:
    "sobre, acerca de, háblame de, cuéntame de, respecto a, conoces a, presentando a, quién es, ficha de, perfil de, investiga a",
  life:
    "biograf*, trayectoria, carrera, vida, currículum, perfil, semblanza, antecedentes, logros, formación, estudios, patrimonio, premios, " +
    "nació, murió, falleció, nacido, nacida, casado, casada, edad, cuántos años, obituario, legado, famoso, famosa, conocido por, conocida por, a qué se dedica",
  tell:
    "háblame, cuéntame, dime, información, infórmame, datos, resumen, resúmeme, dossier, ficha, investiga, busca, averigua, ponme al día, debo saber, " +
    "debería saber, necesito saber, quiero saber, explícame, explica, qué sabes, qué se sabe",
  question: "quién*, qué, cuál*, cuándo, dónde, cómo, cuánto*, cuánta*, por qué, a qué",
  errand:
    "envía*, envia*, manda*, reenvía*, llama*, programa, agenda, pospón, aplaza*, mueve, cancela*, invita*, recuérdame, avisa*, dile, " +
    "pregúntale, reserva*, paga*, transfiere, añade, agrega, borra, elimina, comparte, responde, de guardia, de turno, mi reunión, mi cita",
  fiction:
    "cuento*, historia, novela, fantasía, poema, canción, diálogo, personaje, invéntate, inventa, imagina, ficción, actúa como",
  everyday:
    "el, la, los, las, un, una, de, del, y, en, que, es, por, para, con, a, al, me, mi, su, se, lo, quién, qué, cuándo, dónde, cómo, sobre, " +
    "fue, era, ha, hay, más, no, tu, soy, favor",
};
