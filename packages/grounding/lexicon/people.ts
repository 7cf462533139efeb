import type { Language } from "./language.ts";

/** Fields of work by group. A person often works in two fields of one group and seldom in two groups. */
export const FIELDS = {
  football: "sport",
  gridiron: "sport",
  cricket: "sport",
  rugby: "sport",
  hockey: "sport",
  baseball: "sport",
  basketball: "sport",
  racing: "sport",
  athletics: "sport",
  games: "sport",
  stage: "arts",
  broadcasting: "arts",
  music: "arts",
  letters: "letters",
  journalism: "letters",
  "visual arts": "arts",
  design: "arts",
  church: "church",
  law: "state",
  politics: "state",
  nobility: "state",
  army: "army",
  science: "learning",
  medicine: "medicine",
  learning: "learning",
  teaching: "learning",
  business: "business",
  engineering: "engineering",
  crime: "crime",
  cooking: "cooking",
  exploration: "exploration",
  activism: "activism",
} as const;
export type Field = keyof typeof FIELDS;

/**
 * Roles that a person can have, each with its field, or null if it can belong to any field. Close synonyms
 * are one role.
 */
export const ROLES = {
  footballer: "football",
  goalkeeper: "football",
  gridironPlayer: "gridiron",
  cricketer: "cricket",
  rugbyPlayer: "rugby",
  hockeyPlayer: "hockey",
  baseballPlayer: "baseball",
  basketballPlayer: "basketball",
  racer: "racing",
  jockey: "racing",
  cyclist: "racing",
  athlete: "athletics",
  runner: "athletics",
  swimmer: "athletics",
  rower: "athletics",
  sailor: null,
  gymnast: "athletics",
  wrestler: "athletics",
  boxer: "athletics",
  fencer: "athletics",
  skier: "athletics",
  skater: "athletics",
  golfer: "athletics",
  tennisPlayer: "athletics",
  handballPlayer: "games",
  volleyballPlayer: "games",
  chessPlayer: "games",
  coach: null,
  referee: null,
  actor: "stage",
  comedian: "stage",
  filmmaker: "stage",
  screenwriter: "stage",
  playwright: "stage",
  dancer: "stage",
  director: null,
  producer: null,
  broadcaster: "broadcasting",
  singer: "music",
  musician: "music",
  composer: "music",
  conductor: "music",
  guitarist: "music",
  pianist: "music",
  violinist: "music",
  drummer: "music",
  songwriter: "music",
  rapper: "music",
  writer: "letters",
  poet: "letters",
  novelist: "letters",
  essayist: "letters",
  translator: "letters",
  journalist: "journalism",
  editor: null,
  critic: null,
  publisher: null,
  artist: null,
  painter: "visual arts",
  sculptor: "visual arts",
  illustrator: "visual arts",
  cartoonist: "visual arts",
  photographer: "visual arts",
  engraver: "visual arts",
  architect: "design",
  designer: "design",
  model: "design",
  bishop: "church",
  priest: "church",
  theologian: "church",
  missionary: "church",
  monk: "church",
  pope: "church",
  rabbi: "church",
  imam: "church",
  lawyer: "law",
  judge: "law",
  politician: "politics",
  minister: null,
  senator: "politics",
  deputy: "politics",
  president: null,
  mayor: "politics",
  governor: "politics",
  diplomat: "politics",
  official: null,
  monarch: "nobility",
  noble: "nobility",
  activist: "activism",
  soldier: "army",
  officer: null,
  general: "army",
  admiral: "army",
  aviator: "army",
  scientist: "science",
  physicist: "science",
  chemist: "science",
  biologist: "science",
  mathematician: "science",
  astronomer: "science",
  botanist: "science",
  zoologist: "science",
  geologist: "science",
  computerScientist: "science",
  physician: "medicine",
  surgeon: "medicine",
  nurse: "medicine",
  psychiatrist: "medicine",
  psychologist: "medicine",
  dentist: "medicine",
  veterinarian: "medicine",
  pharmacist: "medicine",
  historian: "learning",
  philosopher: "learning",
  economist: "learning",
  sociologist: "learning",
  linguist: "learning",
  archaeologist: "learning",
  anthropologist: "learning",
  scholar: "learning",
  professor: "teaching",
  teacher: "teaching",
  librarian: "teaching",
  businessperson: "business",
  banker: "business",
  merchant: "business",
  executive: "business",
  investor: "business",
  founder: null,
  manager: null,
  engineer: "engineering",
  inventor: "engineering",
  programmer: "engineering",
  farmer: null,
  police: null,
  criminal: "crime",
  murderer: "crime",
  pirate: "crime",
  spy: null,
  explorer: "exploration",
  astronaut: "exploration",
  mountaineer: "exploration",
  cook: "cooking",
} as const satisfies Record<string, Field | null>;
export type Role = keyof typeof ROLES;

