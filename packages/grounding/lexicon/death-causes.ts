/** Matches an English question about how someone died. */
export const ASKS_CAUSE =
  /^how (?:did|do|was|were)\b.*\b(?:die|died|dead|pass away|killed)\b|^what did\b.*\bdie (?:of|from)\b|\bcause of\b.*\bdeath\b|^what (?:killed|caused the death)\b/iu;

/** Words that state how someone died, in the languages that English questions most often find pages in. */
export const DEATH_CAUSES: Readonly<Record<string, RegExp>> = {
  en: /\b(?:died|die|dies|death|dead|passed away|collapsed)\b[^.;]{0,90}\b(?:of|from|after|by|when|while|due to|because|following|as a result|at the hands|during|complications|for)\b(?! (?:\d|(?:the )?age\b|january|february|march|april|may|june|july|august|september|october|november|december))|\b(?:killed|murder\w*|assassinat\w*|executed|suicide|drown\w*|shot|stabbed|poison\w*|hanged|beheaded|crash\w*|accident\w*|cause of death|succumb\w*|cancer|leuka?emia|heart (?:attack|failure|disease)|stroke|pneumonia|tuberculosis|illness|disease|embolism|an?emia|overdose|battle|fever|injur\w*|wounds?|fell|fire|infection|virus|covid\S*)\b/iu,
  es: /\b(?:asesin\p{L}*|suicid\p{L}*|ahog\p{L}*|embolia|neumon\p{L}*|cáncer|accidente|infarto|enfermedad|víctima|causa|tuberculosis|ejecutad\p{L}*|fusilad\p{L}*|derrame|complicaciones)(?!\p{L})/iu,
  de: /(?:ermordet|selbstmord|suizid|ertrunken|ertrank|lungen|krebs|unfall|herzinfarkt|herzversagen|krankheit|folgen|schlaganfall|hingerichtet|erschossen|tuberkulose|todesursache|starb an)/iu,
  fr: /(?:assassin|suicid|noyé|embolie|pneumonie|cancer|accident|crise cardiaque|infarctus|maladie|suites d|tuberculose|exécuté|fusillé|avc|mort d['’])/iu,
  it: /(?:assassin|suicid|annegat|embolia|polmonite|cancro|tumore|incidente|infarto|malattia|tubercolosi|giustiziat|fucilat)/iu,
  pt: /(?:assassin|suicíd|suicid|afog|embolia|pneumonia|câncer|cancro|acidente|infarto|enfarte|doença|tuberculose|executad|fuzilad)/iu,
};
