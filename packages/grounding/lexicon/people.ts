import type { Language } from "./language.ts";

/** Fields of work. One person is often of two fields of one line, and seldom of two lines. */
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
 * Lists what somebody can be, with the field it belongs to; null where it may be of any field. Close synonyms
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
 * ISO 3166 codes of the countries whose people and names are known by language; the countries of Britain
 * count as one.
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
 * Describes how a language speaks of people. Word lists are separated by spaces, an underscore stands for the
 * space inside a phrase; words are compared by their stems, those of Chinese, Japanese and Korean by their
 * characters.
 */
export interface PeopleLexicon {
  /** Words that say what somebody is. */
  roles: Partial<Record<Role, string>>;
  /** Words that a text about somebody of the field uses; they need not say what the person is. */
  topics: Partial<Record<Field, string>>;
  /** Adjectives, names of inhabitants and of the country itself. */
  countries: Partial<Record<Country, string>>;
  he: string;
  she: string;
  /** "father", "wife": a clause that begins with one tells of somebody's relative. */
  kinship: string;
  /** Holds what stands before a date of birth or of death. */
  born: string;
  died: string;
  /**
   * "is", "was", and what else stands between a name and what its bearer is. Empty where the language needs
   * none.
   */
  copulas: string;
  /** Articles and their like, which stand before what somebody is. */
  articles: string;
}

export type PeopleLexicons = Readonly<Record<Language, PeopleLexicon>>;
