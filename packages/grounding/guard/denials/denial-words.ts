/**
 * Wording of denials in one language, as data: word lists, and sources of regular expressions for a
 * lower-case sentence.
 */
export interface DenialWords {
  /**
   * Whole sentences without their final mark. The group `denied` is what is denied. Without that group,
   * everything asked is denied.
   */
  forms: readonly string[];
  /** Words that refer to everything asked: "this", "an answer". */
  pronouns: string;
  /** Words that ask for more than was said: "more". */
  further: string;
  /** Words at the start of what is denied that presuppose that the rest happened. */
  questionWords: string;
  /** Words at the start of what is denied that leave open whether the rest happened. */
  openWords: string;
  /**
   * Words that assert nothing about their subject, because everyone is born and everything has a name.
   * Separated by spaces.
   */
  neutral: string;
  /**
   * Synonyms about a person, each group separated by spaces: "born", "birth". Empty if research knows them
   * itself.
   */
  alike: readonly string[];
  /** Finite verbs. A clause has only one; a second would be a second statement. Separated by spaces. */
  verbs: string;
  /** Words that start another statement within what is denied. Separated by spaces. */
  breaks: string;
  /** Returns the text about what was searched, to be added after a denial. */
  searched(query: string): string;
}

const EN_SOURCES =
  "(?:(?:the|these|those|my|all the|any of the) (?:given |provided |available |cited |public )?(?:sources?|search results?|quotes|citations|snippets|passages|research)|(?:the|this) (?:given |provided |available )?(?:information|research|evidence)|the information i have)(?: (?:(?:that )?i (?:have|found|was given)|given|provided|available|cited|here|above|below))?";
const EN_IN = `(?: (?:in|from|by|among|within) ${EN_SOURCES}| here)`;
const EN_REPORTS =
  "(?:say|state|mention|tell(?: me| us)?|give|name|describe|cover|contain|include|answer|address|specify|provide|list|reveal|explain|report|indicate|disclose)";
const EN_CANNOT =
  "(?:cannot|can't|can not|could not|couldn't|am unable to|was unable to|am not able to|was not able to|did not|didn't|do not|don't|have not been able to|haven't been able to)";
const EN_KNOW = "(?:say|tell|answer|confirm|verify|determine|know|see|find|find out|establish|discover)";
const EN_MATTER = "(?:information|answers?|sources?|results?|details?|data|mention|evidence|record)";
const EN_OBJECT = `(?:this|that|it|anything|more|an answer|the answer|(?:any|enough|more|further|other|any more|any other|any further) ${EN_MATTER})`;
const EN_ABOUT = "(?:about|on|of|for|regarding|concerning|as to)";
const EN_NOTHING = `(?:nothing|no (?:further |more )?${EN_MATTER})`;
const EN_MISSING =
  "(?:not|never) (?:stated|said|mentioned|given|covered|answered|specified|included|found|named|described|reported|addressed|clear)";

