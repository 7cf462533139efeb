import type { Random } from "@plumbline/core/clock/clock.ts";
import type { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import type { KeyService } from "@plumbline/core/credentials/vault/key-service.ts";
import { type HttpRequest, HttpResponse } from "@plumbline/core/egress/http-message.ts";
import type { Sandbox } from "@plumbline/sandbox";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { ServicePorts } from "@plumbline/service/service-ports.ts";
import { readSettings } from "@plumbline/service/settings/read-settings.ts";
import { WHEELS } from "@plumbline/watches/clock/slots.ts";
import { tick } from "@plumbline/watches/clock/tick.ts";
import { sendDueDeliveries } from "@plumbline/watches/delivery/due-deliveries.ts";
import { type ApiUnderTest, startApi } from "../http/api-under-test.ts";

export const FEED = "https://feeds.example/news.xml";
export const HOOKS = { feed: "https://hooks.example/news", inbox: "https://hooks.example/mail" };

/** The stores of one platform, and the keys that decrypt them. */
export interface Place {
  stores: ServicePorts["stores"];
  keys: KeyService;
  close(): Promise<void>;
}

/** The service on a platform's stores, with a feed, receivers and a mailbox that a test fills. */
export interface ApiOnStores extends ApiUnderTest {
  /** Adds an item to the feed. */
  publish(title: string): void;
  /** Adds a message to the mailbox. */
  mail(subject: string): void;
  /** Requests that the receivers got. */
  received: HttpRequest[];
  /** Advances to the next full minute and runs the polls that are due, `minutes` times. */
  pass(minutes: number, service?: Service): Promise<void>;
  /** Attempts the deliveries that are due. */
  deliver(service?: Service): Promise<void>;
}

export interface ApiOnStoresOptions {
  /** If false, records are unsigned, as in the last release. */
  signsRecords?: boolean;
  /** With the sandbox's truthful model. */
  hasModel?: boolean;
  /** Called before each request to a provider or the model. */
  onAsked?: () => void;
}

export async function startApiOnStores(
  { stores, keys }: Place,
  clock: ManualClock,
  random: Random,
  { signsRecords = true, hasModel = false, onAsked = () => undefined }: ApiOnStoresOptions = {},
): Promise<ApiOnStores> {
  const items: string[] = [];
  const received: HttpRequest[] = [];
  const guarded = {
    async send(request: HttpRequest) {
      if (request.url.href !== FEED) {
        received.push(request);
        return new HttpResponse(200, {}, Buffer.alloc(0), false);
      }
      const body = `<rss version="2.0"><channel><title>News</title>${items.join("")}</channel></rss>`;
      return new HttpResponse(200, { "content-type": "application/xml" }, Buffer.from(body), false);
    },
  };
  const api = await startApi((sandbox: Sandbox) => {
    const modelSettings = hasModel ? sandbox.modelSettings("truthful") : {};
    const { providers, oauth, model } = readSettings({ ...sandbox.settings, ...modelSettings });
    return {
      ...{ clock, random, signsRecords, storesOf: () => stores, wrapKeyService: () => keys },
      ...{ endpoints: providers, oauth, model, extraCertificates: sandboxCertificate().cert },
      egressAllow: sandbox.imap.host,
      wrapEgress: ({ provider, providerStreams, ...egress }) => ({
        ...egress,
        guarded,
        provider: {
          send(request) {
            onAsked();
            return provider.send(request);
          },
        },
        providerStreams: {
          openStream(request) {
            onAsked();
            return providerStreams.openStream(request);
          },
        },
      }),
    };
  });
  return {
    ...api,
    received,
    publish: (title) => void items.unshift(`<item><guid>${title}</guid><title>${title}</title></item>`),
    mail: (subject) =>
      void api.sandbox.imap.inbox.add({ subject, messageId: `<${subject.replace(" ", ".")}@x>` }),
    async pass(minutes, { watchPoller, watchStore: store, logger } = api.service) {
      const send = async (batches: readonly Parameters<typeof watchPoller.poll>[0][]) => {
        for (const batch of batches) await watchPoller.poll(batch);
      };
      for (let minute = 0; minute < minutes; minute++) {
        clock.advance(60_000 - (clock.now() % 60_000));
        for (const wheel of WHEELS) await tick(wheel, { store, queue: { send }, clock, logger });
      }
    },
    async deliver({ watchStore: store, deliverer } = api.service) {
      const send = async (batches: readonly Parameters<typeof deliverer.deliver>[0][]) => {
        for (const batch of batches) await deliverer.deliver(batch);
      };
      await sendDueDeliveries({ store, queue: { send }, clock });
    },
  };
}
