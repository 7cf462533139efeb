/** Styles of the page: a single column on phones, with the contents next to it where there is room. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1c2024; --soft: #5a636d; --line: #d9dde2; --paper: #fff; --shade: #f4f5f7; --link: #0b5cad; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3e6ea; --soft: #9aa4af; --line: #343a41; --paper: #16191d; --shade: #1f2429; --link: #79b8ff; }
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: var(--paper); font: 16px/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
header, nav, main { max-width: 48rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 2rem; }
h1 { margin: 0; font-size: 2rem; line-height: 1.2; }
h2 { margin: 3.5rem 0 0.5rem; font-size: 1.5rem; }
h3 { margin: 0 0 0.5rem; font-size: 1.05rem; line-height: 1.8; }
h4 { margin: 1.5rem 0 0.25rem; font-size: 0.8rem; letter-spacing: 0.05em; text-transform: uppercase; color: var(--soft); }
p { margin: 0.5rem 0; }
a { color: var(--link); }
code, pre { font: 0.875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { margin: 0.5rem 0; padding: 0.75rem 1rem; background: var(--shade); border-radius: 6px; white-space: pre-wrap; }
pre code { font-size: inherit; }
article { margin: 2rem 0; padding-top: 1.5rem; border-top: 1px solid var(--line); }
.summary { font-size: 1.15rem; font-weight: 600; }
.who, .need, .type, .told, .server { color: var(--soft); }
.who, .need, .type, .told { font-size: 0.9rem; }
.path { font-size: 1rem; }
.method { display: inline-block; min-width: 4.2em; padding: 0 0.5em; border: 1px solid; border-radius: 4px; font: 600 0.75rem/1.7 ui-monospace, monospace; text-align: center; }
.get { color: #1a7f37; } .post { color: #0b5cad; } .patch { color: #9a6700; } .delete { color: #c62828; }
@media (prefers-color-scheme: dark) { .get { color: #57ab5a; } .post { color: #79b8ff; } .patch { color: #d4a72c; } .delete { color: #f47067; } }
ul { margin: 0.25rem 0; padding-left: 1.1rem; }
li { margin: 0.25rem 0; }
li ul { border-left: 1px solid var(--line); list-style: none; }
nav ul { border: 0; padding: 0; list-style: none; }
.need { border: 1px solid var(--line); border-radius: 0.25rem; padding: 0 0.3rem; font-size: 0.85em; }
nav li { margin: 0; font-size: 0.9rem; }
nav strong { display: block; margin-top: 0.75rem; }
summary { cursor: pointer; }
dl { margin: 0; }
dt { float: left; width: 3rem; font: 600 0.875rem/1.83 ui-monospace, monospace; }
dd { margin: 0 0 0.5rem 3rem; }
dd p:first-child { margin-top: 0; }
:target { scroll-margin-top: 1rem; }
@media (min-width: 72rem) {
  .to-contents { display: none; }
  body { display: grid; grid-template: auto 1fr / 17rem minmax(0, 52rem); column-gap: 3rem; justify-content: center; }
  header { grid-column: 2; width: 100%; }
  nav { grid-row: 1 / span 2; grid-column: 1; position: sticky; top: 0; height: 100vh; margin: 0; padding: 2rem 0; overflow-y: auto; }
  main { grid-column: 2; width: 100%; }
  header, main { max-width: none; margin: 0; }
}
`;

/** Additional styles for the guide's pages: search, scrolling tables, results. */
export const GUIDE_STYLE = `
form { display: flex; gap: 0.5rem; margin-bottom: 1.5rem; }
input, button { padding: 0.4rem 0.75rem; border: 1px solid var(--soft); border-radius: 6px; color: inherit; background: var(--paper); font: inherit; }
input { flex: 1; min-width: 0; }
main h2 { margin-top: 2.5rem; }
main h3 { margin-top: 2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 0.75rem 0; font-size: 0.9rem; overflow-wrap: normal; }
th, td { padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
pre { white-space: pre; overflow-x: auto; }
mark { color: inherit; background: color-mix(in srgb, var(--link) 25%, transparent); }
.pages { list-style: none; padding: 0; }
.pages p { margin: 0; color: var(--soft); font-size: 0.9rem; }
.found p { color: var(--soft); font-size: 0.9rem; }
main .on-page { position: static; height: auto; margin: 0 0 1rem; padding: 0; color: var(--soft); font-size: 0.9rem; }
pre { position: relative; }
pre .copy { position: absolute; top: 0.4rem; right: 0.4rem; padding: 0 0.5rem; font-size: 0.8rem; }
@media (hover: hover) { pre:not(:hover) > .copy:not(:focus-visible) { opacity: 0; } }
@media (hover: none) { pre:has(> .copy) { padding-top: 2.2rem; } }
.tabs { min-width: 0; margin: 0.5rem 0; padding: 0; border: 0; }
.tabs legend, .tabs input { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.tabs label { position: relative; display: inline-block; margin-right: 1rem; border-bottom: 2px solid transparent; cursor: pointer; font-size: 0.9rem; }
.tabs label:has(:checked) { border-color: var(--link); font-weight: 600; }
.tabs label:has(:focus-visible) { outline: 2px solid var(--link); outline-offset: 2px; }
@media screen {
  .tabs:has(label:nth-of-type(1) :checked) > pre:not(:nth-of-type(1)),
  .tabs:has(label:nth-of-type(2) :checked) > pre:not(:nth-of-type(2)),
  .tabs:has(label:nth-of-type(3) :checked) > pre:not(:nth-of-type(3)) { display: none; }
}
@media (prefers-color-scheme: dark) {
  svg [fill="#ffffff"] { fill: #16191d } svg [fill="#f6f8fa"] { fill: #1f2429 } svg [fill="#1f2328"], svg [fill="#1c2024"] { fill: #e3e6ea } svg [fill="#59636e"] { fill: #9aa4af } svg [fill="#0b5cad"] { fill: #79b8ff }
  svg [stroke="#d0d7de"] { stroke: #343a41 } svg [stroke="#59636e"] { stroke: #9aa4af } svg [stroke="#0b5cad"] { stroke: #79b8ff }
}
[aria-current] { font-weight: 600; text-decoration: none; }
`;
