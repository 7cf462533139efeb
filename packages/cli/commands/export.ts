import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import type { AccessStore } from "@plumbline/core/access/access-store.ts";
import type { SealForOwner } from "@plumbline/core/credentials/seal-for-owner.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { listItems } from "@plumbline/core/records/page.ts";
import type { TenantExport } from "@plumbline/service/export/tenant-export.ts";
import { readText } from "../command-input.ts";
import { eachPage } from "../every-item.ts";
import { UsageError } from "../exit.ts";
import { withSpinner } from "../spinner.ts";
import type { Terminal } from "../terminal.ts";
import { command } from "./command.ts";
import { checkStageName, REGION } from "./stage.ts";

/** `export`: with the tenant's own key through the API, or with access to the stage or the data folder. */
export const addExportCommand = command({
  words: "export",
  about: "Write all data of a tenant in readable form, one JSON object per line.",
  options: {
    out: "--out <file>  a new file to write to; default: standard output",
    tenant:
      "--tenant <tenant>  ID or name; reads from the data folder or, with --stage, from a stage's tables",
    stage: "--stage <stage>  the tenant's stage",
    ...REGION,
    sealTo:
      "--seal-to <file>  with --tenant: include its tokens, encrypted to the tenant's public key (PEM) as JWE",
  },
  before: `
Without --tenant, the export comes from the service. The tenant's key needs the scope tenant:export, and tokens
are never included. With --tenant, it is read from the data folder (the service may be running) or from the
stage's tables with your own AWS credentials.
`,
  examples: ["plumbline export --out mine.jsonl", "plumbline export --tenant TENANT --out theirs.jsonl"],
  // Does not spread `ports`: its `api` requires a key, which a stage's tables do not need.
  async run({ out, tenant, stage, region, sealTo }, ports) {
    const { terminal } = ports;
    if (tenant === undefined && (stage ?? sealTo) !== undefined)
      throw new UsageError("--stage and --seal-to require --tenant: the service never returns tokens.");
    const seal = sealTo === undefined ? undefined : await readSeal(sealTo);
    const counted = await writeLines(terminal, out, async (write) => {
      if (tenant !== undefined) return exportTenant(terminal, { tenant, stage, region, seal }, write);
      const { api } = ports;
      for await (const { items } of eachPage((query) => api.GET("/api/v1/export", { params: { query } })))
        items.forEach(write);
    });
    if (out !== undefined) terminal.out(`${out} has ${counted} records.\n`);
  },
});

/** Reads the public key to encrypt tokens with. Loads the library when it is needed: it is large. */
async function readSeal(file: string): Promise<SealForOwner> {
  const { sealForOwner } = await import("@plumbline/core/credentials/seal-for-owner.ts");
  return sealForOwner(readText(file));
}

/** Calls `work` with a function that writes each record as a line. Returns the number of lines. */
async function writeLines(
  terminal: Terminal,
  file: string | undefined,
  work: (write: (record: object) => void) => Promise<void>,
): Promise<number> {
  let count = 0;
  const to = file === undefined ? undefined : createFile(file);
  const write = (record: object) => {
    count += 1;
    const line = `${JSON.stringify(record)}\n`;
    if (to === undefined) terminal.out(line);
    else writeSync(to, line);
  };
  try {
    await (file === undefined ? work(write) : withSpinner(terminal, "exporting…", work(write)));
  } catch (error) {
    if (file !== undefined) rmSync(file, { force: true });
    throw error;
  } finally {
    if (to !== undefined) closeSync(to);
  }
  return count;
}

/** Creates a file that only its owner can read. */
function createFile(file: string): number {
  try {
    return openSync(file, "wx", 0o600);
  } catch (cause) {
    throw new ConfigurationError(`${file} cannot be created; choose a new file.`, { cause });
  }
}

async function exportTenant(
  terminal: Terminal,
  options: {
    tenant: string;
    stage: string | undefined;
    region: string | undefined;
    seal: SealForOwner | undefined;
  },
  write: (record: object) => void,
): Promise<void> {
  const { tenant, stage, region, seal } = options;
  const { exportRecords } = await import("@plumbline/service/export/tenant-export.ts");
  const read = async (exporting: TenantExport, access: AccessStore) => {
    const id = await findTenant(access, tenant);
    for await (const record of exportRecords(exporting, id, seal)) write(record);
  };
  if (stage !== undefined) {
    checkStageName(stage);
    const { exportFromStage } = await import("../bootstrap-stage.ts");
    return exportFromStage({ stage, region }, terminal.clock, read);
  }
  const { withFolderCopy } = await import("../store-folder.ts");
  return withFolderCopy(terminal, ({ exporting, opened }) => read(exporting, opened.access));
}

/** Finds a tenant by its ID or its name and returns its ID. */
async function findTenant(access: AccessStore, named: string): Promise<string> {
  const found: string[] = [];
  for await (const { tenant_id, name } of listItems((page) => access.listTenants(page))) {
    if (tenant_id === named) return tenant_id;
    if (name === named) found.push(tenant_id);
  }
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  throw new ConfigurationError(
    only === undefined
      ? "There is no such tenant."
      : `Several tenants have this name; use one of these IDs: ${found.join(", ")}`,
  );
}
