/** Offices, one pattern each for the words that name the office. */
export const OFFICE_NAMES: readonly RegExp[] = [
  /\b(?:co-)?CEOs?\b|\bchief executives?(?: officers?)?\b/iu,
  /\b(?:CFO|chief financial officer)s?\b/iu,
  /\b(?:CTO|chief technology officer)s?\b/iu,
  /\bprime ministers?\b|\bpremiers?\b/iu,
  /(?<!vice[ -])\bpresidents?\b/iu,
  /\bchair(?:man|woman|person|s)?\b/iu,
  /(?<!vice[ -])\bchancellors?\b/iu,
  /(?<!deputy )\bmayors?\b/iu,
  /(?<!(?:deputy|lieutenant) )\bgovernors?\b/iu,
  /\b(?:head )?coach(?:es)?\b/iu,
  /\bmanagers?\b/iu,
  /\bcaptains?\b/iu,
  /\b(?:managing |executive |general )?directors?(?: general)?\b/iu,
  /\beditors?(?:-in-chief)?\b/iu,
  /\b(?:chief|principal) conductors?\b/iu,
  /\bleaders?\b/iu,
  /\bsecretar(?:y|ies)(?:[ -]general)?\b/iu,
  /\bheads?\b(?= of)/iu,
];

/** Matches questions about the current holder of an office. */
export const ASKS_HOLDER =
  /^(?:and )?(?:who(?:['’]?s| is| are| runs| leads| heads| currently| now)\b|(?:is|are)\b|what(?:['’]s| is) the name of\b|(?:the )?(?:current|new)\b)/iu;
/** Matches questions about a past holder, or a holder at no particular time. */
export const ASKS_OTHER_HOLDER =
  /\b(?:was|were|first|former|previous|past|before|after|last|longest|youngest|oldest|ever|founder|interim|next|will|son|daughter|wife|husband)\b|\b(?:1\d{3}|20\d{2})\b/iu;
export const ASKS_WHO_RUNS =
  /^who(?:['’]?s| is)?(?: currently| now)? (?:runs|running|leads|leading|heads|heading)\b/iu;

/** Matches sentences that say that someone took an office. */
export const TAKES_OFFICE =
  /\b(?:appoint(?:s|ed)|nam(?:ed|es)|elect(?:ed|s)|becomes?|became|tak(?:es|en) over|took (?:over|office)|promot(?:ed|es)|hir(?:ed|es)|sworn in|succeed(?:s|ed|ing)(?! by)|replac(?:es|ed|ing)(?! by)|install(?:ed|s)|inaugurated|chosen|tapped)\b/iu;
/** Matches sentences that say that someone left an office. */
export const LEAVES_OFFICE =
  /\b(?:retire[sd]?|retiring|step(?:s|ped|ping)? (?:down|aside)|resign(?:s|ed|ing)?|left|leaves|leaving|depart(?:s|ed|ing)|oust(?:s|ed)|fired|sacked|dismissed|removed|died|dies|death|former|had been|outgoing|succeeded by|replaced by|was|were|served as|until)\b/iu;
/** Words before the name of the person who left. */
export const GOING = /\b(?:replac\w+|succe\w+|follow\w+|former|outgoing|after|from|instead of|than)\b/iu;

/**
 * Matches questions that only make sense about the living: "Is she still alive?", "How old is he?", "Where
 * does she live?"
 */
export const ASKS_LIVING =
  /^(?:is|are)\b.*\b(?:alive|dead|living|still)\b|^how old(?: is| are|['’]?s)\b(?!.*\bwhen\b)|^where (?:does|do|is)\b.*\b(?:live|living)\b|\bstill (?:alive|living)\b/iu;
/** Finds the name in such a question if it is written in lower case. */
export const LIVING_NAME =
  /^(?:(?:is|are) (?<alive>.+?) (?:still |now )?(?:alive|dead|living)|how old (?:is|are) (?<old>.+?)|where does (?<lives>.+?) live)(?: now| today)?[\s?]*$/iu;
/** Matches sentences that say that someone is alive. */
export const TELLS_LIVING =
  /\b(?:is|turns|turned|aged?) \d{1,3}\b|\byears old\b|\b(?:lives?|living|resides?) (?:in|at|on|with|near)\b|\bis (?:still )?alive\b/iu;
