/**
 * The looks of the pages that a person opens from a link: one card in the middle, as wide as a telephone's
 * screen at most, or wider where it shows data.
 */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1c2024; --soft: #59636e; --line: #d9dde2; --paper: #f4f5f7; --card: #fff; --act: #0b5cad; --on-act: #fff; --good: #1a7f37; --bad: #c62828; --wait: #9a6700; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eaed; --soft: #a3acb6; --line: #3a4149; --paper: #121518; --card: #1c2126; --act: #79b8ff; --on-act: #0d1a29; --good: #57ab5a; --bad: #f47067; --wait: #d4a72c; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 1rem; color: var(--ink); background: var(--paper); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
main { width: 100%; max-width: 27rem; padding: 1.75rem 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
h1 { margin: 0 0 0.75rem; font-size: 1.4rem; line-height: 1.3; text-wrap: balance; }
h2 { margin: 1.5rem 0 0.25rem; font-size: 0.95rem; }
p { margin: 0.75rem 0; }
ul { margin: 0.25rem 0; padding-left: 1.25rem; }
li { margin: 0.2rem 0; }
dl { margin: 1.25rem 0; border-top: 1px solid var(--line); }
dl div { display: flex; gap: 1rem; padding: 0.55rem 0; border-bottom: 1px solid var(--line); }
dt { flex: 0 0 6.5rem; color: var(--soft); }
dd { margin: 0; min-width: 0; font-weight: 600; }
dd small { display: block; color: var(--soft); font-size: 0.8125rem; font-weight: 400; }
.badge { display: grid; place-items: center; width: 2.75rem; height: 2.75rem; margin-bottom: 1rem; border-radius: 50%; color: var(--card); font-size: 1.4rem; font-weight: 700; line-height: 1; }
.good { background: var(--good); } .bad { background: var(--bad); } .wait { background: var(--wait); }
.button { display: block; width: 100%; margin: 1.5rem 0 0; padding: 0.8rem 1rem; border: 0; border-radius: 9px; color: var(--on-act); background: var(--act); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.button:hover { filter: brightness(1.08); }
.button:focus-visible { outline: 3px solid var(--act); outline-offset: 3px; }
form { margin: 0; }
main.wide { max-width: 44rem; }
.wide dd { font-weight: 400; } .wide dd strong { font-weight: 600; }
pre { margin: 0.5rem 0 0; padding: 0.75rem 0.9rem; max-height: 26rem; overflow: auto; border: 1px solid var(--line); border-radius: 9px; background: var(--paper); font: 0.8125rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; white-space: pre-wrap; unicode-bidi: isolate; direction: ltr; }
.arguments div { display: block; }
.arguments dt { font-size: 0.875rem; }
.arguments dd { white-space: pre-wrap; unicode-bidi: isolate; }
.arguments ul { white-space: normal; }
.arguments code { font: 0.8125rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.choices { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.5rem; }
.choices .button { flex: 1 1 9rem; width: auto; margin: 0; }
.deny { color: var(--ink); background: none; border: 1px solid var(--line); }
label { display: block; margin-top: 1.25rem; font-weight: 600; }
input { display: block; width: 100%; margin-top: 0.35rem; padding: 0.7rem 0.8rem; color: inherit; background: var(--card); border: 1px solid var(--soft); border-radius: 9px; font: inherit; }
input:focus-visible { outline: 3px solid var(--act); outline-offset: 1px; }
.link { padding: 0; border: 0; color: var(--act); background: none; font: inherit; text-decoration: underline; cursor: pointer; }
.refusal { padding: 0.6rem 0.8rem; border-left: 3px solid var(--bad); background: var(--paper); }
.small { color: var(--soft); font-size: 0.875rem; }
.brand { margin: 1.5rem 0 0; padding-top: 1rem; border-top: 1px solid var(--line); }
@media (min-width: 32rem) { main { padding: 2.25rem 2.25rem 1.75rem; } }
`;
