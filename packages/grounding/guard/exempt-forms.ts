/**
 * Closed forms of sentences that assert nothing about the world, as sources of regular expressions for a
 * lower-case sentence. Each matches a whole sentence. The content of the slot `named` is judged separately.
 */
const SOURCES =
  "(?:(?:the|these|those|my|all the|any of the) (?:given |provided |available |cited |public )?(?:sources?|search results|quotes|citations|snippets|passages)|the (?:given|provided|available) information|the information (?:provided|given|available|i have))(?: (?:(?:that )?i (?:have|found|was given)|given|provided|available|cited|here|above|below))?";
const IN_SOURCES = `(?: (?:in|from|by|among|within) ${SOURCES}| here)`;
const ABOUT = "(?:about|on|of|for|regarding)";

/** Optional text before any form. */
export const OPENER = "(?:(?:unfortunately|sorry|i am sorry|i'm sorry|i apologi[sz]e),? (?:but )?)?";

const QUESTION = "(?:your|the|this) question";
const HERE = "(?:here(?: is| are|'s)|below (?:is|are)|these are|the following are|listed below are)";
/** Optional text before steps. It says nothing about the steps' purpose. */
const PLAIN =
  "(?: (?:the|a|an|some|several|a few|my|our|brief|short|simple|general|basic|possible|potential|additional|quick|detailed|step-by-step|following|main|key))*";
const STEPS =
  "(?:steps|instructions|ways|methods|options|tips|guidelines|suggestions|ideas|guide|solutions?|approach|method|procedure)";

/**
 * Forms that announce text or a search. The text that follows is judged separately. The slot `asked` may
 * contain only the user's own words, in order.
 */
export const ANNOUNCEMENTS: readonly string[] = [
  `(?:here is|here's|below is) (?:what (?:i (?:have )?found|i could find|${SOURCES} (?:say|says))|(?:a|the) (?:short |brief )?(?:summary|overview))(?: ${ABOUT}(?<named> .+?))?${IN_SOURCES}?`,
  `(?:here|below) are (?:the|some|all) (?:sources|quotes|results|details|search results)(?: ${ABOUT}(?<named> .+?))?${IN_SOURCES}?`,
  `i (?:have )?found (?:this|these|the following)(?: (?:about|on)(?<named> .+?))?${IN_SOURCES}?`,
  `according to ${SOURCES}`,
  `${SOURCES} say (?:this|the following)(?: about(?<named> .+))?`,
  "(?:i will|i'll|let me) (?:look|search|check)(?: for| it| that| this| up| into| again| further| the sources| for more| for that| for it)*(?: (?:about|for|on)(?<named> .+))?",
  "which(?<named> .+) do you mean",
  `(?:here is|here's|below is) (?:my|an|the)(?: (?:short|brief|correct))? (?:answer(?: to ${QUESTION})?|attempt to (?:briefly )?answer ${QUESTION})`,
  "here(?: is|'s) a (?:short |brief )?(?:answer(?: to (?:your|the|this) question)?|summary of the (?:key|main) points)",
  `the (?:short |correct )?answer(?: to ${QUESTION})? is(?: as follows)?`,
  `i would answer ${QUESTION} as follows`,
  "(?:passage|source) \\d{1,2}",
  `(?:alternatively,? )?you can (?:also )?(?:try|use|follow)${PLAIN} ${STEPS}(?: below)?`,
  `${HERE}${PLAIN} ${STEPS}(?: (?:to(?: help you)?|for|on how to|on how you can)(?<asked> .+?))?(?: as follows)?`,
  `${HERE}${PLAIN} (?:answers?|possibilities|examples|additional tips|key points)`,
  `to(?<asked> .+?),? (?:you (?:can|should|need to|will need to|may) |please |simply |just |one(?: possible)? solution is to |try to )?(?:follow|try|use)(?: these|${PLAIN}) ${STEPS}(?: below)?`,
  `you can(?<asked> .+?) by (?:following|using|trying)(?: these|${PLAIN}) ${STEPS}`,
  `${HERE} how (?:you can|to|we can)(?<asked> .+?)`,
  `${HERE} how(?<asked> .+? (?:works?|happens?|functions?))`,
  `${HERE} what (?:we|i) (?:know|can infer|could infer)(?: from ${SOURCES})?(?: about(?<named> .+?))?`,
  `${HERE}${PLAIN} answer to ${QUESTION} "(?<asked>.+?)\\??"`,
  `the (?:short |correct )?answer to ${QUESTION} "(?<asked>.+?)\\??" is(?: as follows)?`,
  "to(?<asked> .+?),? (?:you can |please )?follow these(?: simple)? steps",
  "here are (?:the|some)(?: key| main)? (?:differences(?: and similarities)?|similarities(?: and differences)?)(?: between(?<asked> .+?))?",
  "the(?: simple| key| main)? (?:steps (?:to|for)|(?:differences?|similarities) between)(?<asked> .+?) (?:are|is|include|includes)(?: as follows)?",
  "(?:here is|here's) (?:a (?:short |brief |step-by-step )?(?:guide|overview) (?:on|of) )?how (?:to(?<asked> .+?)|(?<named>.+?) works?)",
];

