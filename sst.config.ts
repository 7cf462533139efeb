import type { SSTConfig } from "sst";
import { api } from "./stacks/api.ts";
import { refuseUnknownSettings } from "./stacks/settings.ts";
import { checkStage, removalPolicy } from "./stacks/stage.ts";
import { storage } from "./stacks/storage.ts";
import { watches } from "./stacks/watches.ts";

export default {
  config: () => ({ name: "plumbline" }),
  stacks(app) {
    checkStage(app.stage);
    refuseUnknownSettings(process.env);
    app.setDefaultRemovalPolicy(removalPolicy(app.stage));
    app.stack(storage).stack(api).stack(watches);
  },
} satisfies SSTConfig;
