import { cpus } from "node:os";
import { dispatchBench } from "./dispatch-bench.ts";
import { storeBench } from "./store-bench.ts";

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}`);
await storeBench();
await dispatchBench();
