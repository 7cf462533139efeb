/**
 * Public exports of identity, which distinguishes the people in search results. Research loads it itself; the
 * exports are for measurements.
 */
export type { AskedPeople } from "./asked-person.ts";
export { groupPeople, type PeopleGroups } from "./group-people.ts";
export { type IdentifiedPeople, identifyPeople } from "./identify-people.ts";
export type { Passage } from "./marks.ts";
