import { describeNamedAttacks } from "./named-attacks-suite.ts";
import { OWNED_TABLES } from "./owned-table.ts";

// The DynamoDB table's are in named-attacks-on-dynamodb.test.ts, part of `npm run test:endurance`.
describeNamedAttacks(OWNED_TABLES[0]);