/**
 * ISO 3166 codes of the countries whose people and names the lexicons cover. The countries of Britain count
 * as one.
 */
export type Country =
  | "us"
  | "gb"
  | "ie"
  | "ca"
  | "au"
  | "nz"
  | "fr"
  | "de"
  | "it"
  | "es"
  | "pt"
  | "nl"
  | "be"
  | "ch"
  | "at"
  | "se"
  | "no"
  | "dk"
  | "fi"
  | "is"
  | "pl"
  | "cz"
  | "sk"
  | "hu"
  | "ro"
  | "bg"
  | "gr"
  | "tr"
  | "ru"
  | "ua"
  | "by"
  | "rs"
  | "hr"
  | "ba"
  | "si"
  | "al"
  | "me"
  | "mk"
  | "lt"
  | "lv"
  | "ee"
  | "ge"
  | "am"
  | "az"
  | "kz"
  | "il"
  | "ps"
  | "eg"
  | "iq"
  | "ir"
  | "sy"
  | "lb"
  | "jo"
  | "sa"
  | "ae"
  | "kw"
  | "af"
  | "pk"
  | "in"
  | "bd"
  | "np"
  | "lk"
  | "cn"
  | "tw"
  | "jp"
  | "kr"
  | "vn"
  | "th"
  | "id"
  | "my"
  | "sg"
  | "ph"
  | "mx"
  | "br"
  | "cl"
  | "co"
  | "pe"
  | "ve"
  | "ar"
  | "uy"
  | "py"
  | "bo"
  | "ec"
  | "cu"
  | "jm"
  | "pr"
  | "do"
  | "ht"
  | "tt"
  | "cr"
  | "ng"
  | "gh"
  | "ke"
  | "et"
  | "ma"
  | "dz"
  | "tn"
  | "ly"
  | "sd"
  | "za"
  | "zw"
  | "ug"
  | "tz"
  | "sn"
  | "cm"
  | "ci"
  | "cd"
  | "mn";

/**
 * Words that a language uses about people. Lists are separated by spaces; an underscore stands for a space
 * inside a phrase. Words are compared by stem, or in Chinese, Japanese and Korean by their characters.
 */
export interface PeopleLexicon {
  /** Words that say what someone is. */
  roles: Partial<Record<Role, string>>;
  /** Words that texts about someone in the field use. They need not say what the person is. */
  topics: Partial<Record<Field, string>>;
  /** Adjectives, names of inhabitants and names of the country itself. */
  countries: Partial<Record<Country, string>>;
  he: string;
  she: string;
  /** Words such as "father" and "wife". A clause that starts with one is about a relative. */
  kinship: string;
  /** Words before a date of birth. `died` holds those before a date of death. */
  born: string;
  died: string;
  /** Words such as "is" and "was" between a name and what the person is. Empty if the language needs none. */
  copulas: string;
  /** Articles and similar words before what someone is. */
  articles: string;
}

export type PeopleLexicons = Readonly<Record<Language, PeopleLexicon>>;
