/** Values of the key fields of a record, in order: the owner first. */
export type RecordKey = readonly (string | number)[];

/**
 * Describes a kind of record: everything that a driver, and the signatures, must know about it. A record is
 * plain JSON, and its key fields are part of it.
 */
export interface RecordKind<R extends object> {
  /** Unique and never changed: it selects the layout in each driver and stands in the key table. */
  readonly name: string;
  /** `keys`: the key table, which whoever can write the main table cannot change. */
  readonly table: "main" | "keys";
  /** The key fields. The first is the owner: a tenant's id, unless the kind has only one key field. */
  readonly key: readonly (keyof R & string)[];
  /** Digits to which a numeric key field is padded, so that keys sort by it. */
  readonly digits?: number;
  /**
   * The list that shows a record, and where in it. Left out, records are listed under their owner in the
   * order of their keys.
   */
  readonly listed?: (record: R) => { list: string; position: string } | undefined;
  /**
   * When the record may be deleted, as ISO 8601 in UTC; `undefined`: never. Drivers delete later: readers
   * check the time.
   */
  readonly expires?: (record: R) => string | undefined;
  /** A text field of up to megabytes, which a driver may store in pieces. */
  readonly large?: keyof R & string;
  /** Fields that change without a new version. No signature covers them. */
  readonly noted?: readonly (keyof R & string)[];
  readonly signed: Signing<R>;
}

/**
 * `false`: nothing in the record decides where something goes, who may do it or what counts; the description
 * of the kind says why.
 */
type Signing<R> =
  | false
  | {
      /** First word of the signed text. Two kinds never share one. */
      readonly as: string;
      /**
       * The row of the key table that ends the time of unsigned records (closing-rows.ts); `all_signed` when
       * left out. `null`: the kind was signed from its first release on.
       */
      readonly unsignedUntil?: ClosingRow | null;
      /** A refused record is read as if it did not exist: whoever shows a forged key learns no more. */
      readonly hidesRefused?: true;
      /** Only the last release wrote such records: once they do not count, nobody looks for one. */
      readonly isPast?: true;
      /**
       * Makes the key table say which version counts, so that no earlier one can be put back. Left out: the
       * record never changes, or an earlier version of it gains nothing.
       */
      readonly version?: VersionRule<R>;
    };

/** Written by the command that signs every record; `all_listed` is that of an earlier release. */
export type ClosingRow = "all_listed" | "all_signed";

export interface VersionRule<R> {
  /** The owner of the record's state in the key table, a tenant or the stage, and the state's name. */
  readonly state: (key: RecordKey) => { owner: string; record: string };
  /** Grows with every change of a record, from 1. */
  readonly of: (record: Partial<R>) => number;
  /** The writer gives a change its version, as a seal binds it. Left out, the store does. */
  readonly isSealed?: true;
  /** The state is read each time. Left out, a process trusts what it has read for 30 seconds. */
  readonly alwaysRead?: true;
  /** When the record was revoked or deleted; `null` while it was not. Nobody gains by one that was. */
  readonly endedAt?: (record: R) => string | null;
  /** The last release ended such records without signing them again: the key table says that they ended. */
  readonly endsUnsigned?: true;
  /** Fields of a record that the key table says was ended at this time. Left out, it is refused. */
  readonly shownEnded?: (at: string) => object;
}

/** Values of the key fields of a record. */
export function keyOf<R extends object>({ key }: RecordKind<R>, record: R): RecordKey {
  return key.map((field) => record[field] as string | number);
}

/** Sets the key fields of a record to the key that it was found at, and returns it. */
export function withKey<R extends object>(kind: Pick<RecordKind<R>, "key">, key: RecordKey, record: R): R {
  return Object.assign(record, Object.fromEntries(key.map((value, index) => [kind.key[index], value])));
}

/** The part of a key after the owner, as one text that sorts like the keys do. */
export function positionOf(kind: Pick<RecordKind<object>, "digits">, [, ...rest]: RecordKey): string {
  return rest.map((value) => padded(kind, value)).join("#");
}

function padded({ digits = 0 }: Pick<RecordKind<object>, "digits">, value: string | number): string {
  return typeof value === "number" ? String(value).padStart(digits, "0") : value;
}
