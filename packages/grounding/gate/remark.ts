const REMARK =
  /^(?:(?:ok(?:ay)?|ah+|oh|wow|great|cool|nice|perfect|awesome|super|good|excellent|got it|i see|understood|alright|right|yes|yeah|thanks?|thank you|thx|ty|cheers|many thanks|very (?:good|helpful|interesting|nice)|good to know|that helps|that's (?:all|it|great|helpful|interesting|good|nice|right)|that is (?:all|great|helpful|interesting|good|nice|right)|well done|good job|much appreciated|a lot|so much|very much|for (?:that|this|the (?:help|info|information|answer)|your help)|danke(?: schön| sehr)?|vielen dank|super|prima|alles klar|verstanden|merci(?: beaucoup)?|parfait|gracias|muchas gracias|perfecto|grazie(?: mille)?|perfetto|obrigad[oa]|bedankt|dank je|bye|goodbye|see you|tschüss|au revoir|adiós|ciao)(?:[\s,.!…:)]+|$))+$/u;
const MAX_TURN_LENGTH = 120;

const GREETING =
  /^(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|hallo|guten (?:morgen|tag|abend)|bonjour|salut|hola|buenos días|buenas|ciao|buongiorno|olá|bom dia)(?: [\p{L}'’-]+){0,2}[\s,.!…]*$/u;
const THANKS =
  /^(?:(?:ok|okay|great|cool|many|and)[\s,]+)?(?:thanks|thank you|thx|danke|vielen dank|merci|gracias|grazie)(?![\p{L}])[^?.!\n]{0,80}[\s.!]*$/u;

/** Returns whether a turn is only a greeting, thanks or a remark, and thus no context for a question. */
export function isPleasantry(turn: string): boolean {
  const text = turn.toLowerCase().replace(/\s+/g, " ").trim();
  return GREETING.test(text) || THANKS.test(text) || isRemark(turn);
}

/** Returns whether a turn thanks, agrees or says goodbye without asking anything. */
export function isRemark(turn: string): boolean {
  const text = turn.toLowerCase().replace(/[’ʼ]/g, "'").replace(/\s+/g, " ").trim();
  return text !== "" && text.length <= MAX_TURN_LENGTH && REMARK.test(text);
}
