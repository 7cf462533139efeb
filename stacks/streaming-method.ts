import { Aws, Duration } from "aws-cdk-lib";
import { CfnMethod, Integration, IntegrationType, type IResource } from "aws-cdk-lib/aws-apigateway";
import type { IFunction } from "aws-cdk-lib/aws-lambda";

/** Maximum for STREAM (docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode.html). */
const MAX_TIMEOUT = Duration.minutes(15);

/**
 * Connects a method to a function with response streaming. The transfer mode and the streaming URI belong
 * together, because API Gateway refuses one without the other. The mode is set on the raw resource, because
 * CDK 2.224's `Integration` does not support it.
 */
export function addStreamingMethod(resource: IResource, httpMethod: string, fn: IFunction): void {
  const uri = `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/2021-11-15/functions/${fn.functionArn}/response-streaming-invocations`;
  const integration = new Integration({
    type: IntegrationType.AWS_PROXY,
    integrationHttpMethod: "POST",
    uri,
    options: { timeout: MAX_TIMEOUT },
  });
  const method = resource.addMethod(httpMethod, integration).node.defaultChild;
  if (!(method instanceof CfnMethod)) throw new Error("A method of the API has no CloudFormation resource.");
  method.addPropertyOverride("Integration.ResponseTransferMode", "STREAM");
}