const ENGLISH: DenialWords = {
  forms: [
    `${EN_SOURCES} (?:do not|don't|does not|doesn't|did not|didn't) (?:\\w+ly )?${EN_REPORTS}(?<denied> .+)?`,
    `none of ${EN_SOURCES} ${EN_REPORTS}s?(?<denied> .+)?`,
    `nothing in ${EN_SOURCES} ${EN_REPORTS}s?(?<denied> .+)?`,
    `${EN_SOURCES} (?:say|says|said|tell|tells|give|gives|contain|contains|have|has|offer|offers|provide|provides) ${EN_NOTHING}(?: ${EN_ABOUT}(?<denied> .+))?`,
    `${EN_SOURCES} (?:is|are) silent ${EN_ABOUT}(?<denied> .+)`,
    `${EN_SOURCES} (?:leave|leaves) open(?<denied> .+)`,
    `i (?:have not|haven't|did not|didn't|could not|couldn't) (?:found|find)(?<denied> anything (?:else|more|further))${EN_IN}?`,
    `i ${EN_CANNOT} ${EN_KNOW}(?: ${EN_OBJECT})?${EN_IN}?`,
    `i ${EN_CANNOT} ${EN_KNOW} ${EN_OBJECT} ${EN_ABOUT}(?<denied> .+?)${EN_IN}?`,
    `i ${EN_CANNOT} (?:find|see)(?<denied> .+)${EN_IN}`,
    `i ${EN_CANNOT} ${EN_KNOW}(?: from ${EN_SOURCES})?(?<denied> (?:who|what|when|where|why|how|which|whose|whether|if|that) .+?)${EN_IN}?`,
    `i (?:do not|don't|did not|didn't) have ${EN_OBJECT}(?: ${EN_ABOUT}(?<denied> .+?))?${EN_IN}?`,
    `(?:i|my search|the search|my research) (?:have |has )?(?:found|brought|gave|turned up) ${EN_NOTHING}(?: ${EN_ABOUT}(?<denied> .+?))?${EN_IN}?`,
    `i have ${EN_NOTHING}(?: ${EN_ABOUT}(?<denied> .+?))?${EN_IN}?`,
    "i was given nothing that i could answer (?:this|that|it|the question) from",
    `there(?: is| are| was|'s) ${EN_NOTHING}(?: ${EN_ABOUT}(?<denied> .+?))?${EN_IN}`,
    `${EN_NOTHING}(?: ${EN_ABOUT}(?<denied> .+?))? (?:is|was|are|were) (?:given|found|provided|available|mentioned|included)${EN_IN}`,
    `it (?:is|was) ${EN_MISSING}${EN_IN}(?<denied> (?:who|what|when|where|why|how|which|whose|whether|if|that) .+)`,
    `it (?:is|was) (?:unclear|not clear) from ${EN_SOURCES}(?<denied> .+)`,
    `(?<denied>.+?) (?:is|was|are|were) ${EN_MISSING}${EN_IN}`,
    "the answer is not in (?:the|these|my) (?:sources|search results)",
  ],
  pronouns: `(?:this|that|it|anything|(?:any|enough) ${EN_MATTER}|so|the question|(?:an|the|any) answers?(?: to (?:this|that|it|the question))?|the answer)`,
  further: `(?:more|anything (?:more|else)|(?:any )?(?:more|further|other) ${EN_MATTER})`,
  questionWords: "who|whom|whose|what|when|where|why|how|which",
  openWords: "whether|if|that",
  neutral:
    "answer page text document snippet passage article info information material born birth birthday birthplace date place name named age old " +
    "day month year time topic subject person people thing part section exact exactly full short brief general something anything someone " +
    "anyone life work career family background education biography bio profile early late later personal live lived work worked grew grow " +
    "raised school schooling study studied educated nationality citizenship religion profession occupation job role height tall weight " +
    "went go called spelled pronounced founded established built located based situated children siblings parents mother father",
  alike: [],
  verbs: "is are was were be been has have had do does did will would can could",
  breaks:
    "and but because although though while since as who which not no never nor or so yet despite however where",
  searched: (query) => `(searched: “${query}”)`,
};

const DE_SOURCES =
  "(?:die|diese|meine|in den|in diesen) (?:angegebenen |vorliegenden |gefundenen )?(?:quellen|suchergebnisse|suchergebnissen|belege|belegen)";
const DE_IN = "(?: (?:in|aus) (?:den|diesen|meinen) (?:\\p{L}+en )?(?:quellen|suchergebnissen|belegen))";
const DE_WHAT = "(?:wer|wen|wem|was|wann|wo|woher|wohin|warum|weshalb|wieso|wie|welche[rsmn]?|ob|dass)";

