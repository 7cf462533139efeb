import { type HttpClient, type HttpRequest, HttpResponse } from "../../egress/http-message.ts";
import type { PreviewAnswer } from "../../tool/tool.ts";
import { type ShownRequest, shownRequest } from "./shown-request.ts";
import { StandIns } from "./stand-ins.ts";

/**
 * The longest honest call makes 21 requests: a post with four fetched and described images, a page of twenty
 * parts.
 */
const MAX_REQUESTS = 25;

/** Ends the run of a tool whose next answer nobody can foretell. */
export class PreviewEnd extends Error {
  override readonly name = "PreviewEnd";
}

/**
 * In place of the network: writes down what would be sent, as it may be shown, and answers as `foretell`
 * says. Throws PreviewEnd where that says nothing, and at every request after that.
 */
export class RequestRecorder implements HttpClient {
  readonly requests: ShownRequest[] = [];
  readonly #foretell: (request: HttpRequest, index: number) => PreviewAnswer | undefined;
  readonly #standIns = new StandIns();
  #ended = false;

  constructor(foretell: (request: HttpRequest, index: number) => PreviewAnswer | undefined) {
    this.#foretell = foretell;
  }

  async send(request: HttpRequest): Promise<HttpResponse> {
    if (this.#ended) throw new PreviewEnd();
    const index = this.requests.push(shownRequest(request, this.#standIns)) - 1;
    const answer = this.requests.length < MAX_REQUESTS ? this.#foretell(request, index) : undefined;
    if (answer !== undefined) return this.#answered(answer);
    this.#ended = true;
    throw new PreviewEnd();
  }

  #answered({ status = 200, headers = {}, body, standIns = {} }: PreviewAnswer): HttpResponse {
    this.#standIns.learn(standIns);
    if (!Buffer.isBuffer(body))
      return new HttpResponse(status, headers, Buffer.from(JSON.stringify(body)), false);
    this.#standIns.learnFile(body);
    return new HttpResponse(status, headers, body, false);
  }
}
