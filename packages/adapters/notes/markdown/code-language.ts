/** The languages a code block may have (Notion API reference, "Block", code). */
const LANGUAGES = new Set(
  (
    "abap,abc,agda,arduino,ascii art,assembly,bash,basic,bnf,c,c#,c++,clojure,coffeescript,coq,css,dart,dhall,diff,docker,ebnf," +
    "elixir,elm,erlang,f#,flow,fortran,gherkin,glsl,go,graphql,groovy,haskell,hcl,html,idris,java,javascript,json,julia,kotlin," +
    "latex,less,lisp,livescript,llvm ir,lua,makefile,markdown,markup,matlab,mathematica,mermaid,nix,notion formula,objective-c," +
    "ocaml,pascal,perl,php,plain text,powershell,prolog,protobuf,purescript,python,r,racket,reason,ruby,rust,sass,scala,scheme," +
    "scss,shell,smalltalk,solidity,sql,swift,toml,typescript,vb.net,verilog,vhdl,visual basic,webassembly,xml,yaml"
  ).split(","),
);

const ALIASES = new Map(
  Object.entries({
    js: "javascript",
    jsx: "javascript",
    mjs: "javascript",
    node: "javascript",
    ts: "typescript",
    tsx: "typescript",
    py: "python",
    python3: "python",
    rb: "ruby",
    rs: "rust",
    golang: "go",
    kt: "kotlin",
    cs: "c#",
    csharp: "c#",
    cpp: "c++",
    fsharp: "f#",
    objc: "objective-c",
    hs: "haskell",
    ex: "elixir",
    pl: "perl",
    sh: "shell",
    zsh: "shell",
    console: "shell",
    ps1: "powershell",
    yml: "yaml",
    jsonc: "json",
    md: "markdown",
    tex: "latex",
    proto: "protobuf",
    dockerfile: "docker",
    make: "makefile",
    tf: "hcl",
    terraform: "hcl",
    wasm: "webassembly",
    patch: "diff",
    svg: "xml",
  }),
);

/**
 * The provider's name for a language as fences name it ("ts", "TypeScript"); `undefined` when it has none.
 */
export function codeLanguage(name: string): string | undefined {
  const language = ALIASES.get(name.toLowerCase()) ?? name.toLowerCase();
  return LANGUAGES.has(language) ? language : undefined;
}
