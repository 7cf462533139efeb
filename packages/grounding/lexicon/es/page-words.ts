import type { PageWords } from "../page-words.ts";

export const SPANISH_PAGES: PageWords = {
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
};
