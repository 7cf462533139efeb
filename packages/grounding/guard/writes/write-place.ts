import type { RecordSubject } from "./record-subject.ts";

/** Location of a value in the arguments of a write. */
export interface WritePlace {
  /** Path of the argument, such as "contacts.0.properties.company". Truncated if it is long. */
  argument: string;
  /** The same path without list positions. */
  field: string;
  /** The innermost field name. */
  key: string;
  /**
   * Name of the field that gives the value its meaning, outside a wrapper such as `{select: {name: ...}}`.
   */
  relation: string;
  /** Subject of the record, as named by a key or a neighbouring field. */
  subject: RecordSubject | null;
  /** The innermost meaningful keys on the path. */
  keys: readonly string[];
  /** Number of nested JSON texts. */
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
/** Matches keys for the format of a value, inside the field that gives it its meaning. */
const WRAPPER = /^(?:select|multi_select|status|rich_text|title|number|date|checkbox|people|text)$/i;
const WRAPPED = /^(?:name|value|content|plain_text|text|start)$/i;
/** Matches keys that only contain fields or records. */
const CONTAINER =
  /^(?:properties|fields|payload|data|attributes|values|items|rows|records?|results?|body|json|objects?|entry|entries|elements?|blocks?|children|associations|meta|metadata|embeds?|attachments?)$/i;

/** Matches fields whose value belongs to the record's subject, even if nothing else is said about it. */
export const BELONGS =
  /^(?:owner|author|lead|parent|founder|editor|designer|publisher|maker|winner|director)$/i;

/** Returns the keys that give a value its meaning: the meaningful ones, or otherwise the field's own. */
export function findMeaningfulKeys({ keys, relation, subject }: WritePlace): readonly string[] {
  if (keys.length > 0) return keys;
  return relation === subject?.name ? [] : [relation];
}

/** Returns whether a key describes the format of the enclosing field's value. */
export function isWrapping(key: string, isOnlyField: boolean, place: WritePlace): boolean {
  return isWrapped(place) ? WRAPPED.test(key) : isOnlyField && WRAPPER.test(key) && isField(place);
}

/** Returns whether the value is in a meaningful field. Other fields only contain the fields of a record. */
export function isField({ relation }: WritePlace): boolean {
  return relation !== "" && !CONTAINER.test(relation);
}

/**
 * Returns whether a key describes the format of a value and is inside the field that gives it its meaning.
 */
export function isWrapped({ key, relation }: WritePlace): boolean {
  return WRAPPER.test(key) && relation !== key;
}
