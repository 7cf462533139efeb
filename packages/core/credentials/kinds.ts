import type * as z from "zod";

/** Name of a kind of credential, such as `crm`. `CredentialKinds` lists the existing kinds. */
export type CredentialKind = string;

export type CredentialMetadata = Readonly<Record<string, unknown>>;

/** Metadata keys by kind. A kind that is omitted has none. */
export type MetadataKeys = Readonly<Record<CredentialKind, readonly string[] | undefined>>;

/** The credentials that a tool can use. */
export interface CredentialFit {
  readonly kinds: readonly CredentialKind[];
  /** Keys that must be set. */
  readonly metadata?: MetadataKeys;
  /** Keys that must not be set, because they mark a credential made for another purpose. */
  readonly excludedMetadata?: MetadataKeys;
}

/** One kind of credential, defined by its provider. */
export interface KindDefinition {
  readonly kind: CredentialKind;
  /** Schema of `metadata`. It is strict, so unknown keys are rejected. */
  readonly metadata: z.ZodObject;
  /**
   * Returns the part of the metadata that decides where a token is sent, or which user it signs in as, in
   * normalized form. These fields can only change together with the token. If omitted, no metadata decides
   * this.
   */
  destination?(metadata: CredentialMetadata): Readonly<Record<string, unknown>>;
  /**
   * Returns whether these keys may be added to the metadata. If omitted, all keys of the kind can be
   * combined.
   */
  canAdd?(metadata: CredentialMetadata, keys: readonly string[]): boolean;
}

/** The registered kinds of credentials. */
export class CredentialKinds {
  readonly #definitions = new Map<CredentialKind, KindDefinition>();

  /** Throws if two definitions have the same name. */
  constructor(definitions: readonly KindDefinition[]) {
    for (const definition of definitions) {
      if (this.#definitions.has(definition.kind))
        throw new Error(`Two kinds of credentials are called ${definition.kind}.`);
      this.#definitions.set(definition.kind, definition);
    }
  }

  /** Returns the names in order of registration. */
  names(): readonly CredentialKind[] {
    return [...this.#definitions.keys()];
  }

  has(kind: CredentialKind): boolean {
    return this.#definitions.has(kind);
  }

  /** Returns the schema of a kind's `metadata`. Throws a plain Error for an unknown kind. */
  metadataSchema(kind: CredentialKind): z.ZodObject {
    return this.#definition(kind).metadata;
  }

  /**
   * Returns the metadata keys that decide where a token is sent, or which user it signs in as, and whose
   * values differ. Compares normalized values, so stating a default is not a difference.
   */
  changedDestination(kind: CredentialKind, before: CredentialMetadata, after: CredentialMetadata): string[] {
    const definition = this.#definition(kind);
    const [old, now] = [definition.destination?.(before) ?? {}, definition.destination?.(after) ?? {}];
    const keys = new Set([...Object.keys(old), ...Object.keys(now)]);
    return [...keys].filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key]));
  }

  /** Returns whether these keys may be added to metadata of this kind. Some keys exclude each other. */
  canAddMetadata(kind: CredentialKind, metadata: CredentialMetadata, keys: readonly string[]): boolean {
    return this.#definition(kind).canAdd?.(metadata, keys) ?? true;
  }

  /** Describes what is wrong with the kinds and metadata keys that a tool requires. Empty if nothing is. */
  problemsOf({ kinds, metadata = {}, excludedMetadata = {} }: CredentialFit): string[] {
    return kinds.flatMap((kind) => {
      const definition = this.#definitions.get(kind);
      if (!definition) return [`there is no kind of credential called ${kind}`];
      const named = [...(metadata[kind] ?? []), ...(excludedMetadata[kind] ?? [])];
      const unknown = named.filter((key) => !(key in definition.metadata.shape));
      return unknown.map((key) => `a credential of the kind ${kind} has no metadata.${key}`);
    });
  }

  #definition(kind: CredentialKind): KindDefinition {
    const definition = this.#definitions.get(kind);
    if (definition) return definition;
    throw new Error(`There is no kind of credential called ${kind}.`);
  }
}
