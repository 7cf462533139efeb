import { expect, test } from "vitest";
import { cutForMoto } from "./moto-gaps.ts";

const key = { Type: "AWS::KMS::Key", Properties: { EnableKeyRotation: true, Tags: [] } };
const gateway = { Type: "AWS::ApiGateway::RestApi", Properties: {} };

test("types and properties with a gap are cut, and outputs that refer to them; what is left is as it was", () => {
  const cut = cutForMoto({
    Resources: { Key: key, Gateway: gateway },
    Outputs: { Url: { Value: { Ref: "Gateway" } }, Arn: { Value: { "Fn::GetAtt": ["Key", "Arn"] } } },
    Parameters: { Version: { Type: "String" } },
  });
  expect(cut.template).toEqual({
    Resources: { Key: { Type: "AWS::KMS::Key", Properties: { EnableKeyRotation: true } } },
    Outputs: { Arn: { Value: { "Fn::GetAtt": ["Key", "Arn"] } } },
    Parameters: { Version: { Type: "String" } },
  });
  expect(cut.kept).toEqual(["Key"]);
  expect(cut.gaps.map(({ property }) => property)).toEqual(["Tags", undefined]);
});

test("a resource that stays and refers to what is cut is an error", () => {
  const queue = { Type: "AWS::SQS::Queue", Properties: { QueueName: { Ref: "Gateway" } } };
  expect(() => cutForMoto({ Resources: { Gateway: gateway, Queue: queue }, Outputs: {} })).toThrow("Queue");
});
