import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOM = fileURLToPath(new URL("..", import.meta.url));

/** A file that the page loads. Its name contains a hash of its text. */
interface BuiltFile {
  name: string;
  type: "text/css" | "text/javascript";
  text: string;
}

/** Path of the built module that the service imports. */
export const BUILT_MODULE: string = fileURLToPath(new URL("../built/console-files.ts", import.meta.url));

/**
 * Builds the console: its scripts, its style and the page that loads them. Returns the text of the module
 * that contains them. The first script loads the others on demand. The output is deterministic, byte for
 * byte.
 */
export async function buildConsole(): Promise<string> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOM,
    entryPoints: { app: "src/main.tsx", style: "styles/console.css" },
    outdir: ".",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    metafile: true,
    minify: true,
    write: false,
    format: "esm",
    target: ["chrome123", "firefox121", "safari17.5"],
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const files = outputFiles.map(({ path, text }): BuiltFile => {
    const name = basename(path);
    return { name, type: name.endsWith(".css") ? "text/css" : "text/javascript", text };
  });
  const entry = (source: string) =>
    Object.keys(metafile.outputs).find((name) => metafile.outputs[name]?.entryPoint === source) ?? "";
  return moduleOf(files, pageOf(entry("src/main.tsx"), entry("styles/console.css")));
}

/** Returns the page. The service replaces `{base}` with the path at which it is reached. */
function pageOf(script: string, style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="plumbline-base" content="{base}">
<title>Plumbline</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<link rel="stylesheet" href="{base}/console/${style}">
<script type="module" src="{base}/console/${script}"></script>
</head>
<body>
<div id="console"></div>
<noscript>The console needs JavaScript. The API is described at <a href="{base}/docs">/docs</a>.</noscript>
</body>
</html>
`;
}

/** A plumb line: a string and its bob. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b5cad"/>' +
  '<path d="M16 5v9" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/><path d="M11 14h10l-1.5 6L16 27l-3.5-7z" fill="#fff"/></svg>';

function moduleOf(files: readonly BuiltFile[], page: string): string {
  const entries = files.map(
    ({ name, type, text }) =>
      `  {\n    name: ${JSON.stringify(name)},\n    type: ${JSON.stringify(type)},\n    text: ${JSON.stringify(text)},\n  },\n`,
  );
  return `// Built by \`npm run build:console\`.

/** A file that the console's page loads. */
${"export"} interface ConsoleFile {
  name: string;
  type: "text/css" | "text/javascript";
  text: string;
}

${"export"} const CONSOLE_FILES: readonly ConsoleFile[] = [
${entries.join("")}];

/** The page; \`{base}\` stands for the path at which the service is reached. */
${"export"} const CONSOLE_PAGE = ${JSON.stringify(page)};
`;
}