const GERMAN: DenialWords = {
  forms: [
    `${DE_SOURCES} (?:sagen|nennen|verraten|erwähnen|berichten|erklären) (?:das |es |dies )?nicht(?:,? ?(?<denied>mehr|${DE_WHAT} .+))?`,
    `${DE_SOURCES} (?:sagen|berichten|enthalten|verraten) nichts(?: (?:über|zu|zur|zum|von)(?<denied> .+))?`,
    `${DE_SOURCES} (?:erwähnen|nennen|belegen|enthalten)(?<denied> .+) nicht`,
    `dazu (?:sagen|steht) ${DE_SOURCES}(?: nichts)?`,
    `dazu sagen die quellen nichts`,
    `in den quellen steht nicht,? ?(?<denied>${DE_WHAT} .+)`,
    `in den quellen (?:steht|findet sich) nichts(?: (?:über|zu|zur|zum|von)(?<denied> .+))?`,
    `in den quellen (?:gibt es|finden sich|stehen) keine (?:angaben|informationen|hinweise)(?: (?:über|zu|zur|zum|auf)(?<denied> .+))?`,
    `es gibt${DE_IN} keine (?:angaben|informationen|hinweise)(?: (?:über|zu|zur|zum|auf)(?<denied> .+))?`,
    `ich (?:habe|konnte)${DE_IN}? nichts(?: (?:über|zu|zur|zum|dazu)(?<denied> .+?)?)? (?:gefunden|finden)`,
    `ich habe keine (?:angaben|informationen|antwort)(?: (?:über|zu|zur|zum|auf)(?<denied> .+))?`,
    `ich (?:weiß|weiss) (?:es |das )?nicht(?:,? ?(?<denied>${DE_WHAT} .+))?`,
    `ich kann (?:es |das )?(?:nicht|anhand der quellen nicht) (?:sagen|bestätigen|beantworten)(?:,? ?(?<denied>${DE_WHAT} .+))?`,
    `keine der quellen (?:sagt|erwähnt|nennt|berichtet)(?:,)?(?<denied> .+)?`,
  ],
  pronouns: "(?:das|dies|es|dazu|davon|die antwort|eine antwort)",
  further: "(?:mehr|nichts weiter|weiteres)",
  questionWords: "wer|wen|wem|wessen|was|wann|wo|woher|wohin|warum|weshalb|wieso|wie|welche[rsmn]?",
  openWords: "ob|dass",
  neutral:
    "geboren geburt geburtstag geburtsort geburtsdatum datum ort name namens heißt hieß alter alt jahr tag monat leben lebte lebt arbeit " +
    "arbeitete beruf familie ausbildung schule studierte aufgewachsen wuchs nationalität religion gegründet gebaut kinder eltern frage antwort",
  alike: [
    "geboren geburt geburtsort geburtsdatum geburtstag",
    "starb gestorben tod todes verstorben todestag todesursache",
    "gegründet gründung gründer gründete",
    "verheiratet heirat heiratete ehe ehemann ehefrau mann frau",
    "kinder kind sohn tochter söhne töchter",
  ],
  verbs: "ist sind war waren wurde wurden hat hatte haben hatten wird werden kann konnte",
  breaks: "und aber weil obwohl während oder nicht kein keine keinen nie doch sondern denn da",
  searched: (query) => `(gesucht: „${query}“)`,
};

const ES_SOURCES =
  "(?:las|estas|mis) (?:fuentes|citas)(?: (?:citadas|disponibles|dadas|encontradas))?|los resultados(?: de búsqueda)?";
const ES_IN = `(?: (?:en|de) (?:${ES_SOURCES}))`;
const ES_WHAT = "(?:quién|quiénes|qué|cuándo|dónde|por qué|cómo|cuál|cuáles|cuánt[oa]s?|de dónde|si|que)";

