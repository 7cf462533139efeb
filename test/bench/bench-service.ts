import { systemRandom as random } from "@plumbline/core/clock/clock.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { createService } from "@plumbline/service/create-service.ts";
import type { ServicePorts } from "@plumbline/service/service-ports.ts";
import { unreachableProviders } from "../support/unreachable-providers.ts";
import { CountingKeyService } from "./counting-key-service.ts";

type BenchPorts = Pick<ServicePorts, "stores" | "clock"> & Partial<ServicePorts>;

/**
 * Creates the service of a bench, with the ports given. Its egress may also reach the hosts of `allow`; no
 * provider can be reached, and its log is dropped, unless the ports say otherwise.
 */
export function createBenchService({ allow = "", ...ports }: BenchPorts & { allow?: string }) {
  const egressAllow = parseEgressAllow(allow);
  const { clock } = ports;
  return createService({
    stage: "bench",
    keys: new CountingKeyService(),
    egress: openEgress({ clock, allow: egressAllow }),
    egressAllow,
    search: {},
    endpoints: unreachableProviders,
    watches: { eventDays: 90, mostPerTenant: 1_000 },
    callDays: 30,
    corsOrigins: [],
    random,
    logger: createLogger(() => undefined, clock, "info"),
    ...ports,
  });
}
