import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { linkTo } from "../../app/route.ts";
import { hasScope } from "../../app/visit-state.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/field.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { useSubmit } from "../../parts/use-submit.ts";

const INTERVALS = [1, 5, 15, 30, 60, 360, 1440] as const;

/** Begins to watch a feed, and goes to the watch. */
export function AddWatch({ onClose }: { onClose: () => void }): JSX.Element {
  const [url, setUrl] = useState("");
  const [keywords, setKeywords] = useState("");
  const [interval, setInterval] = useState<(typeof INTERVALS)[number]>(15);
  const [deliverTo, setDeliverTo] = useState("");
  const { problem, isBusy, submit } = useSubmit(async () => {
    const words = keywords.split(",").flatMap((word) => (word.trim() === "" ? [] : [word.trim()]));
    const destination = deliverTo.trim();
    const { data } = await service.POST("/api/v1/watches", {
      body: {
        type: "feed",
        url: url.trim(),
        interval_minutes: interval,
        ...(words.length > 0 && { keywords: words }),
        ...(destination !== "" && { deliver_to: destination }),
      },
    });
    onClose();
    location.hash = linkTo("watches", data.id);
  });
  return (
    <Dialog title="Watch a feed" onClose={onClose}>
      <form onSubmit={submit}>
        <Field label="Address">
          {(control) => (
            <input
              {...control}
              type="url"
              required
              placeholder="https://example.com/feed.xml"
              value={url}
              onInput={(event) => setUrl(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Only with these words" hint="With commas between them." isOptional>
          {(control) => (
            <input
              {...control}
              value={keywords}
              onInput={(event) => setKeywords(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Look every">
          {(control) => (
            <select
              {...control}
              value={interval}
              onChange={(event) => setInterval(Number(event.currentTarget.value) as typeof interval)}
            >
              {INTERVALS.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {minutes} minutes
                </option>
              ))}
            </select>
          )}
        </Field>
        {hasScope("deliveries:write") && (
          <Field label="Deliver to" hint="A webhook that gets each item as it is found." isOptional>
            {(control) => (
              <input
                {...control}
                type="url"
                value={deliverTo}
                onInput={(event) => setDeliverTo(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
        {problem !== undefined && <ProblemBanner problem={problem} />}
        <Button kind="primary" type="submit" isBusy={isBusy}>
          Begin
        </Button>
      </form>
    </Dialog>
  );
}
