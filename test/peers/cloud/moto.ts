import { once } from "node:events";
import { createServer, request as forward } from "node:http";
import { buffer } from "node:stream/consumers";
import { freePorts } from "../../support/free-ports.ts";
import { startProcess } from "../peer-process.ts";
import { pythonProgram } from "./run-program.ts";

/** One request of an AWS client. */
export interface AwsCall {
  /** Of the request's signature: who asks. */
  accessKeyId: string;
  /**
   * `TrentService.Decrypt`, `DynamoDB_20120810.GetItem`; empty for protocols that do not say it in a header.
   */
  target: string;
  body: string;
}

/** moto's server, with a proxy in front that notes what it is asked. */
export interface Moto {
  /** Of the proxy, for `AWS_ENDPOINT_URL`. */
  url: string;
  /** Every call that went by, oldest first; the list is live. */
  calls: readonly AwsCall[];
  close(): Promise<void>;
}

export async function startMoto(): Promise<Moto> {
  const [port = 0] = await freePorts(1);
  // Functions are created of code that is in no bucket: they run here, and not in moto.
  const start = [
    "VALIDATE_LAMBDA_S3=false",
    // The runbook attaches one of AWS's own policies.
    "MOTO_IAM_LOAD_MANAGED_POLICIES=true",
    pythonProgram("moto_server"),
    "-H",
    "127.0.0.1",
    "-p",
    String(port),
  ];
  const process = await startProcess("/usr/bin/env", start, port);
  const calls: AwsCall[] = [];
  const proxy = createServer(async (request, response) => {
    const body = await buffer(request);
    calls.push({
      accessKeyId: /Credential=([^/]+)/.exec(request.headers.authorization ?? "")?.[1] ?? "",
      target: String(request.headers["x-amz-target"] ?? ""),
      body: body.toString("utf8"),
    });
    const { method, url: path, headers } = request;
    const onward = forward({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
      // Functions are put ahead in time; the SDK would notice by the date, take its clock for wrong and ask
      // again.
      const { date: _date, ...kept } = answer.headers;
      response.sendDate = false;
      response.writeHead(answer.statusCode ?? 502, kept);
      answer.pipe(response);
    });
    onward.on("error", (error) => response.destroy(error)).end(body);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no TCP address.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    async close() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await process.stop();
    },
  };
}
