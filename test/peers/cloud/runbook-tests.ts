import { generateKeyPairSync } from "node:crypto";
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { REGION } from "./built-stage.ts";
import type { DeployedStage } from "./deployed-stage.ts";
import { pythonProgram, runProgram } from "./run-program.ts";
import { connect, makeTenant, type StageTenant, sendMessage } from "./stage-callers.ts";

const PAGE = "docs/operations.md";
const ACCOUNT = "345678901234";
/** Signed in to the account that moto has by default. */
const PERSON = { AWS_ACCESS_KEY_ID: "person", AWS_SECRET_ACCESS_KEY: "under-test" };

/** Lines that are not run here; each says why. */
const NOT_RUN: readonly [line: RegExp, reason: string][] = [
  [/get-account-settings/, "moto has no account settings of Lambda"],
  [/request-service-quota-increase/, "moto cannot raise a quota"],
  [/update-service-setting/, "moto has no service settings of Systems Manager"],
  [/change-set/, "moto would create the tables again and not import them"],
  [/--stage prod-two/, "a second stage is needed; test/cli/restore-stage.test.ts runs it"],
  [/--from-profile/, "a second account is needed; way-back-tests.ts runs it"],
  [/PLUMBLINE_URL|plumbline rewrap/, "the API is needed, which moto does not serve; test/cli runs it"],
];

/** A heading of the page and the shell's lines below it. */
interface Section {
  heading: string;
  lines: string[];
}

