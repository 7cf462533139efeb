import type * as z from "zod";

/** Name of a kind of credential, such as `crm`. `CredentialKinds` lists all kinds. */
export type CredentialKind = string;

export type CredentialMetadata = Readonly<Record<string, unknown>>;

/** Metadata keys by kind. An omitted kind has none. */
type MetadataKeys = Readonly<Record<CredentialKind, readonly string[] | undefined>>;

/** Describes which credentials a tool can use. */
export interface CredentialFit {
  readonly kinds: readonly CredentialKind[];
  /** Keys that must be set. */
  readonly metadata?: MetadataKeys;
  /** Keys that must not be set, because they mark a credential for another purpose. */
  readonly excludedMetadata?: MetadataKeys;
}

/** One kind of credential, defined by its provider. */
export interface KindDefinition {
  readonly kind: CredentialKind;
  /**
   * Creates the schema of `metadata`, which is strict, so unknown keys are rejected. Called once, when a
   * credential of the kind is first needed: few processes need all kinds.
   */
  metadata(): z.ZodObject;
  /**
   * Returns the metadata, in normalized form, that determines where a token is sent or which user it signs in
   * as. These fields can only be changed together with the token. Omitted if nothing does.
   */
  destination?(metadata: CredentialMetadata): Readonly<Record<string, unknown>>;
  /** Returns true if these keys can be added to the metadata. If omitted, all keys can be combined. */
  canAdd?(metadata: CredentialMetadata, keys: readonly string[]): boolean;
}

/** The registered kinds of credentials. */
export class CredentialKinds {
  readonly #definitions = new Map<CredentialKind, KindDefinition>();
  readonly #schemas = new Map<CredentialKind, z.ZodObject>();

  /** Throws if two definitions have the same name. */
  constructor(definitions: readonly KindDefinition[]) {
    for (const definition of definitions) {
      if (this.#definitions.has(definition.kind))
        throw new Error(`Two kinds of credentials are called ${definition.kind}.`);
      this.#definitions.set(definition.kind, definition);
    }
  }

  /** Returns the names in order of registration. */
  listNames(): readonly CredentialKind[] {
    return [...this.#definitions.keys()];
  }

  has(kind: CredentialKind): boolean {
    return this.#definitions.has(kind);
  }

  /** Returns the schema of a kind's `metadata`. Throws a plain Error for an unknown kind. */
  metadataSchema(kind: CredentialKind): z.ZodObject {
    const schema = this.#schemas.get(kind) ?? this.#getDefinition(kind).metadata();
    this.#schemas.set(kind, schema);
    return schema;
  }

  /**
   * Returns the metadata keys whose values differ, of those that determine where a token is sent or which
   * user it signs in as. Compares normalized values, so that stating a default is not a difference.
   */
  listChangedDestination(
    kind: CredentialKind,
    before: CredentialMetadata,
    after: CredentialMetadata,
  ): string[] {
    const definition = this.#getDefinition(kind);
    const [old, now] = [definition.destination?.(before) ?? {}, definition.destination?.(after) ?? {}];
    const keys = new Set([...Object.keys(old), ...Object.keys(now)]);
    return [...keys].filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key]));
  }

  /** Returns true if these keys can be added to metadata of this kind. Some keys exclude each other. */
  canAddMetadata(kind: CredentialKind, metadata: CredentialMetadata, keys: readonly string[]): boolean {
    return this.#getDefinition(kind).canAdd?.(metadata, keys) ?? true;
  }

  /** Lists the problems of the kinds and metadata keys that a tool requires. */
  listProblems({ kinds, metadata = {}, excludedMetadata = {} }: CredentialFit): string[] {
    return kinds.flatMap((kind) => {
      if (!this.has(kind)) return [`there is no kind of credential called ${kind}`];
      const named = [...(metadata[kind] ?? []), ...(excludedMetadata[kind] ?? [])];
      const unknown = named.filter((key) => !(key in this.metadataSchema(kind).shape));
      return unknown.map((key) => `a credential of the kind ${kind} has no metadata.${key}`);
    });
  }

  #getDefinition(kind: CredentialKind): KindDefinition {
    const definition = this.#definitions.get(kind);
    if (definition) return definition;
    throw new Error(`There is no credential kind ${kind}.`);
  }
}
