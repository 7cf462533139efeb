import type { SSTConfig } from "sst";
import { Stack } from "sst/constructs";
import { api } from "./stacks/api.ts";
import { operations } from "./stacks/operations.ts";
import { refuseOtherAccount, refuseSecrets, refuseUnknownSettings } from "./stacks/settings.ts";
import { checkStage, stageSettings } from "./stacks/stage.ts";
import { storage } from "./stacks/storage.ts";
import { watches } from "./stacks/watches.ts";

export default {
  // Without a region SST would synthesise for us-east-1 whatever AWS_REGION says, while its clients go where
  // that says.
  config() {
    const { AWS_REGION: region } = process.env;
    return { name: "plumbline", ...(region ? { region } : {}) };
  },
  stacks(app) {
    checkStage(app.stage);
    refuseUnknownSettings(process.env);
    refuseSecrets(app.stage, process.env);
    refuseOtherAccount(app.account, process.env);
    const { data, alarms } = stageSettings(app.stage);
    // Set for a stage that keeps data, this would keep every function and role of it, too.
    if (data === "destroy") app.setDefaultRemovalPolicy("destroy");
    const inStack = (id: string) => ({ app, stack: new Stack(app, id) });
    const stored = storage(inStack("storage"));
    const watched = watches(inStack("watches"), stored);
    const served = api(inStack("api"), stored, watched);
    if (alarms) operations(inStack("operations"), stored, served, watched);
  },
} satisfies SSTConfig;
