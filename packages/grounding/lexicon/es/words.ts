import type { LanguageWords } from "../language-words.ts";

export const SPANISH_WORDS: LanguageWords = {
  stopWords:
    "el la los las lo un una unos unas al del de a ante bajo con contra desde durante en entre hacia hasta mediante para por según sin " +
    "sobre tras y e o u ni que pero sino aunque porque pues si como cuando donde mientras también tampoco muy más menos ya aún todavía " +
    "no sí solo sólo así bien tan tanto tanta tantos tantas este esta esto estos estas ese esa eso esos esas aquel aquella aquello " +
    "aquellos aquellas yo me mi mí mis mío tú te ti tu tus usted ustedes él ella ello ellos ellas se le les nos nosotros nuestro nuestra " +
    "nuestros nuestras os vosotros vuestro su sus suyo suya suyos suyas quien quienes quién quiénes cual cuales cuál cuáles qué cuándo " +
    "dónde adónde cómo cuánto cuánta cuántos cuántas cuyo cuya cuyos cuyas soy eres es somos son era eras eran fui fue fueron ser sido " +
    "siendo sea sean sería estoy está están estaba estaban estuvo estuvieron estar estado he ha has han había habían hubo haber hay haya " +
    "tiene tienen tenía tuvo tener puede pueden podía podría poder debe deben alguno alguna algunos algunas algún ningún ninguno ninguna " +
    "nada algo alguien nadie cada todo toda todos todas otro otra otros otras mismo misma mismos mismas mucho mucha muchos muchas poco " +
    "pocos varios varias ambos demás favor dime dame",
  pronouns:
    "él ella ello ellos ellas su sus suyo suya este esta esto estos estas ese esa eso esos esas aquel aquella aquello aquellos aquellas " +
    "dicho dicha dichos dichas",
  months: [
    "enero|ene",
    "febrero|feb",
    "marzo|mar",
    "abril|abr",
    "mayo|may",
    "junio|jun",
    "julio|jul",
    "agosto|ago",
    "septiembre|setiembre|sept|sep",
    "octubre|oct",
    "noviembre|nov",
    "diciembre|dic",
  ],
  common:
    "nació murió nacido nacida muerto año años siglo día tiempo hombre mujer vida trabajo mundo guerra ciudad país primer primera primero " +
    "último última nuevo nueva nombre llamado llamada conocido conocida hoy después antes dos tres cuatro fundado fundada fundó presidente " +
    "empresa compañía universidad equipo jugador actor cantante escritor escribe explica describe háblame cuéntame busca muestra ayuda " +
    "mayor capital población historia significado padre madre hijo hija esposa esposo quiero necesito información gracias hola hizo ganó",
};