const SPANISH: DenialWords = {
  forms: [
    `(?:${ES_SOURCES}) no (?:lo )?(?:dicen|mencionan|indican|nombran|explican|revelan|incluyen|contienen)(?: nada(?: (?:sobre|de|acerca de))?)?(?<denied> .+)?`,
    `ninguna de (?:${ES_SOURCES}) (?:lo )?(?:dice|menciona|indica|nombra)(?<denied> .+)?`,
    `no (?:encontré|encuentro|he encontrado|pude encontrar) (?:nada|información|una respuesta|datos)(?: (?:sobre|de|acerca de)(?<denied> .+?))?${ES_IN}?`,
    `no hay (?:nada|información|datos)(?: (?:sobre|de|acerca de)(?<denied> .+?))?${ES_IN}`,
    `no tengo (?:información|datos)(?: (?:sobre|de|acerca de)(?<denied> .+?))?${ES_IN}?`,
    `no (?:lo )?sé(?<denied> ${ES_WHAT} .+?)?${ES_IN}?`,
    `no puedo (?:confirmar|decir|saber)(?:lo)?(?<denied> ${ES_WHAT} .+?)?${ES_IN}?`,
  ],
  pronouns: "(?:eso|esto|ello|nada|la respuesta|una respuesta)",
  further: "(?:más|nada más)",
  questionWords: "quién|quiénes|qué|cuándo|dónde|por qué|cómo|cuál|cuáles|cuánt[oa]s?|de dónde",
  openWords: "si|que",
  neutral:
    "nació nacer nacimiento nacido nacida cumpleaños fecha lugar nombre llama llamaba edad años año día mes vida vivía vivió trabajo trabajó " +
    "profesión familia educación estudió escuela creció nacionalidad religión fundó fundada fundado construido hijos padres respuesta",
  alike: [
    "nació nacer nacimiento nacido nacida cumpleaños",
    "murió morir muerte falleció fallecimiento fallecida fallecido",
    "fundó fundada fundado fundación fundador",
    "casó casada casado matrimonio esposo esposa marido mujer",
    "hijos hijo hija hijas",
  ],
  verbs: "es son era eran fue fueron ha han había habían está están estaba estaban tiene tenía",
  breaks: "y e pero porque aunque mientras o u no ni nunca sino pues que quien cuyo",
  searched: (query) => `(se buscó: «${query}»)`,
};

const FR_SOURCES =
  "(?:les|ces|mes) (?:sources|citations)(?: (?:citées|disponibles|données|trouvées))?|les résultats(?: de recherche)?";
const FR_IN = `(?: (?:dans|parmi) (?:${FR_SOURCES}))`;
const FR_WHAT =
  "(?:qui|que|quand|où|pourquoi|comment|quel|quelle|quels|quelles|combien|ce que|ce qui|si|s'|qu')";

const FRENCH: DenialWords = {
  forms: [
    `(?:${FR_SOURCES}) ne (?:le )?(?:disent|mentionnent|indiquent|précisent|nomment|expliquent|révèlent|contiennent) (?:pas|rien)(?: (?:sur|de|à propos de))?(?<denied> .+)?`,
    `aucune des sources ne (?:le )?(?:dit|mentionne|indique|précise|nomme)(?<denied> .+)?`,
    `je n'ai (?:rien trouvé|trouvé aucune information|pas trouvé d'information)(?: (?:sur|à propos de)(?<denied> .+?))?${FR_IN}?`,
    `il n'y a (?:rien|aucune information|pas d'information)(?: (?:sur|à propos de)(?<denied> .+?))?${FR_IN}`,
    `je n'ai (?:aucune|pas d')information(?: (?:sur|à propos de)(?<denied> .+?))?${FR_IN}?`,
    `je ne (?:le )?sais pas(?<denied> ${FR_WHAT} ?.+?)?${FR_IN}?`,
    `je ne peux pas (?:le )?(?:confirmer|dire|savoir)(?<denied> ${FR_WHAT} ?.+?)?${FR_IN}?`,
  ],
  pronouns: "(?:cela|ça|ceci|rien|la réponse|une réponse)",
  further: "(?:plus|rien de plus|davantage)",
  questionWords: "qui|que|quand|où|pourquoi|comment|quel|quelle|quels|quelles|combien|ce que|ce qui|de quoi",
  openWords: "si|s'|qu'|que",
  neutral:
    "né née naissance anniversaire date lieu nom nommé appelle appelait âge ans année jour mois vie vivait vécu travail travaillait profession " +
    "métier famille éducation étudié école grandi nationalité religion fondé fondée construit enfants parents réponse",
  alike: [
    "née né naissance naquit anniversaire",
    "mort morte mourut décès décédé décédée mourir",
    "fondé fondée fonda fondation fondateur",
    "marié mariée épousa mariage époux épouse mari femme",
    "enfants enfant fils fille filles",
  ],
  verbs: "est sont était étaient fut furent a avait ont avaient peut",
  breaks: "et mais parce car bien tandis ou ni pas non jamais dont lequel laquelle",
  searched: (query) => `(recherche : « ${query} »)`,
};

/** English first, because its forms are tried first. */
export const DENIAL_WORDS = { en: ENGLISH, de: GERMAN, es: SPANISH, fr: FRENCH } as const;

export type DenialLanguage = keyof typeof DENIAL_WORDS;
