/** Values of a record's key fields in order, starting with the owner. */
export type RecordKey = readonly (string | number)[];

/**
 * Describes a kind of record: everything that drivers and signatures need to know. A record is plain JSON and
 * includes its key fields.
 */
export interface RecordKind<R extends object> {
  /** Unique and never changed. Selects the layout in each driver, and is stored in the key table. */
  readonly name: string;
  /** The record's table. Write access to the main table does not include `keys`, the key table. */
  readonly table: "main" | "keys";
  /** The key fields. The first is the owner: a tenant's ID, unless the kind has only one key field. */
  readonly key: readonly (keyof R & string)[];
  /** Number of digits to which a numeric key field is padded, so that keys sort numerically. */
  readonly digits?: number;
  /** Returns the record's list and its position there. Defaults to the owner's, in key order. */
  readonly listed?: (record: R) => { list: string; position: string } | undefined;
  /**
   * Returns when the record may be deleted, as ISO 8601 in UTC, or `undefined` for never. Drivers delete it
   * some time later, so readers must check the time.
   */
  readonly expires?: (record: R) => string | undefined;
  /** A text field of up to several megabytes, which a driver may store in parts. */
  readonly large?: keyof R & string;
  /** Fields that change without a new version. The signature does not cover them. */
  readonly noted?: readonly (keyof R & string)[];
  readonly signed: Signing<R>;
}

/**
 * Signature of a kind of record. `false` if nothing in the record decides where data is sent, who may do
 * something or what is valid. Such kinds document the reason.
 */
type Signing<R> =
  | false
  | {
      /** First word of the signed text, unique per kind. */
      readonly as: string;
      /**
       * Row of the key table after which unsigned records are rejected (closing-rows.ts). Defaults to
       * `all_signed`. `null` if the kind was signed from its first release.
       */
      readonly unsignedUntil?: ClosingRow | null;
      /** Treats invalid records as not found, so that a caller with a forged key learns nothing. */
      readonly hidesRefused?: true;
      /**
       * Set if only the previous release wrote such records. They are no longer read once unsigned records
       * are rejected.
       */
      readonly isPast?: true;
      /**
       * Stores the current version in the key table, so that restoring an earlier record has no effect.
       * Omitted if the record never changes, or if restoring an earlier one gains nothing.
       */
      readonly version?: VersionRule<R>;
    };

/** Written by the command that signs all records. `all_listed` is from an earlier release. */
export type ClosingRow = "all_listed" | "all_signed";

export interface VersionRule<R> {
  /** Returns the owner (a tenant or the stage) and the name of the record's state in the key table. */
  readonly state: (key: RecordKey) => { owner: string; record: string };
  /** Returns the version of a record, which starts at 1 and grows with every change. */
  readonly of: (record: Partial<R>) => number;
  /** Set if the writer assigns the version, because encryption binds it. Otherwise the store does. */
  readonly isSealed?: true;
  /** Set if the state must be read each time. Otherwise a process trusts it for 30 seconds. */
  readonly alwaysRead?: true;
  /** Returns when the record was revoked or deleted, or `null`. Restoring such a record gains nothing. */
  readonly endedAt?: (record: R) => string | null;
  /**
   * Set if the previous release ended records without signing them again. The key table lists them as ended.
   */
  readonly endsUnsigned?: true;
  /**
   * Returns the fields that mark a record as ended at this time. If omitted, a record that the key table
   * lists as ended is rejected.
   */
  readonly shownEnded?: (at: string) => object;
}

/** Returns the values of a record's key fields. */
export function keyOf<R extends object>({ key }: RecordKind<R>, record: R): RecordKey {
  return key.map((field) => record[field] as string | number);
}

/** Sets a record's key fields to the key under which it was read, and returns the record. */
export function withKey<R extends object>(kind: Pick<RecordKind<R>, "key">, key: RecordKey, record: R): R {
  return Object.assign(record, Object.fromEntries(key.map((value, index) => [kind.key[index], value])));
}

/** Joins the fields of a key after the owner. The results sort like the keys. */
export function positionOf(kind: Pick<RecordKind<object>, "digits">, [, ...rest]: RecordKey): string {
  return rest.map((value) => padNumber(kind, value)).join("#");
}

function padNumber({ digits = 0 }: Pick<RecordKind<object>, "digits">, value: string | number): string {
  return typeof value === "number" ? String(value).padStart(digits, "0") : value;
}
