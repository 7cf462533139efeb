import { describeNamedAttacks } from "./named-attacks-suite.ts";
import { OWNED_TABLES } from "./owned-table.ts";

describeNamedAttacks(OWNED_TABLES[1]);
