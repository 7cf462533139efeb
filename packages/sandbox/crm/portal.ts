/** A token of the portal and its permissions. */
export interface CrmToken {
  readonly scopes: readonly string[];
  readonly expired?: boolean;
}

/** A contact. `properties` is keyed by internal name and includes `email` in lower case. */
export interface CrmContact {
  readonly id: string;
  readonly createdAt: string;
  updatedAt: string;
  readonly properties: Record<string, string>;
}

/** Initial content of a portal. */
export interface PortalSeed {
  /** Token text → token. */
  readonly tokens: Readonly<Record<string, CrmToken>>;
  /**
   * Internal names of the properties that a contact may have besides `email`, each with its allowed values or
   * `any`.
   */
  readonly properties: Readonly<Record<string, readonly string[] | "any">>;
}

/** The CRM's state: one account and its contacts. IDs and times come from counters. */
export class Portal {
  readonly portalId = 4_200_042;
  readonly tokens: Map<string, CrmToken>;
  readonly properties: PortalSeed["properties"];
  /** Every contact, oldest first. */
  readonly contacts: CrmContact[] = [];
  /** Number of single upserts carried out, for tests to check. */
  upserts = 0;

  constructor(seed: PortalSeed) {
    this.tokens = new Map(Object.entries(seed.tokens));
    this.properties = seed.properties;
  }

  /** Finds a contact by its primary or an additional address, ignoring case. */
  contact(email: string): CrmContact | undefined {
    const wanted = email.trim().toLowerCase();
    return this.contacts.find(({ properties }) =>
      [properties.email, ...(properties.hs_additional_emails ?? "").split(";")].includes(wanted),
    );
  }

  /**
   * Creates or updates a contact. `null` and the empty text clear a property. An existing contact keeps its
   * primary address.
   */
  upsert(
    email: string,
    properties: Readonly<Record<string, string | null>>,
  ): { contact: CrmContact; created: boolean } {
    const known = this.contact(email);
    const at = this.#tick();
    const contact = known ?? {
      id: String(511 + this.contacts.length),
      createdAt: at,
      updatedAt: at,
      properties: { email: email.trim().toLowerCase(), createdate: at },
    };
    if (known === undefined) this.contacts.push(contact);
    for (const [name, value] of Object.entries(properties)) {
      if (name === "email") continue;
      if (value === null || value === "") delete contact.properties[name];
      else contact.properties[name] = value;
    }
    contact.updatedAt = at;
    return { contact, created: known === undefined };
  }

  #tick(): string {
    this.upserts += 1;
    return new Date(1_770_000_000_000 + this.upserts * 1_000).toISOString();
  }
}
