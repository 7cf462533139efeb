/**
 * Words that distinguish things of one kind. Each line is one kind, with bars between the alternatives: a
 * sentence about the oldest son does not answer a question about the youngest. Words of one alternative are
 * synonyms.
 */
export const ALTERNATIVES = `
youngest | oldest eldest firstborn | middle
younger | older elder
largest biggest greatest | smallest tiniest
highest tallest | lowest | shortest
longest | shortest
fastest quickest | slowest
richest wealthiest | poorest
deepest | shallowest
heaviest | lightest
hottest warmest | coldest coolest
northernmost | southernmost | easternmost | westernmost
most | least | fewest
maximum | minimum
mother mum mom | father dad
grandmother | grandfather
stepmother | stepfather
daughter | son
granddaughter | grandson
aunt | uncle
niece | nephew
former | latter
men mens men's | women womens women's ladies ladies'
boys boys' boy's | girls girls' girl's
singles | doubles
gold | silver | bronze
physics | chemistry | medicine physiology | literature | peace | economics
actor | actress
winter | summer | spring
import imports | export exports
bachelor bachelor's | master master's | doctorate doctoral phd
arrival arrive arrived | departure depart departed
sequel | prequel
`;

/** Alternatives that distinguish only the noun right after them: North Korea, the home kit. */
export const ALTERNATIVES_BEFORE_NOUN = `
north northern | south southern | east eastern | west western
upper | lower | middle
inner | outer
old | new
home | away | third
left | right
major | minor
junior | senior
early | late
domestic | international
primary | secondary
male | female
red | blue | green | yellow | white | black
`;

/** Pairs of relatives, each of which implies the other: the sister of a brother has a brother. */
export const MUTUAL_RELATIVES = `
brother | sister
husband | wife
boyfriend | girlfriend
`;

/** Relatives. A page about a person often gives their dates as well. */
export const RELATIVES =
  "mother father mum mom dad son daughter brother sister husband wife uncle aunt nephew niece grandmother " +
  "grandfather grandson granddaughter stepmother stepfather widow widower cousin sibling child";

/**
 * Numbered things, with the number after the word: season 2, chapter five. Each line lists the names of one
 * thing.
 */
export const NUMBERED_THINGS = `
season series
episode
chapter
version
volume
part
book
act
scene
phase
stage
round
game
level
war
article
amendment
section
type
generation
grade
class
`;

/** Things given or studied in a field. The field may be in lower case: "a degree in law". */
export const GIVEN_IN_FIELDS =
  "prize award medal nobel oscar grammy degree doctorate phd bachelor bachelor's master master's diploma record title";

/** Offices that the words after "of" distinguish. */
export const OFFICES_OF_FIELDS =
  "minister ministry secretary department professor faculty school bachelor master doctor";

/** Words that turn a product with a model number into a different product. */
export const MODEL_VARIANTS =
  "pro max plus ultra mini lite air se xl xs xr fe note fold flip neo turbo sport touring premium deluxe standard junior nano slim " +
  "super ti edge play go active classic";

/** Offices that have deputies. DEPUTIES lists the words before a deputy's office. */
export const OFFICES =
  "president minister chancellor chairman chairwoman chair mayor governor director principal editor secretary premier " +
  "captain coach manager";
export const DEPUTIES = "vice deputy assistant associate acting interim";
