type Reach = (request: Request) => Response | Promise<Response>;

/**
 * Does what a user does with an `authorization_url`: presses the page's button, decides on the sandbox's
 * page, and returns in the same browser. `service` sends requests to the service. Returns the response of the
 * callback.
 */
export async function signInAtSandbox(
  page: string,
  decision: "allow" | "deny" = "allow",
  service: Reach = fetch,
): Promise<Response> {
  const begun = await service(new Request(page, { method: "POST", redirect: "manual" }));
  const [cookie = ""] = (begun.headers.get("set-cookie") ?? "").split(";");
  const provider = begun.headers.get("location") ?? "";
  const shown = await (await fetch(provider)).text();
  if (!shown.includes(`<button name="decision" value="${decision}">`)) throw new Error(shown);
  const body = new URLSearchParams({ decision });
  const decided = await fetch(provider, { method: "POST", body, redirect: "manual" });
  return service(new Request(decided.headers.get("location") ?? "", { headers: { cookie } }));
}
