import { GIVEN_NAMES } from "../lexicon/given-names.ts";
import { STOP_WORDS, toSingular, weighTerm } from "../text/tokens.ts";
import { isEveryday } from "./phrases.ts";

/** Words with at least this weight are not among the most common English words. */
const UNCOMMON_WEIGHT = 5;

/** Common nouns, verbs and adjectives. Two of them in a row must not be taken for a name in lower case. */
const COMMON = new Set(
  (
    "account address advice age air alarm album amount animal answer app apple application appointment area argument arm array art article ask attachment audio " +
    "baby back bad bag balance ball band bank bar base bath beach bear bed beer bell best better bicycle bike bill bird birthday black blog blue board boat body " +
    "bone boss bottle bottom bowl box boy brain branch bread break breakfast bridge bring brown budget bug build bus business button buy cable cake calendar " +
    "call camera cancel car card care cash cat chair change channel character charge chart chat cheap check cheese chicken children choice choose church cities citizen class clean clear client " +
    "clock close clothes cloud club coach coat code coffee cold collection color colour comment common community company competition compose computer condition contact content contract " +
    "control cook cool copy corner cost count country couple cover crash cream credit crew cross cup current customer cut daily dance dark data deadline deal debit deep default " +
    "degree delivery demo deposit design desk device diet difference dinner dish distance document dog dollar door double draft dream dress drink drive driver drop dry " +
    "ear earth easy eat economy effect egg electric email empty energy engine english environment equal error event exam exchange exercise expense express eye face fact fail fall famous far farm " +
    "fast fat fee feedback feel festival fever field figure file film final finance fire fish flight floor flow flower fly food foot forest form format forward free fresh friend front fruit full fun " +
    "function funny future game garden gas gate gift girl glass global goal gold good grade gram grammar grass gray great green grocery ground group grow guest guide guitar hair half hall hand happy hard hardware " +
    "hat head headache health healthy heart heat heavy height help high hill history hit hobby hold hole holiday home horse hospital hot hotel hour house human ice idea image income index input insurance " +
    "interest internet interview invoice iron island issue item jacket job join joke journal journey juice jump keyboard key keyword kid kitchen knife lab label lake lamp language laptop large laundry law lawyer layer learn " +
    "lesson letter level library license light limit line link list little live loan local lock log logo long loop loss loud love low luck lunch machine mail main manager map mark market match material math meal meat mechanic media " +
    "medical medicine meeting member memory menu message metal meter method middle mile milk mind minute mirror mobile mode model moment money monitor month mood moon morning mortgage motor mountain mouse mouth movie " +
    "music nail name near neck need network new news newsletter next nice night noise normal north nose note notebook notice nurse object ocean odd offer office oil online open option orange orchestra order outfit output oven " +
    "package page pain paint pair pan paper parent park part partner party password past path patient pay payment peace pen pencil pepper perfect performance phone photo phrase piano picture pie pill pilot pin pink pipe pizza place plan plane plant plastic " +
    "plate play player playlist plot poem point police policy pool poor popular port position positive post potato pound power practice pressure price print prize problem process product profile profit program programming project property protein public purple purpose " +
    "push quality quantum quarter query question quick quiet quote race radio rain random range rate reading ready real recipe record red reference region relationship release reminder rent repair report request research reservation response rest restaurant result return review " +
    "rice rich ride right ring risk river road robot rock role roll roof room rope rose round route routine row rule run sad safe salad salary sale salt sample sand save saving scale schedule school science score screen script sea season seat second secret security " +
    "select sell sentence server service session set setting shape share sharp sheet ship shirt shoe shop shopping short shoulder shower side sign silver simple site size skin sky sleep slow small smart smell smile smoke smooth snow soap social sock soft software solar sound soup " +
    "source south space spare speaker special speech speed spell spice spoon sport spot spring square staff stage stair standard star start state statement station status steak steel step stock stomach stone stop store storm story street strength stress strong structure student study style " +
    "subject sugar suggestion suit summary summer sun supper supply support surface surprise sweet swim switch symbol system table talk tall tank tape target task taste tax tea teacher team tech temperature template tennis term test text theme theory thick thin ticket tie tight time timer " +
    "tip tire title toast toe tone tool tooth top topic total touch tour towel town track trade traffic train transaction travel tree trip truck true trust tune type uncle unit update upgrade user vacation value vegetable version video view village visa visit voice volume wait walk wall warm watch " +
    "water wave way weak weather web website week weekend weekly weight wet wheel white wide wild wind window wine winter wire wood word work workout world wrong yard year yellow young zero zoo asap today tonight tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday " +
    "january february april june july august september october november december one two three four five six seven eight nine ten hundred thousand million first third fourth fifth last early late later soon now again always never maybe really actually exactly quickly usually thanks thank hello hi hey ok okay " +
    "yo um so like etc vs real life lot bit thing stuff kind sort guy guys folks people person man woman men women kids boys girls dad mom mum father mother brother sister son daughter wife husband aunt grandma grandpa cousin boss colleague " +
    "want need know think get got make made take took give gave go went come came see saw look looked find found tell told say said use used try tried keep kept let put mean meant show showed hear heard run ran move believe bring brought happen happened write wrote sit stand lose lost pay paid meet met " +
    "include continue set learn learned lead understand watch follow stop create speak spoke read spend grow open walk win offer remember love consider appear wait serve die send sent expect stay fall cut reach kill remain suggest raise pass sell require decide pull remind explain describe write " +
    "hotels flights kubernetes docker python java javascript react node sql aws linux windows google amazon facebook apple microsoft netflix spotify uber chase visa mastercard"
  ).split(" "),
);

/** Returns whether a lower-case word is common English, or a common word of another language. */
export function isCommonWord(word: string): boolean {
  if (isListedWord(word)) return true;
  return !GIVEN_NAMES.has(word) && /(?:ing|ed|ly|tions?|ments?)$/.test(word) && word.length > 5;
}

/**
 * Returns the same using only the lists, because the form of a word tells nothing about a capitalized name
 * such as "Boeing".
 */
export function isListedWord(word: string): boolean {
  if (STOP_WORDS.has(word) || COMMON.has(word) || isEveryday(word)) return true;
  return weighTerm(word) < UNCOMMON_WEIGHT || COMMON.has(toSingular(word));
}
