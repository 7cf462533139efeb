import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { serviceUrl } from "../app/api.ts";
import { CodeBlock } from "./code-block.tsx";

interface RepeatedCall {
  tool: string;
  arguments?: unknown;
}

/** Code that makes a call again, by language. The key is taken from the environment. */
const LANGUAGES: Readonly<Record<string, (call: RepeatedCall) => string>> = {
  curl: asCurl,
  TypeScript: asTypeScript,
  Python: asPython,
};

/** Shows code that makes a call again, in one language at a time. */
export function RepeatCode(call: RepeatedCall): JSX.Element {
  const [language, setLanguage] = useState("curl");
  return (
    <section>
      <h2>Call it again</h2>
      <div class="button-row">
        {Object.keys(LANGUAGES).map((name) => (
          <button
            key={name}
            type="button"
            class="button small"
            aria-pressed={name === language}
            onClick={() => setLanguage(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <CodeBlock label={language} value={LANGUAGES[language]?.(call)} />
    </section>
  );
}

function urlOf(tool: string): string {
  return `${location.origin}${serviceUrl(`/api/v1/tools/${encodeURIComponent(tool)}`)}`;
}

/** Returns a call as a shell command. */
export function asCurl({ tool, arguments: args }: RepeatedCall): string {
  const body = JSON.stringify({ arguments: args }).replaceAll("'", "'\\''");
  return [
    `curl ${urlOf(tool)} \\`,
    '  -H "authorization: Bearer $PLUMBLINE_API_KEY" -H "content-type: application/json" \\',
    `  -d '${body}'`,
  ].join("\n");
}

function asTypeScript({ tool, arguments: args }: RepeatedCall): string {
  return `const answer = await fetch(${JSON.stringify(urlOf(tool))}, {
  method: "POST",
  headers: { authorization: \`Bearer \${process.env.PLUMBLINE_API_KEY}\`, "content-type": "application/json" },
  body: JSON.stringify(${JSON.stringify({ arguments: args }, null, 2)}),
});
console.log(await answer.json());`;
}

/** Passes the body as JSON text, because JSON's `null` and `true` are spelled differently in Python. */
function asPython({ tool, arguments: args }: RepeatedCall): string {
  return `import json, os, urllib.request

body = json.loads(${JSON.stringify(JSON.stringify({ arguments: args }))})
request = urllib.request.Request(
    ${JSON.stringify(urlOf(tool))},
    json.dumps(body).encode(),
    {"authorization": "Bearer " + os.environ["PLUMBLINE_API_KEY"], "content-type": "application/json"},
)
print(json.load(urllib.request.urlopen(request)))`;
}
