import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** Stands for the account that a stage is built for. */
export const ACCOUNT = "123456789012";

/**
 * The part of AWS that `sst build` needs: who it is (STS), and whether the account is bootstrapped for the
 * CDK and for SST (CloudFormation).
 */
export interface AwsStub {
  url: string;
  /** Requests it had no answer to, as `Action StackName`; each was answered with 400. */
  refused: readonly string[];
  close(): Promise<void>;
}

/** The outputs that SST 2.49.8 reads of the two bootstrap stacks (its bootstrap.js). */
const BOOTSTRAPPED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CDKToolkit: { BootstrapVersion: "21", BucketName: "cdk-assets" },
  SSTBootstrap: { Version: "7.4", BucketName: "sst-bootstrap" },
};

const IDENTITY =
  '<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>' +
  `<Arn>arn:aws:iam::${ACCOUNT}:user/builder</Arn><UserId>builder</UserId><Account>${ACCOUNT}</Account>` +
  "</GetCallerIdentityResult></GetCallerIdentityResponse>";

export async function startAwsStub(): Promise<AwsStub> {
  const refused: string[] = [];
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    const [action, stack] = [form.get("Action") ?? "", form.get("StackName") ?? ""];
    const answer = answerTo(action, stack);
    if (answer === undefined) refused.push(`${action} ${stack}`);
    response.writeHead(answer === undefined ? 400 : 200, { "content-type": "text/xml" }).end(answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The stub has no TCP address.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    refused,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerTo(action: string, stack: string): string | undefined {
  if (action === "GetCallerIdentity") return IDENTITY;
  const outputs = action === "DescribeStacks" ? BOOTSTRAPPED[stack] : undefined;
  if (outputs === undefined) return undefined;
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return (
    '<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>' +
    `<StackName>${stack}</StackName><CreationTime>2026-01-01T00:00:00Z</CreationTime><StackStatus>CREATE_COMPLETE</StackStatus>` +
    `<Outputs>${members.join("")}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`
  );
}
