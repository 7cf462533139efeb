import {
  SERVICE_ERROR_STATUS,
  ServiceError,
  type ServiceErrorCode,
} from "@plumbline/core/errors/service-error.ts";
import { createProblemResponse } from "@plumbline/http/problems.ts";
import { describe, expect, it } from "vitest";
import { synthesisedStage } from "./synthesised-stage.ts";

/** As the service itself would have refused with this code and these words. */
function ownAnswer(code: ServiceErrorCode, detail: string): Promise<unknown> {
  return createProblemResponse(new ServiceError(code, detail), new Headers()).json();
}

function isCode(code: unknown): code is ServiceErrorCode {
  return typeof code === "string" && code in SERVICE_ERROR_STATUS;
}

async function expectOwnWords(text: string, status: number) {
  const problem = JSON.parse(text);
  if (!isCode(problem.error_code)) throw new Error(`The service knows no ${problem.error_code}.`);
  expect(problem).toEqual(await ownAnswer(problem.error_code, problem.detail));
  expect(problem.status).toBe(status);
}

describe("what API Gateway answers by itself", () => {
  it("is a problem as the service writes one", async () => {
    const answers = [
      ...(await synthesisedStage("prod")).resources("AWS::ApiGateway::GatewayResponse").values(),
    ];
    const told = answers.map(({ Properties }) => [Properties.ResponseType, Properties.StatusCode]);
    expect(Object.fromEntries(told)).toEqual({
      THROTTLED: "429",
      REQUEST_TOO_LARGE: "413",
      WAF_FILTERED: "403",
      DEFAULT_5XX: "503",
    });
    for (const { Properties } of answers) {
      const headers = Object(Properties.ResponseParameters);
      expect(headers["gatewayresponse.header.Content-Type"]).toBe("'application/problem+json'");
      expect(Object.keys(Object(Properties.ResponseTemplates))).toEqual(["application/json"]);
      const text = Object(Properties.ResponseTemplates)["application/json"];
      await expectOwnWords(text, Number(Properties.StatusCode));
      expect(text).toContain("Quote the request id $context.requestId when you report it.");
      const waiting = headers["gatewayresponse.header.Retry-After"];
      expect(waiting).toBe(Properties.ResponseType === "THROTTLED" ? "'1'" : undefined);
    }
  });
});

describe("what API Gateway answers by itself to a page", () => {
  async function headersOf(CORS_ORIGINS: string) {
    const app = await synthesisedStage("dev", { CORS_ORIGINS });
    const answers = [...app.resources("AWS::ApiGateway::GatewayResponse").values()];
    expect(answers).toHaveLength(4);
    return answers.map(({ Properties }) => {
      const headers = Object(Properties.ResponseParameters);
      const header = (name: string) => headers[`gatewayresponse.header.Access-Control-${name}`];
      return [header("Allow-Origin"), header("Expose-Headers")];
    });
  }
  const exposed = "'retry-after,x-amzn-requestid'";

  it("may be read by the one page that may call, or by the one of several that asks", async () => {
    const [one, several] = await Promise.all([
      headersOf("https://app.example"),
      headersOf("https://app.example, https://admin.example"),
    ]);
    expect(new Set(one.map(String))).toEqual(new Set([`'https://app.example',${exposed}`]));
    expect(new Set(several.map(String))).toEqual(new Set([`method.request.header.Origin,${exposed}`]));
  });

  it("may be read by none where none may call", async () => {
    expect(new Set((await headersOf("")).flat())).toEqual(new Set([undefined]));
  });
});

describe("what the web firewall answers", () => {
  it("has the same words, under the status of its rule", async () => {
    const [acl] = (await synthesisedStage("prod")).resources("AWS::WAFv2::WebACL").values();
    const bodies = new Map<string, { ContentType: string; Content: string }>(
      Object.entries(Object(acl?.Properties.CustomResponseBodies)),
    );
    expect([...bodies.keys()].sort()).toEqual([
      "body-too-large",
      "no-key",
      "requests-of-one-address",
      "requests-of-one-key",
      "requests-without-key",
    ]);
    for (const { Action } of Object(acl?.Properties.Rules)) {
      const answer = Action?.Block.CustomResponse;
      if (!answer) continue;
      const body = bodies.get(answer.CustomResponseBodyKey);
      expect(body?.ContentType).toBe("APPLICATION_JSON");
      await expectOwnWords(body?.Content ?? "", answer.ResponseCode);
    }
  });
});
