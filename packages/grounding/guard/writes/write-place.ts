import type { RecordSubject } from "./record-subject.ts";

/** Where a value stands in the arguments of a write. */
export interface WritePlace {
  /** Path of the argument, such as "contacts.0.properties.company"; cut where it is long. */
  argument: string;
  /** The same path without the places in lists. */
  field: string;
  /** The innermost name of a field. */
  key: string;
  /** The name of the field that says what the value is, round a wrapper such as `{select: {name: ...}}`. */
  relation: string;
  /** The person or thing that the record is about, as a key or a field beside it names them. */
  subject: RecordSubject | null;
  /** The innermost keys on the path that say something. */
  keys: readonly string[];
  /** Number of JSON texts nested in one another. */
  texts: number;
}

export const TOP: WritePlace = {
  argument: "",
  field: "",
  key: "",
  relation: "",
  subject: null,
  keys: [],
  texts: 0,
};
/** Keys that say how a value is written, within a field that says what it is. */
const WRAPPER = /^(?:select|multi_select|status|rich_text|title|number|date|checkbox|people|text)$/i;
const WRAPPED = /^(?:name|value|content|plain_text|text|start)$/i;
/** Keys that only hold fields or records. */
const CONTAINER =
  /^(?:properties|fields|payload|data|attributes|values|items|rows|records?|results?|body|json|objects?|entry|entries|elements?|blocks?|children|associations|meta|metadata|embeds?|attachments?)$/i;

/** Fields whose value belongs to the record's subject, even where nothing else is said of it. */
export const BELONGS =
  /^(?:owner|author|lead|parent|founder|editor|designer|publisher|maker|winner|director)$/i;

/** The keys that say what a value is: those that say something, else the field's own. */
export function keysOf({ keys, relation, subject }: WritePlace): readonly string[] {
  if (keys.length > 0) return keys;
  return relation === subject?.name ? [] : [relation];
}

/** Returns true if a key says how the value of the field round it is written. */
export function isWrapping(key: string, isOnlyField: boolean, place: WritePlace): boolean {
  return isWrapped(place) ? WRAPPED.test(key) : isOnlyField && WRAPPER.test(key) && isField(place);
}

/** Returns true for a field that says something; others only hold the fields of a record. */
export function isField({ relation }: WritePlace): boolean {
  return relation !== "" && !CONTAINER.test(relation);
}

/** Returns true if a key says how a value is written, and stands within the field that says what it is. */
export function isWrapped({ key, relation }: WritePlace): boolean {
  return WRAPPER.test(key) && relation !== key;
}
