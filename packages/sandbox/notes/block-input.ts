import { invalid } from "./failures.ts";
import { arrayAt, type JsonObject, objectAt, textAt } from "./json-value.ts";
import { readRichText } from "./rich-text.ts";
import type { NotesWorkspace } from "./workspace.ts";

/** Maximum number of levels of children below a block in a request. */
const mostLevels = 2;
/** Maximum number of blocks in a request, including nested ones. */
const mostBlocks = 1000;

const withText = new Set([
  "paragraph",
  "heading_1",
  "heading_2",
  "heading_3",
  "bulleted_list_item",
  "numbered_list_item",
  "to_do",
  "quote",
  "code",
]);
const withChildren = new Set(["paragraph", "bulleted_list_item", "numbered_list_item", "to_do", "quote"]);

/** A valid block of a request. */
export interface BlockInput {
  readonly type: string;
  readonly content: JsonObject;
  readonly children: readonly BlockInput[];
}

/**
 * Returns the blocks of a request. Refuses all of them if one is invalid, or if there are too many blocks or
 * levels.
 */
export function readBlocks(value: unknown): BlockInput[] {
  const blocks = readChildren(value, "children", 0);
  if (countOf(blocks) > mostBlocks)
    throw invalid(`body failed validation: body.children has more than ${mostBlocks} block elements.`);
  return blocks;
}

/** Appends blocks to a page or a block. Returns those of the first level. */
export function addBlocks(workspace: NotesWorkspace, parentId: string, blocks: readonly BlockInput[]) {
  return blocks.map(({ type, content, children }) => {
    const added = workspace.addBlock(parentId, type, content);
    addBlocks(workspace, added.id, children);
    return added;
  });
}

function readChildren(value: unknown, path: string, level: number): BlockInput[] {
  if (level > mostLevels) throw invalid(`body failed validation: body.${path} should be not present.`);
  return arrayAt(value, path).map((block, index) => readBlock(block, `${path}[${index}]`, level));
}

function readBlock(value: unknown, path: string, level: number): BlockInput {
  const block = objectAt(value, path);
  const type = String(block.type);
  const { children, ...content } = objectAt(block[type], `${path}.${type}`);
  if (type === "divider") return { type, content: {}, children: [] };
  if (type === "image") return readImage(content, path);
  if (type === "table") return readTable(content, children, path, level);
  if (!withText.has(type))
    throw invalid(`body failed validation: body.${path}.type is not a known block type.`);
  if (type === "code" && !codeLanguages.has(String(content.language)))
    throw invalid(`body failed validation: body.${path}.code.language should be one of the known languages.`);
  if (children !== undefined && !withChildren.has(type))
    throw invalid(`body failed validation: body.${path}.${type}.children should be not present.`);
  const rich_text = readRichText(content.rich_text, `${path}.${type}.rich_text`);
  return {
    type,
    content: { ...content, rich_text },
    children: children === undefined ? [] : readChildren(children, `${path}.${type}.children`, level + 1),
  };
}

/** Reads an image from the web. The provider fetches it only when someone views the page. */
function readImage({ type, external, caption = [] }: JsonObject, path: string): BlockInput {
  const place = `${path}.image.external.url`;
  const url = textAt(objectAt(external, `${path}.image.external`).url, place);
  if (type !== "external" || !/^https?:\/\/./.test(url))
    throw invalid(`body failed validation: body.${place} should be a valid URL.`);
  const content = { type, external: { url }, caption: readRichText(caption, `${path}.image.caption`) };
  return { type: "image", content, children: [] };
}

function readTable(content: JsonObject, children: unknown, path: string, level: number): BlockInput {
  const place = `${path}.table.children`;
  if (level >= mostLevels) throw invalid(`body failed validation: body.${path}.type should not be a table.`);
  const rows = arrayAt(children, place).map((value, index) => {
    const row = objectAt(objectAt(value, `${place}[${index}]`).table_row, `${place}[${index}].table_row`);
    const cells = arrayAt(row.cells, `${place}[${index}].table_row.cells`).map((cell) =>
      readRichText(cell, `${place}[${index}].table_row.cells`),
    );
    if (cells.length !== content.table_width)
      throw invalid("Number of cells in table row must match the table width of the parent table.");
    return { type: "table_row", content: { cells }, children: [] };
  });
  if (rows.length === 0) throw invalid(`body failed validation: body.${place}.length should be ≥ \`1\`.`);
  return { type: "table", content, children: rows };
}

function countOf(blocks: readonly BlockInput[]): number {
  return blocks.reduce((count, { children }) => count + 1 + countOf(children), 0);
}

/** Languages that a code block may have. */
const codeLanguages: ReadonlySet<string> = new Set(
  (
    "abap,abc,agda,arduino,ascii art,assembly,bash,basic,bnf,c,c#,c++,clojure,coffeescript,coq,css,dart,dhall,diff,docker,ebnf," +
    "elixir,elm,erlang,f#,flow,fortran,gherkin,glsl,go,graphql,groovy,haskell,hcl,html,idris,java,java/c/c++/c#,javascript,json," +
    "julia,kotlin,latex,less,lisp,livescript,llvm ir,lua,makefile,markdown,markup,mathematica,matlab,mermaid,nix,notion formula," +
    "objective-c,ocaml,pascal,perl,php,plain text,powershell,prolog,protobuf,purescript,python,r,racket,reason,ruby,rust,sass," +
    "scala,scheme,scss,shell,smalltalk,solidity,sql,swift,toml,typescript,vb.net,verilog,vhdl,visual basic,webassembly,xml,yaml"
  ).split(","),
);
