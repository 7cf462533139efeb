import { GetKeyRotationStatusCommand, ListAliasesCommand } from "@aws-sdk/client-kms";
import { GetQueueAttributesCommand, GetQueueUrlCommand } from "@aws-sdk/client-sqs";
import { expect, test } from "vitest";
import type { DeployedStage } from "./deployed-stage.ts";
import { MOTO_GAPS } from "./moto-gaps.ts";
import type { StageStorage } from "./stage-storage.ts";

/** Tests of what moto's CloudFormation made of the templates. */
export function testResources(parts: () => { stage: DeployedStage; storage: StageStorage }): void {
  test("CloudFormation makes everything but what is named as a gap of moto's, and each gap is there", () => {
    const { stage } = parts();
    for (const { wanted, created } of stage.stacks) expect(created).toEqual(wanted);
    expect(stage.gaps).toHaveLength(MOTO_GAPS.length);
  });

  test("both tables have their keys, the main one its index (moto leaves out recovery and the end of items)", async () => {
    expect(await parts().storage.describeTable("main")).toEqual({
      keys: ["pk", "sk"],
      indexes: [["gsi1", "KEYS_ONLY"]],
    });
    expect(await parts().storage.describeTable("keys")).toEqual({ keys: ["pk", "sk"], indexes: [] });
  });

  test("the key has its alias and rotates", async () => {
    const { kms } = parts().storage;
    const { Aliases = [] } = await kms.send(new ListAliasesCommand({}));
    const alias = Aliases.find(({ AliasName }) => AliasName === "alias/plumbline/dev/tenant-data");
    const rotation = new GetKeyRotationStatusCommand({ KeyId: alias?.TargetKeyId });
    expect(await kms.send(rotation)).toMatchObject({ KeyRotationEnabled: true });
  });

  test("three rules ask the tick every minute, each with a queue for what fails", async () => {
    const rules = await parts().stage.control.rules();
    const asked = rules.flatMap(({ ScheduleExpression, State, targets }) =>
      targets.map(({ Input, DeadLetterConfig }) => [
        Input,
        ScheduleExpression,
        State,
        /-watches-([A-Za-z]+)[0-9A-F]{8}-/.exec(DeadLetterConfig.Arn)?.[1],
      ]),
    );
    expect(asked.sort()).toEqual(
      ['{"due":"deliveries"}', '{"wheel":"feed"}', '{"wheel":"inbox"}'].map((input) => [
        input,
        "rate(1 minute)",
        "ENABLED",
        "TickFailures",
      ]),
    );
  });

  test("three queues have a receiver that names single messages, and a queue for what fails", async () => {
    const { stage, storage } = parts();
    const sources = await stage.control.eventSources();
    const names = sources.map(({ EventSourceArn }) => EventSourceArn.split(":").at(-1) ?? "");
    expect(names.map((name) => /-watches-([A-Za-z]+)[0-9A-F]{8}-/.exec(name)?.[1]).sort()).toEqual([
      "Deliveries",
      "FeedPolls",
      "InboxPolls",
    ]);
    for (const { FunctionResponseTypes, ScalingConfig } of sources) {
      expect(FunctionResponseTypes).toEqual(["ReportBatchItemFailures"]);
      expect(ScalingConfig.MaximumConcurrency).toBe(20);
    }
    for (const QueueName of names) {
      const { QueueUrl } = await storage.sqs.send(new GetQueueUrlCommand({ QueueName }));
      const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["All"] });
      const { Attributes } = await storage.sqs.send(asked);
      expect(Attributes).toMatchObject({ SqsManagedSseEnabled: "true", VisibilityTimeout: "1080" });
      expect(JSON.parse(Attributes?.RedrivePolicy ?? "")).toMatchObject({ maxReceiveCount: 5 });
    }
  });
}
