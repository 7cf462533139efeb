/**
 * The face of identity: tells the people of search results apart. Research loads it by itself; it is here to
 * be measured.
 */
export type { AskedPeople } from "./asked-person.ts";
export { groupPeople, type PeopleGroups } from "./group-people.ts";
export { type IdentifiedPeople, identifyPeople } from "./identify-people.ts";
export type { Passage } from "./marks.ts";
