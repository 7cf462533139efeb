/** Words of closed classes, as sentences are read by them. Each class stands here once. */
const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));

export const BE = set("is are was were be been being am");
const GET = set("get gets got getting");
const HAVE = set("has have had having");
const DO = set("does do did");
const MODALS = set("will would can could may might should shall must ought");
export const AUXILIARIES: ReadonlySet<string> = new Set([...BE, ...GET, ...HAVE, ...DO, ...MODALS]);
/** A participle behind one of these is a passive. */
export const PASSIVES: ReadonlySet<string> = new Set([...BE, ...GET]);
export const PREPOSITIONS = set(
  "of about by on in at with to from for against after before under over near during between since until till as into " +
    "behind through via among within without towards toward onto beyond above below than like unlike despite per according",
);
export const DETERMINERS = set(
  "a an the this that these those one some any each every both his her its their",
);
export const OWNERS = set("his her its their whose my our your");
export const PERSONAL = set("he she it they him them i we you this these who");
/** Words that another clause may begin with. */
export const JOINTS = set(
  "and but or while whereas although though because unless when where before after until if which who whose that",
);
export const RELATIVES = set("which who whose that where");
/** Of these it does not matter who comes first: Lena married Carl, and Carl married Lena. */
export const MUTUAL = set(
  "marri wed met meet divorc marriag friend work play collabor rival join share sign fought fight negoti star co write wrote " +
    "written partner cooper found",
);
/** Of these it may be said in the name of the one that they belong to: "Intel's board appointed Tan". */
export const STANDS_FOR_OWNER = set(
  "board boards directors management team company group firm council committee government army navy forces troops police party " +
    "cabinet ministry office staff crew life career work works research rule reign term tenure presidency leadership name surname " +
    "birth birthday death childhood education headquarters subsidiary division unit city town village state country kingdom " +
    "republic county district province island university college school number majority members rest half part studies study " +
    "paper report survey review trial",
);
/** Words for a thing of any kind, which may stand for its name. */
export const KINDS = set(
  "company firm group band team club organization organisation institution museum university school college hospital study " +
    "paper report trial survey author researcher book novel film movie album song series show play game city town village country " +
    "state region people person man woman men women scientist writer artist product device machine drug medicine law act agency " +
    "court bridge building ship island one two both version copy edition form kind type sort number set piece part half most",
);
