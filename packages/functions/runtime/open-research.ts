import { configuredModel } from "@plumbline/agent/model/configured-model.ts";
import { AwsConnections } from "@plumbline/aws/access/aws-connections.ts";
import { environmentAccess } from "@plumbline/aws/access/environment-access.ts";
import { createDynamoClient } from "@plumbline/aws/dynamodb/client.ts";
import { DynamoAccessStore } from "@plumbline/aws/dynamodb/dynamo-access-store.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { EmfMetrics } from "@plumbline/aws/metrics/emf-metrics.ts";
import { Authenticator } from "@plumbline/core/access/authenticator.ts";
import { systemClock as clock } from "@plumbline/core/clock/clock.ts";
import { systemRandom as random } from "@plumbline/core/clock/random.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { createBackends, createResearchEngine } from "@plumbline/grounding";
import type { Service } from "@plumbline/service/service.ts";
import { configured, type Environment, lambdaSettings, resourceNames } from "./environment.ts";
import { type Invoked, writeLogLine } from "./invocation.ts";

type Part = "authenticator" | "research" | "model" | "corsOrigins" | "clock" | "random" | "logger";

/** Of the service on AWS what research needs: who calls, backends, perhaps a model. No tool and no key is loaded for it. */
export type ResearchOnLambda = Pick<Service, Part> & Invoked;

/** Throws ConfigurationError for a wrong setting. */
export function openResearch(environment: Environment): ResearchOnLambda {
  return configured(() => composeResearch(environment));
}

function composeResearch(environment: Environment): ResearchOnLambda {
  const settings = lambdaSettings(environment);
  const { TABLE_NAME } = resourceNames(environment, ["TABLE_NAME"]);
  const connections = new AwsConnections(clock);
  const table = new TableClient(connections.of(createDynamoClient()), TABLE_NAME);
  const logger = createLogger(writeLogLine, clock, settings.logLevel);
  const metrics = new EmfMetrics({ stage: settings.stage, clock, write: writeLogLine });
  const egress = openEgress({ clock, allow: settings.egressAllow });
  const aws = environmentAccess(environment);
  const http = egress.providerStreams;
  const longestWaitMs = settings.longestWaitSeconds * 1000;
  const backends = createBackends(settings.search, egress.provider);
  return {
    authenticator: new Authenticator(new DynamoAccessStore(table, clock), clock, logger),
    research: createResearchEngine({ backends, clock, metrics, logger }),
    model:
      settings.model && configuredModel(settings.model, { aws, http, clock, random, metrics, longestWaitMs }),
    corsOrigins: settings.corsOrigins,
    clock,
    random,
    logger,
    beginInvocation() {
      connections.wake();
      if (egress.wake()) logger.log("info", "connections_renewed");
    },
    endInvocation() {
      metrics.flush();
      egress.rest();
      connections.rest();
    },
  };
}
