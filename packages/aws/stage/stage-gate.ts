import {
  DisableRuleCommand,
  EnableRuleCommand,
  EventBridgeClient,
  type EventBridgeClientConfig,
  ListRulesCommand,
} from "@aws-sdk/client-eventbridge";
import {
  DeleteFunctionConcurrencyCommand,
  type FunctionConfiguration,
  GetFunctionConcurrencyCommand,
  GetFunctionConfigurationCommand,
  LambdaClient,
  ListTagsCommand,
  PutFunctionConcurrencyCommand,
  paginateListEventSourceMappings,
  paginateListFunctions,
  TagResourceCommand,
  UntagResourceCommand,
  UpdateEventSourceMappingCommand,
  UpdateFunctionConfigurationCommand,
} from "@aws-sdk/client-lambda";
import { type Clock, timestamp } from "@plumbline/core/clock/clock.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { stageTableName } from "../dynamodb/table.ts";

/** Counts what was closed or opened of a stage. */
export interface GateReport {
  functions: number;
  event_sources: number;
  rules: number;
}

/** A function's reserved concurrency before it was closed, kept with it should this process end. */
const BEFORE = "plumbline:concurrency-before";
const NONE = "none";
const MAX_UPDATE_SECONDS = 120;

/**
 * Closes and opens a deployed stage: its API, the queues that its functions are asked from, and its ticks.
 * Both can be repeated. Throws ConfigurationError where the account has no such stage.
 */
export class StageGate {
  readonly #stage: string;
  readonly #lambda: LambdaClient;
  readonly #events: EventBridgeClient;
  readonly #clock: Clock;

  constructor(stage: string, client: Pick<EventBridgeClientConfig, "region" | "profile">, clock: Clock) {
    this.#stage = stage;
    this.#lambda = new LambdaClient(client);
    this.#events = new EventBridgeClient(client);
    this.#clock = clock;
  }

  destroy(): void {
    this.#lambda.destroy();
    this.#events.destroy();
  }

  /**
   * Lets nothing begin any more, ticks and queues first, so that no message fails on a closed function.
   * `waits`: until everything that has begun is over. After the opening all functions start new processes, so
   * that none keeps a key of before.
   */
  async close({ waits }: { waits: boolean }): Promise<GateReport> {
    const functions = await this.#functions();
    const rules = await this.#setRules(false);
    const event_sources = await this.#setEventSources(functions, false);
    for (const one of functions) await this.#closeFunction(one);
    const longest = Math.max(...functions.map(({ Timeout = 0 }) => Timeout));
    if (waits) await this.#clock.wait(longest * 1_000);
    return { functions: functions.length, event_sources, rules };
  }

  async open(): Promise<GateReport> {
    const functions = await this.#functions();
    for (const { FunctionName, FunctionArn: Resource } of functions) {
      const { Tags = {} } = await this.#lambda.send(new ListTagsCommand({ Resource }));
      const before = Tags[BEFORE] ?? NONE;
      if (before === NONE) await this.#lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName }));
      else await this.#reserve(FunctionName, Number(before));
      await this.#lambda.send(new UntagResourceCommand({ Resource, TagKeys: [BEFORE] }));
    }
    const event_sources = await this.#setEventSources(functions, true);
    return { functions: functions.length, event_sources, rules: await this.#setRules(true) };
  }

  /** The stage's functions: those that were given its table. */
  async #functions(): Promise<FunctionConfiguration[]> {
    const found: FunctionConfiguration[] = [];
    for await (const { Functions = [] } of paginateListFunctions({ client: this.#lambda }, {}))
      for (const one of Functions)
        if (one.Environment?.Variables?.TABLE_NAME === stageTableName(this.#stage)) found.push(one);
    if (found.length === 0)
      throw new ConfigurationError(
        `This account and region have no functions of the stage ${this.#stage}. Deploy it first, then restore.`,
      );
    return found;
  }

  async #closeFunction({ FunctionName, FunctionArn: Resource }: FunctionConfiguration): Promise<void> {
    const client = this.#lambda;
    const { Tags = {} } = await client.send(new ListTagsCommand({ Resource }));
    if (Tags[BEFORE] === undefined) {
      const reserved = await client.send(new GetFunctionConcurrencyCommand({ FunctionName }));
      const before = String(reserved.ReservedConcurrentExecutions ?? NONE);
      await client.send(new TagResourceCommand({ Resource, Tags: { [BEFORE]: before } }));
    }
    await this.#reserve(FunctionName, 0);
    const Description = `Closed for a restore at ${timestamp(this.#clock.now())}`;
    await client.send(new UpdateFunctionConfigurationCommand({ FunctionName, Description }));
    for (let waited = 0; waited < MAX_UPDATE_SECONDS; waited++) {
      const asked = new GetFunctionConfigurationCommand({ FunctionName });
      if ((await client.send(asked)).LastUpdateStatus !== "InProgress") return;
      await this.#clock.wait(1_000);
    }
    throw new ConfigurationError(`Lambda has not finished updating ${FunctionName}. Run this again.`);
  }

  async #reserve(FunctionName: string | undefined, ReservedConcurrentExecutions: number): Promise<void> {
    const reserve = new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions });
    await this.#lambda.send(reserve);
  }

  async #setEventSources(functions: readonly FunctionConfiguration[], Enabled: boolean): Promise<number> {
    const client = this.#lambda;
    let count = 0;
    for (const { FunctionName } of functions)
      for await (const page of paginateListEventSourceMappings({ client }, { FunctionName }))
        for (const { UUID } of page.EventSourceMappings ?? []) {
          await client.send(new UpdateEventSourceMappingCommand({ UUID, Enabled }));
          count += 1;
        }
    return count;
  }

  async #setRules(isEnabled: boolean): Promise<number> {
    const NamePrefix = `${this.#stage}-plumbline-`;
    const { Rules = [] } = await this.#events.send(new ListRulesCommand({ NamePrefix }));
    for (const { Name } of Rules)
      await this.#events.send(isEnabled ? new EnableRuleCommand({ Name }) : new DisableRuleCommand({ Name }));
    return Rules.length;
  }
}
