import type { JSX } from "preact";
import { service } from "../../app/api.ts";
import { linkTo } from "../../app/route.ts";
import { hasScope } from "../../app/visit-state.ts";
import { useLoaded } from "../../parts/use-loaded.ts";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Links to a run's page. Shows nothing for a run without one, such as a run that only its caller knows. */
export function RunLink({ id }: { id: string }): JSX.Element | null {
  const { value } = useLoaded(async (signal) => {
    // The service gives its runs UUIDs. It would answer 404 to any other ID, which browsers report.
    if (!hasScope("agent") || !UUID.test(id)) return false;
    const params = { path: { id } };
    const run = service.GET("/api/v1/agent/runs/{id}", { params, signal });
    return run.then(
      () => true,
      () => false,
    );
  }, id);
  if (!value) return null;
  return (
    <a class="button" href={linkTo("runs", id)}>
      Open the run
    </a>
  );
}
