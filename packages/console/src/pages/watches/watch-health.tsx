import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { type Fact, Facts } from "../../parts/facts.tsx";
import { Banner } from "../../parts/problem-banner.tsx";
import { currentTime, RelativeTime } from "../../parts/relative-time.tsx";
import { spanWords } from "../../parts/span-words.ts";
import { nextLookOf } from "./next-look.ts";
import { gapWords, WatchStatus } from "./watch-facts.tsx";

/**
 * Shows the health of a watch: its state, its last polls, its last error, and gaps in which something may be
 * missing.
 */
export function WatchHealthView({ watch }: { watch: Schemas["Watch"] }): JSX.Element {
  const { health } = watch;
  const { last_error: error, gaps, delivery, feed } = health;
  const collides = feed?.ids_collide && !gaps.some(({ reason }) => reason === "ids_collide");
  return (
    <>
      {error && (
        <Banner tone="bad">
          <p>{error.message}</p>
          {error.next_step !== undefined && <p>{error.next_step}</p>}
          <p class="small soft">
            {error.error_code} · <RelativeTime at={error.at} />
          </p>
        </Banner>
      )}
      {gaps.map(({ at, reason }) => (
        <Banner key={`${at} ${reason}`} tone="wait">
          <p>
            {gapWords(reason)} <RelativeTime at={at} />
          </p>
        </Banner>
      ))}
      {collides && (
        <Banner tone="wait">
          <p>{gapWords("ids_collide")}</p>
        </Banner>
      )}
      {feed?.silent_but_changing && (
        <Banner tone="wait">
          <p>The feed keeps changing without new items. Check it yourself.</p>
        </Banner>
      )}
      {delivery?.last_error && delivery.status !== "active" && (
        <Banner tone="wait">
          <p>
            {delivery.last_error.message ??
              `The receiver answered ${delivery.last_error.status ?? "nothing"}.`}
          </p>
        </Banner>
      )}
      <Facts facts={factsOf(watch)} />
    </>
  );
}

function factsOf(watch: Schemas["Watch"]): Fact[] {
  const { health, deliver_to: deliverTo, source } = watch;
  const { delivery } = health;
  const time = (at: string | null, otherwise: string) => (at === null ? otherwise : <RelativeTime at={at} />);
  return [
    ["State", <WatchStatus key="state" watch={watch} />],
    ["Last successful poll", time(health.last_success_at, "none yet")],
    ["Next poll", <NextLookView key="next" watch={watch} />],
    ["Overdue by", health.lag_seconds > 0 && spanWords(health.lag_seconds)],
    ["No new event since", time(health.silent_since, "")],
    ["Only with", source.type === "feed" && source.keywords.join(", ")],
    ["Delivers to", deliverTo],
    ["Deliveries", delivery && `${delivery.status}, ${delivery.waiting} waiting, ${delivery.dead} dead`],
    ["Held until", time(delivery?.held_until ?? null, "")],
  ];
}

/** Shows when the watch is polled next, or since when it is overdue. */
function NextLookView({ watch }: { watch: Schemas["Watch"] }): JSX.Element {
  const next = nextLookOf(watch, currentTime());
  if (next.state === "paused") return <>not while it is paused</>;
  if (next.state === "due") return <>due now</>;
  const at = <RelativeTime at={next.at} />;
  return next.state === "waits" ? at : <>overdue: it was due {at}</>;
}
