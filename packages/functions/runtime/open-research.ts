import { createModel } from "@plumbline/agent/model/configured-model.ts";
import { DynamoAccessStore } from "@plumbline/aws/dynamodb/dynamo-access-store.ts";
import { Authenticator } from "@plumbline/core/access/authenticator.ts";
import { createBackends, createResearchEngine } from "@plumbline/grounding";
import type { Service } from "@plumbline/service/service.ts";
import { configured, type Invoked, type LambdaEnvironment } from "./invocation.ts";
import { openPlatform } from "./platform.ts";

type Part = "authenticator" | "research" | "model" | "corsOrigins" | "clock" | "random" | "logger";

/**
 * Opens the part of the service on AWS that research needs: who calls, the backends, perhaps a model. No tool
 * and no key is loaded for it. Throws ConfigurationError for a wrong setting.
 */
export function openResearch(environment: LambdaEnvironment): Pick<Service, Part> & Invoked {
  return configured(() => {
    const { settings, table, keyTable, egress, metrics, aws, clock, random, logger, invoked } =
      openPlatform(environment);
    const { model, corsOrigins } = settings;
    const backends = createBackends(settings.search, egress.provider);
    const longestWaitMs = settings.longestWaitSeconds * 1000;
    const http = egress.providerStreams;
    return {
      authenticator: new Authenticator(new DynamoAccessStore(table, keyTable, clock), clock, logger),
      research: createResearchEngine({ backends, clock, metrics, logger }),
      model: model && createModel(model, { aws, http, clock, random, metrics, longestWaitMs }),
      corsOrigins,
      clock,
      random,
      logger,
      ...invoked,
    };
  });
}
