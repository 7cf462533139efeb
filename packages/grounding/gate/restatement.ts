/** Matches what stands ahead of a turn on the last answer, in any language: manners and little words. */
const LEAD =
  /^(?:(?:please|pls|now|ok|okay|and|so|thanks|thank you|great|hm+|can you|could you|would you|will you|bitte|und|jetzt|nun|kannst du|können sie|et|maintenant|y|ahora|e|ora|por favor|per favore|s['’]il (?:te|vous) pla[iî]t)[\s,.!]+)+/;
const TAIL =
  /(?:[\s,]+(?:please|pls|thanks|thank you|again|instead|now|bitte|danke|nochmal|noch einmal|por favor|per favore|merci|gracias|s['’]il (?:te|vous) pla[iî]t))+$|[\s.!?…]+$/;
/** Matches an order that passes the new wording on: "… and post it to #general". */
const PASSED_ON = /[\s,]+(?:and|then|und|et|y)\s+(?:post|send|mail|e-?mail|forward|share|tell|message)\b.*$/;

const LANGUAGE =
  "(?:german|english|french|spanish|italian|portuguese|dutch|russian|turkish|arabic|chinese|japanese|korean|polish|swedish|" +
  "deutsch|englisch|französisch|spanisch|italienisch|portugiesisch|niederländisch|russisch|türkisch|" +
  "allemand|anglais|français|espagnol|italien|portugais|alemán|inglés|francés|español|italiano|portugués|" +
  "tedesco|inglese|francese|spagnolo|portoghese|alemão|inglês|francês|espanhol|duits|engels|frans|nederlands)";
const ANSWER =
  "(?:that|this|it|the answer|your answer|your last answer|the last answer|the above|das|es|die antwort|ça|cela|eso|esto|lo|la respuesta|quello|la risposta)";
const SHAPE =
  "(?:shorter|longer|simpler|briefer|brief|short|simple|clearer|more \\w+|less \\w+|kürzer|länger|einfacher|knapper|plus court|plus simple|" +
  "más corto|más simple|più breve|più semplice|a tweet|a list|a table|an? (?:\\w+ )?summary|bullet points|a bullet list|one sentence|one line)";

const RESTATES = [
  `(?:(?:in|into|to|auf|en|em|in het|op z'n|su)\\s+)?${LANGUAGE}`,
  `(?:translate|say|put|write|give|repeat|übersetz\\w*|sag\\w*|schreib\\w*|tradui\\w+|traduce\\w*|traduci\\w*)(?: me)?(?: ${ANSWER})? (?:in|into|to|auf|ins|en|al|em) ${LANGUAGE}`,
  `${ANSWER} (?:in|auf|en|em) ${LANGUAGE}(?: [\\p{L}]+)?`,
  `(?:make|keep|turn|put|have|mach\\w*|fass\\w*) ${ANSWER} (?:a (?:bit|little) |into |in |as |to |etwas )?${SHAPE}`,
  `(?:a (?:bit|little) |much |etwas |un peu |un poco )?${SHAPE}(?: version)?`,
  `(?:summari[sz]e|shorten|rephrase|reword|simplify|repeat|rewrite|paraphrase|condense|translate|restate|say)(?: ${ANSWER})(?: again)?(?: (?:in|as|for|with|to|into)(?: [\\p{L}\\d'-]+){1,5})?`,
  `(?:as|in) (?:an? |one |two |three |\\d+ |bullet |plain |simple |short |other |fewer |your own )+[\\p{L}\\d ]{0,24}(?:sentences?|words?|tweet|list|points|table|paragraphs?|english|terms|lines?)`,
  `(?:as (?:a )?)?(?:tl;?dr|bullet points|list|tweet)|in (?:einem|zwei|drei) (?:satz|sätzen|worten)|en una frase|en une phrase|in una frase|als (?:liste|tweet|tabelle)|again|nochmal|repeat|come again`,
  `(?:post|send|mail|e-?mail|share|forward|message|publish)(?: (?:me|us|him|her|them))? ${ANSWER}(?: (?:to|in|on|with|into) [^?:,;]{1,60})?`,
].map((source) => new RegExp(`^(?:${source})$`, "u"));

const REMARK =
  /^(?:(?:ok(?:ay)?|ah+|oh|wow|great|cool|nice|perfect|awesome|super|good|excellent|got it|i see|understood|alright|right|yes|yeah|thanks?|thank you|thx|ty|cheers|many thanks|very (?:good|helpful|interesting|nice)|good to know|that helps|that's (?:all|it|great|helpful|interesting|good|nice|right)|that is (?:all|great|helpful|interesting|good|nice|right)|well done|good job|much appreciated|a lot|so much|very much|for (?:that|this|the (?:help|info|information|answer)|your help)|danke(?: schön| sehr)?|vielen dank|super|prima|alles klar|verstanden|merci(?: beaucoup)?|parfait|gracias|muchas gracias|perfecto|grazie(?: mille)?|perfetto|obrigad[oa]|bedankt|dank je|bye|goodbye|see you|tschüss|au revoir|adiós|ciao)(?:[\s,.!…:)]+|$))+$/u;
const LONGEST = 120;

/**
 * Tells whether a turn only wants the last answer said otherwise or passed on: in another language, shorter,
 * as a list, to a channel. It asks what the turn before asked.
 */
export function isRestatement(turn: string): boolean {
  if (turn.length > LONGEST) return false;
  let text = turn.toLowerCase().replace(/[’ʼ]/g, "'").replace(/\s+/g, " ").trim();
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(TAIL, "").replace(PASSED_ON, "");
    const opened = text.replace(LEAD, "");
    text = opened === "" ? text : opened;
  }
  return RESTATES.some((pattern) => pattern.test(text));
}

const GREETING =
  /^(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|hallo|guten (?:morgen|tag|abend)|bonjour|salut|hola|buenos días|buenas|ciao|buongiorno|olá|bom dia)(?: [\p{L}'’-]+){0,2}[\s,.!…]*$/u;
const THANKS =
  /^(?:(?:ok|okay|great|cool|many|and)[\s,]+)?(?:thanks|thank you|thx|danke|vielen dank|merci|gracias|grazie)(?![\p{L}])[^?.!\n]{0,80}[\s.!]*$/u;

/** Tells whether a turn is nothing but a greeting, thanks or a remark: it is no context to a question. */
export function isPleasantry(turn: string): boolean {
  const text = turn.toLowerCase().replace(/\s+/g, " ").trim();
  return GREETING.test(text) || THANKS.test(text) || isRemark(turn);
}

/** Tells whether a turn thanks, agrees or says goodbye, and asks nothing. */
export function isRemark(turn: string): boolean {
  const text = turn.toLowerCase().replace(/[’ʼ]/g, "'").replace(/\s+/g, " ").trim();
  return text !== "" && text.length <= LONGEST && REMARK.test(text);
}
