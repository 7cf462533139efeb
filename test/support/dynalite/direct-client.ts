import { randomUUID } from "node:crypto";
import * as dynamo from "@aws-sdk/client-dynamodb";
import type { EmbeddedRequestHandler } from "./embedded-request-handler.ts";

/**
 * Makes a client pass its commands to dynalite as they are, without the SDK's serialization, signature,
 * endpoint and retries. These take more than half of the CPU time of tests that send thousands of requests.
 * Tests of the stores themselves use the whole SDK.
 */
export function sendDirectly(client: dynamo.DynamoDBClient, handler: EmbeddedRequestHandler): void {
  client.send = async (command: { input: object }) => {
    const name = command.constructor.name.replace(/Command$/, "");
    // The SDK adds a token to each transaction that has none.
    const token = name === "TransactWriteItems" && { ClientRequestToken: randomUUID() };
    const input = JSON.parse(JSON.stringify({ ...token, ...command.input }));
    const { status, body } = await handler.run(name, input);
    if (status !== 200) throw exceptionOf(body as { __type: string });
    return { $metadata: {}, ...(body as object) };
  };
}

type ExceptionClass = typeof dynamo.DynamoDBServiceException;

/** Returns the SDK's exception for the body of a refusal. */
function exceptionOf({ __type: type, ...body }: { __type: string }): dynamo.DynamoDBServiceException {
  const name = type.split("#").at(-1) ?? type;
  const classes = dynamo as unknown as Record<string, ExceptionClass>;
  const known: ExceptionClass = classes[name] ?? dynamo.DynamoDBServiceException;
  return new known({ name, $fault: "client", $metadata: {}, ...body });
}
