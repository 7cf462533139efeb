/** Lower-case words that may occur inside a name: "Ludwig van Beethoven", "Mohammed bin Salman". */
export const PARTICLES: ReadonlySet<string> = new Set(
  "de del della di da do dos das du des la le el al al- as- ar- van von der den ter ten zu zur af av bin ibn bint ben y e of".split(
    " ",
  ),
);

/** The article of Arabic names in Latin letters. Texts often leave it out. */
export const ARABIC_ARTICLES: ReadonlySet<string> = new Set("al el ad ar as ash at an az ul".split(" "));

/** Words that may follow a surname. */
export const SUFFIXES: ReadonlySet<string> = new Set("jr sr ii iii iv esq junior senior".split(" "));

/** Forms of address. They are never part of the name that identifies a person. */
export const FORMS_OF_ADDRESS: ReadonlySet<string> = new Set(
  "mr mrs ms mme mlle miss mx dr prof professor sir dame lord lady rev reverend father sister saint president senator governor general colonel captain major lieutenant sergeant judge justice king queen prince princess pope bishop archbishop cardinal baron baroness baronet earl duke duchess count countess marquess viscount hon".split(
    " ",
  ),
);

/**
 * Words capitalised only because they start a sentence or a question, or because they are a day or a month.
 */
export const SENTENCE_CAPITALS: ReadonlySet<string> = new Set(
  (
    "january february march april may june july august september october november december monday tuesday wednesday thursday friday " +
    "saturday sunday yes no ok okay hi hello hey thanks thank wow really oh well so please tell give find list name describe explain " +
    "write create make show compare summarize provide generate act imagine suppose let lets think see use using what who whom whose " +
    "which when where why how is are was were do does did can could will would should shall may might has have had if then and or but " +
    "the a an in on at of for from to by with about as after before during since until while there here this that these those it its " +
    "he she they we i you his her their our my your not every each all some any many much more most also however although though " +
    "profile biography bio life career draft translate fix rewrite compose design plan build convert improve edit review check open set play turn call " +
    "send book remind schedule cancel add remove delete update run start stop search look latest now once besides because according given based born today yesterday tomorrow"
  ).split(" "),
);

/**
 * Verbs that only people can be the subject of. After "when did …", one of these shows that the lower-case
 * words before it name a person.
 */
export const LIFE_VERBS = new Set(
  "born buried die died live lived marry married grow grew study studied work retire do say invent discover".split(
    " ",
  ),
);

/** Words that end a name written in lower case: verbs, prepositions, question words. */
export const NAME_END = new Set(
  (
    "is was are were born die died do does did live lived work works worked from in at on by for with to and or who what when where why how as now " +
    "today currently married marry win won play plays played sing sings write wrote invent invented go went known famous best the a an that " +
    "this my your our their his her its me you us it he she they we i please there here not called named have has had buried study studied retire " +
    "grow grew say invent discover discovered " +
    "get got become became come came make made start started find found leave left"
  ).split(" "),
);