export const COURTESIES: readonly string[] = [
  "(?:hello|hi|hey|good (?:morning|afternoon|evening|day)|greetings|welcome)(?: there| again| everyone)?",
  "(?:many thanks|thanks|thank you)(?: very much| so much| a lot)?(?: for (?:asking|your question|your message|your patience|waiting))?",
  "(?:you are|you're) (?:very )?welcome",
  "(?:sure,? )?(?:i am |i'm |i can |i would be |i'd be )?(?:happy |glad )?(?:to )?help(?: you)?(?: with that)?",
  "(?:what a |that is a |that's a )?(?:good|great|interesting) question",
  "(?:i am |i'm )?(?:very )?sorry(?: about that| for the (?:confusion|wait|delay))?",
  "i hope (?:this|that|it) (?:helps|was helpful|is helpful)(?: you)?",
  "(?:good luck|that is it|that's it)",
  `i(?: will|'ll) do my best to (?:help(?: you)?|answer ${QUESTION})`,
  `i (?:can|will) (?:help you(?: with (?:that|this))?|(?:try to )?answer ${QUESTION})`,
  "(?:goodbye|bye|take care)",
  "(?:one|just a) moment(?:,? please)?",
  "(?:that|this) is (?:all|everything) (?:that )?(?:i (?:have )?found|i could find|i have|the sources say)",
];

const FURTHER =
  "(?:again|further|for more(?: sources| details)?|elsewhere|more|more about (?:this|that|it|them|him|her)|that|it|this|(?:for )?(?:something|anything|someone|somebody) else)";
const DETAIL =
  "(?:which one(?: you mean)?|which of them you mean|who you mean|whom you mean|what you mean|more(?: details| context| about (?:who you mean|them|him|her|it|this|the person))?|(?:their|his|her) (?:employer|role|location|occupation)(?:, (?:role|location|occupation))*(?:,? or (?:role|location|occupation))?)";
const SEARCH = "(?:look|look up|search|search for|check|try|find out|help with|know|hear|ask)";

/**
 * Questions to the user, and offers. Excludes "Did you know …" and "Would you like to hear about his
 * conviction?", because they contain a premise.
 */
export const OFFERS: readonly string[] = [
  "(?:how (?:can|may) i help|what can i do for)(?: you)?(?: today)?",
  `(?:can|may|could|shall|should) i (?:help(?: you)?|${SEARCH})(?: with)?(?: ${FURTHER})?`,
  `(?:would you like|do you want) (?:me )?to ${SEARCH}(?: ${FURTHER})?`,
  `(?:what|what else|who|whom) (?:would you like|do you want) (?:me )?to ${SEARCH}(?: about)?(?: next)?`,
  "(?:is there|do you have) (?:anything else|anything more|(?:any )?(?:other|more|further) questions?)(?: (?:you would like|you want) to (?:know|ask)| i can (?:help(?: you)? with|do for you|look up))?",
  "(?:please )?(?:let me know|feel free to ask|just ask)(?: if you (?:have (?:any )?(?:other |more |further )?questions|need (?:anything else|more|more help|more details)|(?:want|would like) to know more))?",
  `if you (?:have (?:any )?(?:other |more |further |specific )*(?:questions|concerns)(?: or concerns)?|need (?:any )?(?:more|further) (?:help|guidance|details|information)|(?:want|would like) to know more)(?: or need (?:any )?(?:more|further) (?:help|guidance|details|information|clarification))?,? (?:please )?(?:let me know|(?:please )?feel free to ask|just ask)`,
  `(?:(?:could|can|would) you (?:please )?|please )(?:tell me|say|clarify|specify|give me|share)(?: ${DETAIL})?`,
  "(?:who|whom|which one|which of them|which of these|what) do you mean",
  "which (?:one|person|of them|of these) (?:is it|are you (?:asking about|looking for|interested in))",
  `if you (?:tell me|give me|share) ${DETAIL}, i can (?:look|search|try|help)(?: again| further)?`,
];
