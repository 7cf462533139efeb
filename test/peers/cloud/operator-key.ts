import { resolve } from "node:path";
import * as z from "zod";
import { REGION } from "./built-stage.ts";
import { runProgram } from "./run-program.ts";

const printed = z.object({ operator_key: z.string() });

/**
 * Runs `plumbline bootstrap --stage dev` as the person who has deployed the stage does, with credentials of
 * their own.
 */
export async function firstOperatorKey(awsUrl: string): Promise<string> {
  const environment = {
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: "person",
    AWS_SECRET_ACCESS_KEY: "under-test",
    AWS_ENDPOINT_URL: awsUrl,
  };
  const args = ["bootstrap", "--stage", "dev", "--json"];
  const run = await runProgram(resolve("node_modules/.bin/plumbline"), args, { environment });
  if (run.code !== 0) throw new Error(`plumbline bootstrap ended with ${run.code}: ${run.errors}`);
  return printed.parse(JSON.parse(run.out)).operator_key;
}
