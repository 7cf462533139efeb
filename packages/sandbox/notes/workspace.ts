import { plainTextOf } from "./rich-text.ts";

/** Permissions of a connection, beyond reading its own identity. */
export type NotesCapability = "read_content" | "insert_content";

/** A token and the bot it stands for. */
export interface NotesToken {
  readonly botName: string;
  readonly capabilities: readonly NotesCapability[];
}

/** A property of a database: an id of its own, and its type's settings. */
export interface PropertySchema {
  readonly id: string;
  readonly type: string;
  /** Names of the options of a select, status or multi_select; a status cannot get new ones. */
  readonly options?: readonly string[];
}

export interface NotesDatabase {
  readonly id: string;
  readonly title: string;
  readonly properties: Readonly<Record<string, PropertySchema>>;
  /** More than one: the pinned API version cannot reach it. */
  readonly dataSources?: readonly string[];
}

/** A property value as the provider answers it: `{id, type, [type]: …}`. */
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

/** A block as the provider answers it, and what stands below it. */
export interface NotesBlock {
  readonly id: string;
  readonly type: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly children: NotesBlock[];
}

/** The notes app's state. Ids and times come from a counter. */
export class NotesWorkspace {
  readonly name = "Sandbox";
  readonly tokens: Map<string, NotesToken>;
  readonly databases: readonly NotesDatabase[];
  /** Every page, oldest first: what tests count. */
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

  /** The live list of what stands directly below a page or a block. */
  childrenOf(id: string): NotesBlock[] | undefined {
    return this.#blocks.get(canonicalId(id));
  }

  /** A page below another is a block of it, too. */
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

  /** Puts a block behind the last one below a page or a block that there is. */
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

/** An id with its dashes, whether it was written with them or not. */
export function canonicalId(id: string): string {
  return id
    .replaceAll("-", "")
    .toLowerCase()
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
