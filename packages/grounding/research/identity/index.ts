/**
 * Public exports of identity, which groups search results by the person they are about. Research loads it
 * lazily; other exports are for measurements.
 */
export type { AskedPeople } from "./asked-person.ts";
export { groupPeople, type PeopleGroups } from "./group-people.ts";
export { type IdentifiedPeople, identifyPeople } from "./identify-people.ts";
export type { Passage } from "./marks.ts";
