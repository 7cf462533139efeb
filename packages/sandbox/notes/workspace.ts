import { plainTextOf } from "./rich-text.ts";

/** Permissions of a connection, beyond reading its own identity. */
export type NotesCapability = "read_content" | "insert_content";

/** A token and its bot. */
export interface NotesToken {
  readonly botName: string;
  readonly capabilities: readonly NotesCapability[];
}

/** A property of a database: its ID and the settings of its type. */
export interface PropertySchema {
  readonly id: string;
  readonly type: string;
  /** Names of the options of a select, status or multi_select. A status cannot get new options. */
  readonly options?: readonly string[];
}

export interface NotesDatabase {
  readonly id: string;
  readonly title: string;
  readonly properties: Readonly<Record<string, PropertySchema>>;
  /** If there are several, the pinned API version cannot access the database. */
  readonly dataSources?: readonly string[];
}

/** A property value as the provider shows it: `{id, type, [type]: …}`. */
export type PropertyValue = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly type: string;
};

export interface NotesPage {
  readonly id: string;
  readonly parent: Readonly<Record<string, string>>;
  readonly createdTime: string;
  lastEditedTime: string;
  readonly properties: Readonly<Record<string, PropertyValue>>;
}

/** A block as the provider shows it, with its child blocks. */
export interface NotesBlock {
  readonly id: string;
  readonly type: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly children: NotesBlock[];
}

/** The notes app's state. IDs and times come from a counter. */
export class NotesWorkspace {
  readonly name = "Sandbox";
  readonly tokens: Map<string, NotesToken>;
  readonly databases: readonly NotesDatabase[];
  /** Every page, oldest first, for tests to count. */
  readonly pages: NotesPage[] = [];
  readonly #blocks = new Map<string, NotesBlock[]>();
  #made = 0;

  constructor(seed: {
    tokens: Readonly<Record<string, NotesToken>>;
    databases: readonly NotesDatabase[];
  }) {
    this.tokens = new Map(Object.entries(seed.tokens));
    this.databases = seed.databases;
  }

  database(id: string): NotesDatabase | undefined {
    return this.databases.find((database) => database.id === canonicalId(id));
  }

  page(id: string): NotesPage | undefined {
    return this.pages.find((page) => page.id === canonicalId(id));
  }

  /** Returns the live list of the direct children of a page or a block. */
  childrenOf(id: string): NotesBlock[] | undefined {
    return this.#blocks.get(canonicalId(id));
  }

  /** Adds a page. A page below another page is also one of its blocks. */
  addPage(page: Pick<NotesPage, "parent" | "properties">): NotesPage {
    const id = this.#nextId();
    const time = new Date(Date.UTC(2026, 0, 1, 10, this.pages.length)).toISOString();
    const added = { ...page, id, createdTime: time, lastEditedTime: time };
    this.pages.push(added);
    const below: NotesBlock[] = [];
    this.#blocks.set(id, below);
    const title = plainTextOf(Object.values(page.properties).find(({ type }) => type === "title")?.title);
    const block = { id, type: "child_page", content: { title }, children: below };
    if (page.parent.page_id !== undefined) this.childrenOf(page.parent.page_id)?.push(block);
    return added;
  }

  /** Appends a block to an existing page or block. */
  addBlock(parentId: string, type: string, content: Readonly<Record<string, unknown>>): NotesBlock {
    const block: NotesBlock = { id: this.#nextId(), type, content, children: [] };
    this.childrenOf(parentId)?.push(block);
    this.#blocks.set(block.id, block.children);
    return block;
  }

  #nextId(): string {
    this.#made += 1;
    return `5eed0000-0000-4000-8000-${this.#made.toString(16).padStart(12, "0")}`;
  }
}

/** Returns an ID with its dashes, whether or not it had them. */
export function canonicalId(id: string): string {
  return id
    .replaceAll("-", "")
    .toLowerCase()
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
