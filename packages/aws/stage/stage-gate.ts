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
import { formatTableName } from "../dynamodb/table.ts";

/** Counts of the parts that were closed or opened. */
export interface GateReport {
  functions: number;
  event_sources: number;
  rules: number;
}

/**
 * Tag with a function's reserved concurrency before it was closed. It is stored with the function, in case
 * this process dies.
 */
const CONCURRENCY_TAG = "plumbline:concurrency-before";
const UNRESERVED = "none";
const MAX_UPDATE_SECONDS = 120;

/**
 * Closes and opens a deployed stage: its API, its functions' queues, and its schedules. Both can be repeated.
 * Throws ConfigurationError if the account has no such stage.
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
   * Stops all new work. Schedules and queues are stopped first, so that no message fails because its function
   * is closed. With `waitsForRunning`, waits until work in progress must have ended. After reopening, all
   * functions start new processes, so that none keeps an old key in memory.
   */
  async close({ waitsForRunning }: { waitsForRunning: boolean }): Promise<GateReport> {
    const functions = await this.#listFunctions();
    const rules = await this.#setRules(false);
    const event_sources = await this.#setEventSources(functions, false);
    for (const one of functions) await this.#closeFunction(one);
    const longestSeconds = Math.max(...functions.map(({ Timeout = 0 }) => Timeout));
    if (waitsForRunning) await this.#clock.wait(longestSeconds * 1_000);
    return { functions: functions.length, event_sources, rules };
  }

  async open(): Promise<GateReport> {
    const functions = await this.#listFunctions();
    for (const { FunctionName, FunctionArn: Resource } of functions) {
      const { Tags = {} } = await this.#lambda.send(new ListTagsCommand({ Resource }));
      const before = Tags[CONCURRENCY_TAG] ?? UNRESERVED;
      if (before === UNRESERVED)
        await this.#lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName }));
      else await this.#reserve(FunctionName, Number(before));
      await this.#lambda.send(new UntagResourceCommand({ Resource, TagKeys: [CONCURRENCY_TAG] }));
    }
    const event_sources = await this.#setEventSources(functions, true);
    return { functions: functions.length, event_sources, rules: await this.#setRules(true) };
  }

  /** Lists the stage's functions, which have the name of its table in their environment. */
  async #listFunctions(): Promise<FunctionConfiguration[]> {
    const found: FunctionConfiguration[] = [];
    for await (const { Functions = [] } of paginateListFunctions({ client: this.#lambda }, {}))
      for (const one of Functions)
        if (one.Environment?.Variables?.TABLE_NAME === formatTableName(this.#stage)) found.push(one);
    if (found.length === 0)
      throw new ConfigurationError(
        `This account and region have no functions of the stage ${this.#stage}. Deploy it first, then restore.`,
      );
    return found;
  }

  async #closeFunction({ FunctionName, FunctionArn: Resource }: FunctionConfiguration): Promise<void> {
    const client = this.#lambda;
    const { Tags = {} } = await client.send(new ListTagsCommand({ Resource }));
    if (Tags[CONCURRENCY_TAG] === undefined) {
      const reserved = await client.send(new GetFunctionConcurrencyCommand({ FunctionName }));
      const before = String(reserved.ReservedConcurrentExecutions ?? UNRESERVED);
      await client.send(new TagResourceCommand({ Resource, Tags: { [CONCURRENCY_TAG]: before } }));
    }
    await this.#reserve(FunctionName, 0);
    const Description = `Closed for a restore at ${timestamp(this.#clock.now())}`;
    await client.send(new UpdateFunctionConfigurationCommand({ FunctionName, Description }));
    for (let waited = 0; waited < MAX_UPDATE_SECONDS; waited++) {
      const command = new GetFunctionConfigurationCommand({ FunctionName });
      if ((await client.send(command)).LastUpdateStatus !== "InProgress") return;
      await this.#clock.wait(1_000);
    }
    throw new ConfigurationError(`Lambda has not finished updating ${FunctionName}. Run this again.`);
  }

  async #reserve(FunctionName: string | undefined, ReservedConcurrentExecutions: number): Promise<void> {
    const command = new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions });
    await this.#lambda.send(command);
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
