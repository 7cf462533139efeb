import type { Sandbox } from "@plumbline/sandbox";
import * as z from "zod";
import type { FunctionName } from "../../../stacks/routes.ts";
import { gatewayEvent } from "../../functions/gateway-events.ts";
import { type AwsControl, awsControl, type Credentials, type DeployedFunction } from "./aws-control.ts";
import { ACCOUNT } from "./aws-stub.ts";
import { type BuiltStage, buildStage, REGION, type Template } from "./built-stage.ts";
import { type FunctionProcess, startFunction } from "./function-process.ts";
import { type Moto, startMoto } from "./moto.ts";
import { cutForMoto, type MotoGap } from "./moto-gaps.ts";
import { firstOperatorKey } from "./operator-key.ts";

export interface ApiAnswer {
  status: number;
  json: Record<string, unknown>;
}

/**
 * A stage as `sst build` made it, its resources in moto, its functions in processes of their own, its
 * providers in the sandbox.
 */
export interface DeployedStage {
  built: BuiltStage;
  moto: Moto;
  control: AwsControl;
  /** The parts of it that moto does not accept. */
  gaps: readonly MotoGap[];
  /** Of each stack the logical ids that were to be created, and those that were. */
  stacks: readonly { wanted: string[]; created: string[] }[];
  /** As `plumbline bootstrap` printed it; empty in another account. */
  operatorKey: string;
  /**
   * Invokes a function; its process is started when it is first needed, and its access key id is its name.
   */
  invoke(name: FunctionName, event: unknown): Promise<unknown>;
  /** The same with a request, as the gateway does it. */
  call(name: FunctionName, key: string, request: string, body?: object): Promise<ApiAnswer>;
  /** Lets time pass for all functions. */
  pass(ms: number): void;
  /** Returns how far the functions' clocks are now ahead of the machine's, in milliseconds. */
  aheadMs(): number;
  /** Ends the process of a function: the next invocation is a cold start. */
  restart(name: FunctionName): Promise<void>;
  /** Deploys the same stage into another account, with its functions there. */
  deployElsewhere(account: string): Promise<DeployedStage & { person: Credentials }>;
  close(): Promise<void>;
}

const ACCESS = { AWS_REGION: REGION, AWS_SECRET_ACCESS_KEY: "under-test" };
const QUIET = { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true" };

const streamed = z.object({ statusCode: z.int(), body: z.string() });

/** Builds and deploys the stage `dev`, and makes its operator key. */
export async function deployStage(sandbox: Sandbox): Promise<DeployedStage> {
  const { CHATAPP_BASE_URL, SEARCH_A_BASE_URL } = sandbox.settings;
  const receivers = [sandbox.feeds, sandbox.webhook].map(({ port }) => `127.0.0.1:${port}`);
  const settings = { CHATAPP_BASE_URL, SEARCH_A_BASE_URL, EGRESS_ALLOW: receivers.join(",") };
  const moto = await startMoto();
  const built = await buildStage("dev", settings);
  try {
    return await deploy(built, moto);
  } catch (error) {
    await moto.close();
    await built.remove();
    throw error;
  }
}

/** `signedIn`: credentials for another account than moto's own. */
async function deploy(built: BuiltStage, moto: Moto, signedIn?: Credentials): Promise<DeployedStage> {
  const control = awsControl(moto.url, signedIn?.AWS_ACCESS_KEY_ID);
  await control.bootstrap();
  const [gaps, stacks] = [new Set<MotoGap>(), [] as { wanted: string[]; created: string[] }[]];
  for (const [name, whole] of built.templates) {
    const cut = cutForMoto(whole);
    for (const gap of cut.gaps) gaps.add(gap);
    stacks.push({ wanted: cut.kept.sort(), created: await control.createStack(name, cut.template) });
  }
  // moto would take the messages itself, to run functions in Docker.
  for (const source of await control.eventSources()) await control.disable(source);
  const functions = await control.functions();
  const functionOf = (name: FunctionName): DeployedFunction => {
    const found = functions.find(({ Handler }) => Handler === `packages/functions/handlers/${name}.handler`);
    if (!found) throw new Error(`moto has no function ${name}.`);
    return found;
  };
  const codes = new Map(
    [...built.templates.values()]
      .flatMap(({ Resources }) => Object.values(Resources))
      .filter(({ Type }) => Type === "AWS::Lambda::Function")
      .map(({ Properties }) => [Properties.Handler, Properties.Code]),
  );

  let aheadMs = 0;
  const processes = new Map<FunctionName, Promise<FunctionProcess>>();
  const start = async (name: FunctionName): Promise<FunctionProcess> => {
    const { Handler: handler, Environment } = functionOf(name);
    const access = { ...ACCESS, AWS_ACCESS_KEY_ID: name, AWS_ENDPOINT_URL: moto.url, ...signedIn };
    // moto has AWS's own host in the URLs of queues, and there the SDK would go.
    const variables = Object.entries(Environment?.Variables ?? {}).map(([variable, value]) => [
      variable,
      value.replace(`https://sqs.${REGION}.amazonaws.com`, moto.url),
    ]);
    const environment = { ...Object.fromEntries(variables), ...access, ...QUIET };
    const started = await startFunction({ folder: built.codeOf(codes.get(handler)), handler, environment });
    started.setAhead(aheadMs);
    return started;
  };
  const processOf = (name: FunctionName): Promise<FunctionProcess> => {
    const running = processes.get(name) ?? start(name);
    processes.set(name, running);
    return running;
  };
  const invoke = async (name: FunctionName, event: unknown) => (await processOf(name)).invoke(event);
  const restart = async (name: FunctionName) => {
    const running = processes.get(name);
    processes.delete(name);
    await (await running)?.stop();
  };
  return {
    built,
    moto,
    control,
    gaps: [...gaps],
    stacks,
    operatorKey: signedIn ? "" : await firstOperatorKey(moto.url),
    invoke,
    async call(name, key, request, body) {
      const [method = "", path = ""] = request.split(" ");
      const headers = { authorization: [`Bearer ${key}`], "content-type": ["application/json"] };
      const sent = { method, path, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const answer = streamed.parse(await invoke(name, gatewayEvent(sent)));
      return { status: answer.statusCode, json: JSON.parse(answer.body || "{}") };
    },
    pass(ms) {
      aheadMs += ms;
      for (const running of processes.values()) void running.then((one) => one.setAhead(aheadMs));
    },
    aheadMs: () => aheadMs,
    restart,
    async deployElsewhere(account) {
      const person = await control.signIn(account);
      const templates = [...built.templates].map(([name, one]): [string, Template] => [
        name,
        JSON.parse(JSON.stringify(one).replaceAll(ACCOUNT, account)),
      ]);
      return { ...(await deploy({ ...built, templates: new Map(templates) }, moto, person)), person };
    },
    async close() {
      await Promise.all([...processes.keys()].map(restart));
      if (signedIn) return;
      await moto.close();
      await built.remove();
    },
  };
}
