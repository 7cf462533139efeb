import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { dirname, extname, join, relative } from "node:path";
import { transform } from "esbuild";
import * as z from "zod";

const manifest = z.looseObject({
  exports: z.record(z.string(), z.string()).default({}),
  dependencies: z.record(z.string(), z.string()).default({}),
});
type Manifest = z.output<typeof manifest>;

/**
 * Files that are not needed at run time: sources of the console, build scripts, samples, and scripts that
 * create new files in a checkout.
 */
const LEFT_OUT =
  /(^|\/)(node_modules|pack|build|scaffold|docs\/read-guide\.ts|src|styles)(\/|$)|\.(d|samples)\.ts$/;
const GENERATORS = /\/(generate-(client|docs)|write-provider-tables|load-tool-samples)\.ts$/;
const COPIED = new Set([".js", ".json", ".pem"]);
const SPECIFIER =
  /((?:^|\n|;)\s*(?:import|export)\b[^"';`]*?from\s*|(?:^|\n|;)\s*import\s*|\bimport\(\s*)(["'])([^"'\n]+)\2/g;

/**
 * Compiles the TypeScript of some packages to JavaScript in the same places below `out`, together with the
 * data files that they read. Imports of other packages become relative, so that neither loaders nor links are
 * needed. Returns the imported npm packages with their versions. Throws for an import that no package.json
 * declares.
 */
export async function compilePackages(
  root: string,
  names: readonly string[],
  out: string,
): Promise<Record<string, string>> {
  const manifests = new Map<string, Manifest>();
  for (const name of names)
    manifests.set(
      name,
      manifest.parse(JSON.parse(await readFile(join(root, "packages", name, "package.json"), "utf8"))),
    );
  const imported = new Set<string>();
  for (const name of names)
    for (const file of await listFiles(join(root, "packages", name))) {
      const path = join("packages", name, file);
      const target = join(out, path);
      await mkdir(dirname(target), { recursive: true });
      if (extname(file) !== ".ts" && extname(file) !== ".js") await cp(join(root, path), target);
      else {
        const code = await compile(join(root, path));
        const resolve = (specifier: string) => resolveSpecifier(specifier, path, manifests, imported);
        await writeFile(target.replace(/\.ts$/, ".js"), replaceSpecifiers(code, resolve));
      }
    }
  const declared = Object.assign({}, ...[...manifests.values()].map(({ dependencies }) => dependencies));
  const versions = [...imported].toSorted().map((name) => {
    if (!declared[name]) throw new Error(`${name} is imported, and no package declares it.`);
    return [name, String(declared[name])];
  });
  return Object.fromEntries(versions);
}

async function listFiles(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true });
  return all.filter(
    (file) =>
      !LEFT_OUT.test(file) &&
      !GENERATORS.test(`/${file}`) &&
      !/^(package|tsconfig)\.json$/.test(file) &&
      (file.endsWith(".ts") || COPIED.has(extname(file))),
  );
}

async function compile(path: string): Promise<string> {
  const text = await readFile(path, "utf8");
  if (!path.endsWith(".ts")) return text;
  const { code } = await transform(text, { loader: "ts", format: "esm", target: "esnext", sourcefile: path });
  return code;
}

function replaceSpecifiers(code: string, resolve: (specifier: string) => string): string {
  return code.replace(
    SPECIFIER,
    (_all, before: string, quote: string, specifier: string) =>
      `${before}${quote}${resolve(specifier)}${quote}`,
  );
}

function resolveSpecifier(
  specifier: string,
  from: string,
  manifests: ReadonlyMap<string, Manifest>,
  imported: Set<string>,
): string {
  if (specifier.startsWith(".")) return specifier.replace(/\.ts$/, ".js");
  const own = /^@plumbline\/([\w-]+)(\/.*)?$/.exec(specifier);
  if (own) {
    const [, name = "", inner = ""] = own;
    const exports = manifests.get(name)?.exports;
    if (!exports) throw new Error(`${from} imports ${specifier}, of a package that is not packed.`);
    const file = exports[`.${inner}`] ?? (exports["./*"] && `.${inner}`);
    if (!file) throw new Error(`${from} imports ${specifier}, which its package does not export.`);
    const target = relative(dirname(from), join("packages", name, file)).replace(/\.ts$/, ".js");
    return target.startsWith(".") ? target : `./${target}`;
  }
  if (!isBuiltin(specifier))
    imported.add(
      specifier
        .split("/")
        .slice(0, specifier.startsWith("@") ? 2 : 1)
        .join("/"),
    );
  return specifier;
}