const COMMAND = /^(?:[A-Z_]+=[^\s$]* )*(?:[A-Z]+=\$\()?(?:aws|plumbline|npx --no plumbline|node -e) /;

/** Reads the page's commands of AWS and of the product, with the words of a test in place of the reader's. */
async function readSections(): Promise<Section[]> {
  const [, ...parts] = (await readFile(PAGE, "utf8")).split(/^#{2,3} /m);
  return parts.map((part) => {
    const [heading = "", ...rest] = part.split("\n");
    const lines = rest.map((line) => /^ {4,}(\S.*)$/.exec(line)?.[1] ?? "");
    return { heading, lines: lines.filter((line) => COMMAND.test(line)) };
  });
}

const reasonOf = (line: string) => NOT_RUN.find(([pattern]) => pattern.test(line))?.[1];

/** Breaks a stage before a section's lines mend it. */
const FIRST: Readonly<Record<string, string>> = {
  "A deployment fails": `
    aws cloudformation create-stack --stack-name dev-plumbline-broken --template-body '{"Resources":{}}'
    aws cloudformation delete-stack --stack-name dev-plumbline-broken`,
  Restore: ["Table", "KeyTable"]
    .map(
      (name) =>
        `aws dynamodb update-continuous-backups --table-name dev-plumbline-${name} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true\n`,
    )
    .join(""),
  "The main table is gone": lose("Table"),
  "The key table is gone": lose("KeyTable"),
  // moto's DescribeKey cannot read the policy of a key that its CloudFormation made.
  "The KMS key is disabled or scheduled for deletion": `
    KEY=$(aws kms list-aliases --query "Aliases[?AliasName=='alias/plumbline/dev/tenant-data'].TargetKeyId" --output text)
    aws kms put-key-policy --key-id "$KEY" --policy-name default --policy '{"Statement":[{"Effect":"Allow","Principal":"*","Action":"kms:*","Resource":"*"}]}'
    aws kms schedule-key-deletion --key-id "$KEY"`,
};

/** Deletes a table after a backup of that moment, which AWS makes by itself, and moto does not. */
function lose(name: string): string {
  const table = `--table-name dev-plumbline-${name}`;
  return `
    aws dynamodb update-table ${table} --no-deletion-protection-enabled
    aws dynamodb create-backup ${table} --backup-name last
    aws dynamodb delete-table ${table}`;
}

/** The lines of the runbook as they are on the page, in an account in which the stage was just deployed. */
export async function testRunbook(parts: () => { stage: DeployedStage }): Promise<void> {
  const sections = await readSections();
  const lines = sections.flatMap((section) => section.lines);

  test.each(lines.filter(reasonOf).map((line) => [line, reasonOf(line) ?? ""] as const))(
    "%s is not run: %s",
    async (line) => {
      if (!line.includes("aws ")) return;
      // AWS's own program accepts it, and asks moto.
      const run = await shell(
        { ...PERSON, AWS_MAX_ATTEMPTS: "1" },
        line.replaceAll("storage.json", "package.json"),
      );
      expect(run.errors).toMatch(/when calling the \w+ operation|Unable to parse response/);
    },
  );

  async function shell(person: Readonly<Record<string, string>>, script: string, cwd = process.cwd()) {
    const path = [resolve("node_modules/.bin"), resolve(pythonProgram("aws"), ".."), process.env.PATH];
    const environment = {
      ...{ AWS_REGION: REGION, AWS_DEFAULT_REGION: REGION, AWS_ENDPOINT_URL: parts().stage.moto.url },
      ...{ AWS_PAGER: "", HOME: cwd, PATH: path.join(delimiter), ...person },
    };
    return runProgram("/bin/bash", ["-eo", "pipefail", "-c", script], { cwd, environment, limitMs: 600_000 });
  }

  test("each other line of the runbook does what the page says, from the first deployment to the end", async () => {
    const deployed = await parts().stage.deployElsewhere(ACCOUNT);
    const folder = await mkdtemp(join(tmpdir(), "plumbline-runbook-"));
    onTestFinished(async () => {
      await deployed.close();
      await rm(folder, { recursive: true });
    });
    const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    await writeFile(join(folder, "public.pem"), publicKey.export({ type: "spki", format: "pem" }));
    const [storageStack = ""] = deployed.built.files;
    for (const name of ["node_modules", "package.json"]) await symlink(resolve(name), join(folder, name));
    await mkdir(join(folder, ".sst/dist"), { recursive: true });
    await copyFile(storageStack, join(folder, ".sst/dist", basename(storageStack)));

    let [stage, printed]: [DeployedStage, string] = [deployed, ""];
    let kept: { tenant: StageTenant; credential: string } | undefined;
    for (const { heading, lines: all } of sections) {
      if (heading === "Tear down") await expectWhole(stage, kept);
      const words: [RegExp, string][] = [
        [/\bprod\b/g, "dev"],
        [/ACCOUNT/g, ACCOUNT],
        [/\bREGION\b/g, REGION],
        [/TENANT/g, kept?.tenant.id ?? ""],
        [/KEY_ID/g, /^key id +(\S+)/m.exec(printed)?.[1] ?? ""],
        [/^plumbline restore .*/g, "$& --no-wait"],
      ];
      const ready = all
        .filter((line) => reasonOf(line) === undefined)
        .map((line) => words.reduce((text, [word, own]) => text.replaceAll(word, own), line));
      const run = await shell(deployed.person, [FIRST[heading] ?? "", ...ready].join("\n"), folder);
      expect([heading, run.code, run.code === 0 || run.errors]).toEqual([heading, 0, true]);
      printed += run.out;
      if (heading !== "First deployment") continue;
      stage = { ...deployed, operatorKey: /^key +(plo_\S+)/m.exec(printed)?.[1] ?? "" };
      const tenant = await makeTenant(stage);
      kept = { tenant, credential: await connect(stage, tenant) };
    }
    expect(await readFile(join(folder, "theirs.jsonl"), "utf8")).toContain(kept?.tenant.id);
    const { Resources } = JSON.parse(await readFile(join(folder, "storage.json"), "utf8"));
    expect(Object.keys(Resources)).toHaveLength(3);
    const imported = lines.find((line) => line.includes("--resources-to-import")) ?? "";
    for (const id of Object.keys(Resources)) expect(imported).toContain(`"LogicalResourceId":"${id}"`);
  }, 900_000);
}

/** After all that was lost and found again, the stage does what it did. */
async function expectWhole(
  stage: DeployedStage,
  kept: { tenant: StageTenant; credential: string } | undefined,
): Promise<void> {
  const { tenant, credential } = kept ?? expect.fail("The page has no first deployment.");
  for (const source of await stage.control.eventSources()) await stage.control.disable(source);
  await stage.restart("tools");
  expect((await sendMessage(stage, tenant, credential)).json).toMatchObject({ ok: true });
}
