import { findDates } from "../text/dates.ts";
import { type GateToken, type Hit, likelyLanguages } from "./phrases.ts";
import type { PromptReading } from "./prompt-reading.ts";

/** Why a prompt was routed as it was; stable, shown to callers. */
export type GateReason =
  | "asks_biography"
  | "names_a_person"
  | "names_something"
  | "asks_fact"
  | "world_knowledge"
  | "recent_event"
  | "dated"
  | "code"
  | "arithmetic"
  | "writing_task"
  | "long_text"
  | "workspace"
  | "assistant_command"
  | "personal"
  | "follow_up_of_grounded"
  | "follow_up_of_ungrounded"
  | "required_by_caller";

/** One idea about a prompt. `weight` is added to the log-odds of needing grounding when `applies`; negative speaks against it. */
export interface GateRule {
  reason: GateReason;
  weight: number;
  applies(reading: PromptReading): boolean;
}

const LIFE_OF =
  /\b(?:bio|biography|profile|life story|obituary) (?:of|about|on) (?!me\b|my\b|myself\b|our\b|us\b|you|this\b|an?\b|the (?:given|following|company|team)\b)/;
const ABOUT_SOMEBODY =
  /\b(?:biograph(?:y|ical)|bio)\b|\b(?:who(?:'s| is| was)|tell (?:me|us)(?: more)? about|what (?:do you|does anyone) know about)\b/;

/** A request for somebody's life: "biography of …" of whomever, or "who is …", "tell me about …" followed by a name in any case. */
export const asksBiography: GateRule = {
  reason: "asks_biography",
  weight: 9,
  applies: ({ lower, askedName }) =>
    LIFE_OF.test(lower) || (askedName !== null && ABOUT_SOMEBODY.test(lower)),
};

/** A proper name of two words or more that reads like a person's. */
export const namesAPerson: GateRule = {
  reason: "names_a_person",
  weight: 2,
  applies: ({ people }) => people.some(({ capitals }) => capitals),
};

/** Any other proper name: a work, a place, an organisation. */
export const namesSomething: GateRule = {
  reason: "names_something",
  weight: 1,
  applies: ({ names, text }) =>
    names.some((name) => name.start > 0 || name.text.includes(" ") || text.length === name.end),
};

const QUESTION_WORD =
  /^(?:(?:and|but|so|ok|okay|in|on|at|from|to|for|with|of|by|about|under|during|the|as)\s+){0,3}(?:who|whom|whose|what|which|when|where|why|how)(?:'s)?\b/;
const QUESTION_INSIDE =
  /[,.:]\s+(?:(?:in|on|at|from|to|for|with|by|of)\s+)?(?:who|whom|whose|what|which|when|where|why|how)\b[^.]*\?\s*$/;
const YES_OR_NO =
  /^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\s+(?!you\b|i\b|we\b|my\b|it\b|this\b|that\b|there\b)/;
/** A statement left open at its end, for the reader to complete: "the canal between the two seas is called". */
const UNFINISHED =
  /\b(?:is|are|was|were|by|called|named|as|of|of an?|is an?|to the|in|from|for|using|than|(?:in|of|on|to|by|for|from|about|which|what)\s+(?:who|whom|what|which|where)|(?:which|what|how many|how much)(?:\s+[\p{L}'-]+){1,4}|_+)\s*$/u;
const INDIRECT =
  /\b(?:tell me|find out|look up|know|name|list|identify|state)\s+(?:who|whom|whose|what|which|when|where|why|how)\b|^(?:please )?(?:tell me|name|specify|state|identify)\s+(?:me )?(?:the|a|an|one|two|three|all)\b|^(?:please )?tell me (?:more |something |everything )?about (?!you|my\b|me\b)/;

/** A question about the world by its form: a question word in front, a yes-or-no question about a third thing, an indirect one. */
export const asksFact: GateRule = {
  reason: "asks_fact",
  weight: 3,
  applies: ({ lower, hits }) =>
    /[?؟？]$/.test(lower) ||
    hits.some(({ kind, language, from }) => kind === "question" && language !== "en" && from === 0) ||
    UNFINISHED.test(lower) ||
    QUESTION_WORD.test(lower) ||
    QUESTION_INSIDE.test(lower) ||
    YES_OR_NO.test(lower) ||
    INDIRECT.test(lower),
};

/** Words of encyclopaedic questions: works and their makers, offices, places, contests, species, and what is asked of them. */
const KNOWLEDGE = new Set(
  (
    "president minister king queen emperor pope senator governor mayor chief founder inventor author director actor actress singer " +
    "artist painter composer poet novelist scientist physicist player coach captain champion winner " +
    "wrote written sang sings sing sung played plays starred stars directed invented discovered founded established painted composed " +
    "voiced voices narrated died killed assassinated married won defeated hosted " +
    "movie movies film films song songs album book novel series season seasons episode episodes show lyrics band character cast theme " +
    "country countries state states capital city county island ocean sea river mountain continent population border located " +
    "war battle treaty revolution empire dynasty century ancient independence constitution amendment congress parliament senate " +
    "supreme election law act world nba nfl mlb nhl fifa olympics olympic cup bowl championship league team super wwe ufc " +
    "god bible church religion greek roman latin british english american indian chinese french german russian " +
    "cell cells protein dna disease gene genes species animal animals plant planet element chemical atom acid blood bone muscle " +
    "originate originated origin meaning symbol named known history first oldest largest longest tallest highest most " +
    "award prize medal university tv television nickname stadium network"
  ).split(" "),
);

/** The vocabulary of questions that an encyclopaedia or a newspaper answers. */
export const worldKnowledge: GateRule = {
  reason: "world_knowledge",
  weight: 2,
  applies: ({ words }) => words.some((word) => KNOWLEDGE.has(word)),
};

const RECENT =
  /\b(?:latest|breaking|newest|current(?:ly)?|recent(?:ly)?|nowadays|as of (?:now|today)|this (?:year|season|month)'?s?|news (?:about|on|from)|the news|upcoming|just (?:announced|released|died|won)|still alive|right now (?:in|at) the)\b/;

/** Something that changes with the news: what a model's memory gets wrong first. */
export const recentEvent: GateRule = {
  reason: "recent_event",
  weight: 2,
  applies: ({ lower }) => RECENT.test(lower),
};

/** A year or a full date. */
export const dated: GateRule = {
  reason: "dated",
  weight: 1,
  applies: ({ text }) => findDates(text).length > 0,
};

const LANGUAGES =
  "python|java|javascript|typescript|c\\+\\+|c#|rust|golang|ruby|php|sql|bash|shell|kotlin|swift|perl|scala|haskell|matlab|html|css|regex";

const CODE = [
  /\b(?:def|function|fn|func)\s+\w+\s*\(|\bclass\s+\w+\s*(?:\(|\{|:\s*\n)/,
  /```|>>>\s|=>\s*[{(]|;\s*(?:\n|$)|^\s*#include\b|<\/?[a-z]+>/m,
  /^\s*(?:async\s+)?(?:def|class|func|fn|function|import|from|public|private|const|let|var|package|using)\s+[\w.{*]+.*(?:[:;({=]|\bimport\b)/m,
  /^\s*(?:select|insert|update|delete|create|alter)\s+.*\b(?:from|into|set|table)\b/im,
  /\b(?:write|create|implement|fix|debug|refactor|optimi[sz]e|complete|review|build)\b[^.?!\n]{0,40}\b(?:function|program|script|code|algorithm|class|method|query|regex|regular expression|unit tests?|component|endpoint|api)\b/i,
  new RegExp(
    `\\b(?:in|using|with|a|an|the|my|this)\\s+(?:${LANGUAGES})\\s+(?:function|program|script|code|class|query|error|solution|list|file)\\b`,
    "i",
  ),
  new RegExp(
    `\\b(?:how (?:do|can|to|would|should)\\b.{0,80})\\b(?:in|using|with)\\s+(?:${LANGUAGES})\\b`,
    "i",
  ),
  /\b(?:stack ?trace|traceback|segfault|nullpointer\w*|typeerror|syntaxerror|undefined is not|compile error)\b/i,
];

/** Source code, or a wish for some. */
export const code: GateRule = {
  reason: "code",
  weight: -12,
  applies: ({ text }) => CODE.some((pattern) => pattern.test(text)),
};

const QUANTITY =
  /(?<![\w.])\$?\d+(?:,\d{3})*(?:\.\d+)?(?:\/\d+(?:rds?|ths?|nds?)?)?%?(?![\w-]*\p{L}{3,}\d)|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|dozen|twice|thrice|double|triple|half|third|quarter|each|every|per)\b/giu;
const YEAR = /^(?:1[0-9]\d\d|20\d\d)$/;
const ASKS_AMOUNT =
  /\b(?:how (?:many|much|long|old|far|fast|tall|big|often|heavy|high)|what (?:is|are|was|were|will|would|percent\w*|fraction)\b|calculate|find the|total|average|percent\w*|ratio|difference|altogether|in all|combined|remaining|left|cost)\b/i;
const FORMULA =
  /^[\s\d+\-*/^().,=x?%]*\d\s*[-+*/^×÷]\s*\d[\s\d+\-*/^().,=x?%]*$|\b(?:what is|calculate|compute|solve|evaluate|simplify)\b[^\p{L}]*\d+(?:\.\d+)?\s*(?:[-+*/^×÷]|plus|minus|times|divided by|percent of|% of)/iu;
/** A sum, or a word problem: a little story with at least two quantities that asks for an amount. */
export const arithmetic: GateRule = {
  reason: "arithmetic",
  weight: -12,
  applies: ({ text }) => {
    if (FORMULA.test(text)) return true;
    if (!ASKS_AMOUNT.test(text)) return false;
    const quantities = (text.match(QUANTITY) ?? []).filter((quantity) => !YEAR.test(quantity));
    if (isWordProblem(text)) return true;
    const statements = text.split(/[.!?]\s+(?=["'(]?[\p{Lu}\d])/u).length - 1;
    return statements >= 1
      ? quantities.length >= 2
      : quantities.length >= 3 || (quantities.length >= 2 && /\bif\b/i.test(text));
  },
};

const LAST_SENTENCE = /[.!?]\s+(?=\p{Lu}[^.!?]*\?\s*$)/u;
const AMOUNT_IN_DIGITS = /[$€£]\s?\d|(?<![\w.])\d+(?:[.,]\d+)*(?:%|\b)/g;

/** A statement with an amount in digits, and a question for an amount at its end. */
function isWordProblem(text: string): boolean {
  const at = text.search(LAST_SENTENCE);
  if (at === -1 || !ASKS_AMOUNT.test(text.slice(at))) return false;
  return (text.slice(0, at).match(AMOUNT_IN_DIGITS) ?? []).some((amount) => !YEAR.test(amount));
}

const IMPERATIVE =
  /^(?:(?:please|now|hi|hello|can you|could you|would you|help me(?: to)?|i want you to|i need you to|your task is to)[,\s]+)*(?:write|rewrite|re-write|create|generate|compose|draft|design|make (?:a|an|up|the|me)|craft|develop|produce|brainstorm|translate|paraphrase|summari[sz]e|proofread|edit|correct|convert|classify|categori[sz]e|suggest|recommend|come up with|think of|imagine|pretend|act as|role-?play|continue|complete|fill|turn|transform|improve|expand|shorten|simplify|extract|detect|determine|decide|predict|choose|select|pick|identify|label|tag|rank|sort|analy[sz]e|evaluate|assess|plan|outline|prepare|answer|solve|add|remove|replace|provide|describe|explain|list(?! of)|give|compare|build|construct|organi[sz]e|construct|propose|offer|show|indicate|find|match|rate|arrange|judge|ask|use|read|tell me (?:if|whether)|include|formulate|invent|help)\b/;
const SOURCED_VERB =
  /^(?:(?:please|now|can you|could you|would you)[,\s]+)*(?:describe|explain|list|give|find|name|identify|compare|summari[sz]e|outline|provide|show|answer)\b/;
const ROLE =
  /\b(?:act as|you are (?:an?|the|now|given|going|to|provided|asked|tasked|my)|you will (?:be|act|play|help|receive|perform)|your (?:task|job|role|goal) (?:is|will)|i want you to|i will (?:give|provide|send|type|tell)|in this task|imagine (?:you|that)|pretend|suppose (?:you|that)|role[- ]?play)\b/;
const GIVEN =
  /\b(?:the|this|these|a|each) (?:given|following|above|below|provided|underlined|attached)\b|\b(?:given|based on|using|from|for) (?:a|an|the|some|two|this|these|your|their) (?:\w+ ){0,3}(?:sentences?|paragraphs?|text|passages?|words?|topics?|lists?|facts|information|email|review|article|abstract|product|description|problem|number|input)\b/;
const LAYOUT = /^\s*[[{]|^\s*#{1,4}\s|\n\s*(?:[-*•]|\d+[.)])\s|\$\{|\{\{|\[[A-Z][\w ]{3,}\]/m;

/** Whether a text to work on or a role to play comes along. */
export function givesText({ lower, text }: PromptReading): boolean {
  return ROLE.test(lower) || GIVEN.test(lower) || LAYOUT.test(text);
}

/** Work on a text or in a role: an imperative, a role to play, something given along, the layout of a long instruction. */
export const writingTask: GateRule = {
  reason: "writing_task",
  weight: -6,
  applies: (reading) => {
    const { lower, names } = reading;
    if (givesText(reading)) return true;
    // "Describe the career of …" asks for facts: a name in a verb that needs sources makes it a question.
    return IMPERATIVE.test(lower) && !(SOURCED_VERB.test(lower) && names.length > 0);
  },
};

const LONG_WORDS = 75;

/** More words than a question has, with no sign of what they are for. */
export const longText: GateRule = {
  reason: "long_text",
  weight: -6,
  applies: (reading) => reading.words.length > LONG_WORDS && !writingTask.applies(reading),
};

const IDENTIFIER =
  /`[^`\n]+`|\b[a-z][a-z0-9]*_[a-z0-9_]+\b|\b_{1,2}[a-z]\w*|\b[a-z]{3,}[A-Z][a-z]\w*\b|\b\w+\(\)|\b\w+\.(?:ts|tsx|js|jsx|py|rs|go|java|rb|c|cpp|h|json|ya?ml|toml|md|sh|css|html|sql)\b|\b[A-Za-z]\w+::\w+/;

const OURS =
  /\b(?:this|our|my) (?:workspace|project(?:'s)?|module|package|file|branch|commit|backend|frontend|build|pipeline|deployment)\b|\b(?:this|our|my|the) (?:repo(?:sitory)?|code ?base|pull request|test suite|source code)\b|\b(?:this|my|our) (?:code|function|class|method|script|error|bug|tests?|query|component|endpoint|api|snippet|stack trace)\b|\bpull request\b|\bin the code\b/;

/** "The class that …", "the test method", "base class": the nouns of code with what is said of them. */
const PART_OF_CODE =
  /\b(?:class|method|function|module|checker|fixture|decorator|dataclass|subclass|constructor|operator|predicate|dispatcher|property|attribute|argument|parameter)(?:es|s)?(?:'s?)?\s+(?:that|which|in the|for all|call|of the|used|responsible|interact|handle)\b|\b(?:base|test|abstract|parent|child|helper|example|factory|private|public|static|wrapper|expression|option|format|model|extraction|projection|constructor)\s+(?:class|method|function|module)(?:es|s)?\b|\b[A-Z][a-z]+[A-Z]\w*\s+(?:class|method|function|module|instance|object)\b/g;

/** Words of talk about software; two different ones make a question about code. */
const SOFTWARE = new Set(
  (
    "class classes subclass superclass method methods function functions module modules parameter parameters argument arguments attribute attributes " +
    "variable variables instance instances instantiation object objects constructor decorator decorators wrapper iterator generator callback " +
    "parser parsing parse lexer tokenizer compiler interpreter runtime dialect grammar segment template templates fixture fixtures test tests mock " +
    "exception exceptions error errors logging logger config configuration default boolean string strings integer array arrays list dict dictionary tuple enum " +
    "inheritance polymorphism interface interfaces abstract mixin hook hooks plugin plugins middleware handler handlers handling " +
    "api endpoint endpoints request response server client cache caching serialization serializer deserialization schema database query queries " +
    "backend frontend pipeline library framework implementation implement implemented implements initialization validation validate " +
    "refactor dependency dependencies import imports type types typing annotation annotations return returns returned invoke invoked invocation " +
    "call calls called override overrides subclassing metaclass namespace scope thread threads async lock memory buffer pointer " +
    "input output data flow logic node nodes tree graph matrix vector tensor expression expressions evaluation recursive recursion algorithm " +
    "architecture architectural design pattern mechanism separation coupling abstraction control algorithmic performance codebase helper utility"
  ).split(" "),
);

/** Telling on their own account, inflected or not; the list above is ordinary English as well. */
const TELLING =
  /\b(?:subclass|superclass|constructor|decorator|pars(?:er|ing)\b|lexer|tokeniz|runtime|polymorphi|mixin|middleware|seriali[sz]|deseriali[sz]|metaclass|instantiat|codebase|tuple|dict\b|enum\b|wrapper|iterat(?:or|ion|e)|callback|api\b|endpoint|fixture|boolean|namespace|refactor|backend|frontend|async|grammar|inherit|initiali[sz]|invocation|encapsulat|decoupl|delegat(?:e|es|ion)\b|dispatch(?:er|es)|travers(?:al|e|ing)|recurs|nested|lazy|conditionally|lazily|caching|cached|unevaluated|checker|validator|transformer|predicate|propagat)/g;

const PASCAL_CASE = /\b[A-Z][a-z]+[A-Z][A-Za-z]*\b/;

/** Whether a text holds a name of a program: `retry_delay`, `readFile()`, `main.ts`. */
export function hasIdentifier(text: string): boolean {
  return IDENTIFIER.test(text);
}

/** A question about the user's own code: identifiers, "this repository", or several words of software. */
export const workspace: GateRule = {
  reason: "workspace",
  weight: -8,
  applies: ({ text, lower, words }) => {
    if (IDENTIFIER.test(text) || OURS.test(lower)) return true;
    const software = new Set(words.filter((word) => SOFTWARE.has(word)));
    const parts = text.match(PART_OF_CODE)?.length ?? 0;
    if (parts >= 1 && (software.size >= 2 || PASCAL_CASE.test(text))) return true;
    return software.size >= 4 || new Set(lower.match(TELLING)).size >= (software.size >= 2 ? 1 : 2);
  },
};

const COMPOUND_IDENTIFIER = /\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+\b/g;
const ASKS_OF_CODE =
  /\b(?:defined|declared|implemented|called|used|tested|exported|imported|instantiated|return|returns|throw|throws|fail|fails|do|work|handle)\b/;

/** What companies are not asked about. */
const ASKS_OF_CODE_ALONE =
  /\b(?:defined|declared|implemented|instantiated|exported|imported|throws?|returns?|returned|null|undefined|subclass(?:es)?|overrid(?:es?|den)|inherits?|refactor(?:ed)?)\b/;

/**
 * A question of how code works about an identifier (`RetryPolicy`), in words that are of code alone or about one that the caller's
 * workspace context contains. The context alone
 * never speaks against grounding, and a company written like an identifier stays askable: "who founded …" is no question of code.
 */
export const ownIdentifier: GateRule = {
  reason: "workspace",
  weight: -8,
  applies: ({ text, lower, workspaceContext }) => {
    if (!/^(?:how|where|why|what)\b/.test(lower)) return false;
    const identifiers = text.match(COMPOUND_IDENTIFIER) ?? [];
    if (identifiers.length > 0 && ASKS_OF_CODE_ALONE.test(lower)) return true;
    return (
      ASKS_OF_CODE.test(lower) && identifiers.some((identifier) => workspaceContext.includes(identifier))
    );
  },
};

const COMMAND =
  /^(?:(?:please|hey|ok|okay|can you|could you|would you|will you|ai|just|now|go ahead and|i need you to|i want you to|i'd like you to|let's|lets)[,\s]+)*(?:set|turn|play|pause|stop|skip|call|dial|text|send|remind|schedule|book|reserve|order|cancel|add|remove|delete|put|open|close|start|restart|reset|change|switch|transfer|pay|move|order|get|grab|pull up|bring up|show me (?:my|the)|read|repeat|speak|talk|whisper|sync|connect|disconnect|unsync|increase|decrease|raise|lower|dim|update|freeze|block|unblock|activate|report|file|submit|roll|flip|tell me (?:a (?:joke|story|secret|riddle)|another|my|your|one) |tell (?!me\b|us\b|who\b)|give me (?:my|a joke|the (?:time|date))|check|confirm|help|mark|clear|erase|rename|share|ring|wake|find my|announce|watch|follow|monitor|track|notify|inform|alert|broadcast|invite|ping|publish|post|forward|assign|approve|deploy|merge|upload|download|print|archive|subscribe|unsubscribe|let (?:me|him|her|them|my)|direct me|navigate|resume|mute|adjust|shuffle|queue|arrange|buy|purchase|enable|disable|refer to me|address me|thanks|thank you)\b/;
const SMALL_TALK =
  /^(?:hi|hello|hey|yes|no|yeah|yep|nope|nah|maybe|possibly|perhaps|sure|ok|okay|thanks|thank you|bye|goodbye|good (?:morning|night|evening|afternoon)|sorry|great|cool|true|false|correct|wrong|never mind|what's up|how(?:'s| is| are| have|'ve) (?:it|things|everything|life|you|your|been)\b|who are you|what are you|that (?:is|was|would|sounds)|that's|it's|i don't know|not sure|see you|talk to you)\b/;
/** Errands an assistant runs on the user's own accounts and devices. */
const ERRANDS = new Set(
  (
    "reservation reservations alarm alarms reminder reminders timer calendar meeting meetings appointment playlist volume speaker bluetooth wifi " +
    "account accounts balance credit debit card cards checking savings deposit paycheck payday pto 401k w2 apr routing pin overdraft payment " +
    "payments transactions bills insurance rewards flights luggage uber taxi restaurant restaurants " +
    "mileage tires shopping todo grocery recipe ingredients ingredient calories cook bake weather temperature " +
    "vaccines vaccinations visa plug timezone joke tracking vacation spelling spell translate translation"
  ).split(" "),
);
/** Questions about what was, which no errand is: "when was … introduced", "who first made …". */
const ABOUT_THE_PAST =
  /^(?:who|when|where|what|which|how)\b(?:\s+\w+){0,3}\s+(?:was|were|did|had|wrote|made|sang|played|first|invented)\b/;

/** Who does something among the caller's own people: "who is on call". */
const AMONG_OURS =
  /^(?:so |and |ok(?:ay)? )?who(?:'s|se)?\b.*\b(?:on (?:call|duty|shift|leave|vacation|my|our|this)|in (?:my|our|this|the (?:office|meeting|room|call|channel|team))|covering|access|out (?:sick|today)|off (?:today|tomorrow)|working (?:today|tomorrow|tonight)|with (?:me|us)|for (?:me|us)|my|our)\b/;
/** What was said among them. */
const OUR_TALK =
  /\b(?:in|on|at|from|during) (?:our|my|this|the|today's|yesterday's) (?:(?:team|group|weekly|daily|last) )?(?:channel|chat|thread|slack|teams|stand-?up|meeting|call|retro|inbox|group|dm|e-?mails?|shared doc)\b/;
/** Where one of them is, or whether they have answered: "is Paul free". */
const WHEREABOUTS =
  /^(?:is|are|was|did|has|have|will|can|does|when (?:is|will|does)|where(?:'s| is))\s+[\w'-]+\s+(?:still |already |even )?(?:free|available|busy|coming|here|there|home|online|joining|attending|around|on leave|on vacation|in the office|back|reply|replied|answer(?:ed)?|respond(?:ed)?|arriv\w+|(?:call|text|e-?mail|messag|pay|paid)\w* (?:me|us))\b/;

/** An order or small talk to the assistant, or an errand on the user's own accounts and devices. */
export const assistantCommand: GateRule = {
  reason: "assistant_command",
  weight: -4,
  applies: ({ asking, words, names, people, tokens, hits }) => {
    if (COMMAND.test(asking) || SMALL_TALK.test(asking)) return true;
    if (people.length === 0) {
      if (AMONG_OURS.test(asking) || WHEREABOUTS.test(asking) || OUR_TALK.test(asking)) return true;
      if (isErrand(tokens, hits) || (names.length > 0 && isErrandForOne(hits))) return true;
    }
    if (names.length > 0 || ABOUT_THE_PAST.test(asking)) return false;
    return words.filter((word) => ERRANDS.has(word)).length >= (words.length > 12 ? 2 : 1);
  },
};

const ERRAND_WITHIN = 4;

/** Whether another language's phrase of an errand stands near the beginning: "Wer hat heute Bereitschaft?" */
function isErrand(tokens: readonly GateToken[], hits: readonly Hit[]): boolean {
  const near = hits.filter(
    ({ kind, language, from, to }) =>
      kind === "errand" && language !== "en" && (from < ERRAND_WITHIN || to - from > 1),
  );
  if (near.length === 0) return false;
  const spoken = likelyLanguages(tokens, hits);
  return !spoken.has("en") && near.some(({ language }) => spoken.has(language));
}

/** Whether an English order at the beginning is for somebody named by one word, and nothing is asked about them. */
function isErrandForOne(hits: readonly Hit[]): boolean {
  const asks = hits.some(
    ({ kind }) => kind === "who" || kind === "life" || kind === "about" || kind === "question",
  );
  return !asks && hits.some(({ kind, language, from }) => kind === "errand" && language === "en" && from < 2);
}

const FIRST_PERSON = /(?<![.\p{L}])(?:i|i'm|i've|i'd|i'll|my|mine|me|our)(?![.\p{L}]\p{L}|-)\b/u;
const SECOND_PERSON = /\b(?:you|your|yours|yourself|you're|you've)\b/;
/** "You" as anybody: "how do you say …", "do you have to …", "your heart". */
const ANYBODY =
  /\b(?:how|when|where|why|what|which|how (?:old|many|much|long|often)) (?:do|can|would|should|could|must|does) you\b(?! (?:like|work|live|speak|know|do\b|think|feel|want|prefer|believe|come|enjoy|say about|mean|sound|look|call (?:yourself|me|home)|go by|have (?:for|in|on)|suggest|recommend|reside|hail))|\b(?:do|if|when|that|can|should|after|before) you (?:have to|need|get|are|can|use|see|must|eat|die|find|put|go|buy)\b|\b(?:when )?your (?:body|blood|heart|brain|mouth|skin|baby|eyes?|stomach|liver|kidneys?|lungs?|hair|foot|feet|hands?|ears?|nose|teeth|tooth|muscles?|bones?|neck|leg|head|finger\w*|tongue)\b|\btell you (?:about|that)\b/g;
const ASIDE =
  /^(?:please |hi |hello |hey |[,.!] ?)*(?:(?:can|could|would|will) you (?:please )?(?:tell|show|give) (?:me|us)|do you (?:happen to )?know (?=who|what|when|where|which|why|how|if)|(?:i want|i need|i'd like|i would like) to know|i wonder|i was wondering|(?:tell|show|give|find) me)\b|"[^"]*"|“[^”]*”|(?<=\s)'[^']+'/g;
/** In a question about a work or its makers, "you" and "me" belong to the title. */
const ABOUT_A_WORK =
  /\bwho (?:sings?|sang|sung|wrote|plays?|played|said|directed|originally|voices?|stars?|recorded|does|did|dies|is (?:the|in))\b|\b(?:movie|film|lyrics|album|episode|season|cast|series|filmed|theme song|soundtrack)\b|^when (?:was|did|is|does)\b.*\b(?:come out|released|made|written|filmed|start|air|aired|recorded)\b|^(?:release date|sequel|the cast|cast)\b/;
const MINE =
  /^(?:(?:what|how|when|where|can|do|am|is|did)(?:'s| is| was| are| do| did| can| have| am| much| many)* (?:my|i)|do you|can you|have you)\b/;

/** The speaker or the assistant is what the prompt is about. */
export const personal: GateRule = {
  reason: "personal",
  weight: -4,
  applies: ({ asking }) => {
    const rest = asking.replace(ASIDE, " ");
    if (ABOUT_A_WORK.test(rest) && !MINE.test(rest)) return false;
    return FIRST_PERSON.test(rest) || SECOND_PERSON.test(rest.replace(ANYBODY, " "));
  },
};
