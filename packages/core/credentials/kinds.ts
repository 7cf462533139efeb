import type * as z from "zod";

/** A kind of credential by its name, such as `crm`. `CredentialKinds` knows which there are. */
export type CredentialKind = string;

export type CredentialMetadata = Readonly<Record<string, unknown>>;

/** Names metadata keys, kind by kind; a kind that is left out names none. */
export type MetadataKeys = Readonly<Record<CredentialKind, readonly string[] | undefined>>;

/** Describes the credentials that a tool can use. */
export interface CredentialFit {
  readonly kinds: readonly CredentialKind[];
  /** Keys that must be set. */
  readonly metadata?: MetadataKeys;
  /** Keys that must not be set: they say that the credential was made for something else. */
  readonly excludedMetadata?: MetadataKeys;
}

/** Describes one kind of credential. Each provider brings its own. */
export interface KindDefinition {
  readonly kind: CredentialKind;
  /** The shape that `metadata` must have; strict, so that unknown keys are refused. */
  readonly metadata: z.ZodObject;
  /**
   * Gives the part of the metadata that decides where a token goes, or who it signs in as, in a form in which
   * equal values mean the same. It changes only together with the token. Left out, nothing in the metadata
   * decides that.
   */
  destination?(metadata: CredentialMetadata): Readonly<Record<string, unknown>>;
  /** Tells whether keys may be added to metadata. Left out, all keys of the kind may stand together. */
  canAdd?(metadata: CredentialMetadata, keys: readonly string[]): boolean;
}

/** The kinds of credentials there are, as the composition root registers them. */
export class CredentialKinds {
  readonly #definitions = new Map<CredentialKind, KindDefinition>();

  /** Throws when two definitions have one name. */
  constructor(definitions: readonly KindDefinition[]) {
    for (const definition of definitions) {
      if (this.#definitions.has(definition.kind))
        throw new Error(`Two kinds of credentials are called ${definition.kind}.`);
      this.#definitions.set(definition.kind, definition);
    }
  }

  /** Lists the names, in the order in which they were registered. */
  names(): readonly CredentialKind[] {
    return [...this.#definitions.keys()];
  }

  has(kind: CredentialKind): boolean {
    return this.#definitions.has(kind);
  }

  /** Gives the shape `metadata` must have for a kind. Throws a plain Error for a kind there is not. */
  metadataSchema(kind: CredentialKind): z.ZodObject {
    return this.#definition(kind).metadata;
  }

  /**
   * Lists the metadata keys that decide where a token goes, or who it signs in as, and that differ between
   * the two. They are compared by their meaning: writing out a default changes nothing.
   */
  changedDestination(kind: CredentialKind, before: CredentialMetadata, after: CredentialMetadata): string[] {
    const definition = this.#definition(kind);
    const [old, now] = [definition.destination?.(before) ?? {}, definition.destination?.(after) ?? {}];
    const keys = new Set([...Object.keys(old), ...Object.keys(now)]);
    return [...keys].filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key]));
  }

  /** Tells whether keys may be added to metadata of this kind; some exclude each other. */
  canAddMetadata(kind: CredentialKind, metadata: CredentialMetadata, keys: readonly string[]): boolean {
    return this.#definition(kind).canAdd?.(metadata, keys) ?? true;
  }

  /** Says what is wrong with the kinds and metadata keys that a tool names; empty when nothing is. */
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
