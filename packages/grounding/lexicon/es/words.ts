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
  page: {
    verbs:
      "es son era eran fue fueron será está están estaba estaban ha han había tiene tienen tenía tuvo " +
      "nació murió vive vivió ganó perdió hizo escribió fundó dirigió trabajó trabaja jugó juega estudió " +
      "recibió comenzó llegó pasó publicó creó cuenta forma pertenece encuentra sirve puede pudo debe hay " +
      "hubo dijo dice se",
    verbEnding: /(?:aron|ieron|ió|aba|aban)$/u,
    labels:
      "saltar al contenido|ir al contenido|ir al contenido principal|ir a la navegación|ir a la búsqueda|" +
      "leer más|lee más|seguir leyendo|ver más|ver todo|mostrar más|saber más|más información|" +
      "compartir en facebook|compartir en twitter|compartir en whatsapp|iniciar sesión|suscríbete ahora|" +
      "suscríbete|quiénes somos|sobre nosotros|volver arriba|todos los derechos reservados|aceptar cookies|" +
      "aceptar todas|política de privacidad|política de cookies|aviso legal|" +
      "de wikipedia, la enciclopedia libre|artículos relacionados",
    menuWords:
      "inicio portada contacto menú buscar búsqueda registrarse noticias deportes economía política " +
      "cultura tecnología ciencia salud opinión sociedad mundo internacional nacional vídeos fotos blog " +
      "tienda ayuda compartir imprimir editar más temas",
    notices:
      /\b(?:usa|utiliza|utilizamos|usamos|aceptar?|acepta) .{0,80}\bcookies\b|\bcookies (?:para|propias|de)\b|todos los derechos reservados|política de (?:privacidad|cookies)|(?:haz|haga|hacer) clic|\b(?:su|tu) (?:navegador|correo|bandeja)|nuestr[oa] (?:boletín|newsletter|web|sitio|página)/,
    noticeOpenings:
      /^(?:(?:descubre|conoce|lee|consulta|suscríbete|regístrate|mira|encuentra|sigue|entra|visita) (?:más|todo|todos|todas|aquí|la|las|el|los|a|cómo|qué|quién|en|nuestr\p{L}+)(?!\p{L})|(?:foto|fotografía|imagen|fuente|autor|por|publicado|actualizado|categoría|archivo|véase también|artículo principal|índice|referencias):)/u,
    dateWords:
      "hace día días hora horas minuto minutos semana semanas mes meses año años ayer hoy actualizado " +
      "publicado el de del a las lunes martes miércoles jueves viernes sábado domingo última actualización " +
      "fecha un una lun mar mié jue vie sáb dom",
  },
};
