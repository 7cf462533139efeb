/**
 * Gives each signed-in person a session token for Plumbline, so that no API key reaches a page.
 *
 *     PLUMBLINE_API_KEY=$(cat .plumbline/dev-api-key) PORT=3000 node examples/use-chat/server.mjs
 *
 * The page in chat.jsx asks for a token before each message. Start the service with
 * CORS_ORIGINS=http://127.0.0.1:3000 so that the browser may send it.
 */
import { createServer } from "node:http";

const { PLUMBLINE_URL = "http://127.0.0.1:8787", PLUMBLINE_API_KEY = "", PORT = "3000" } = process.env;
const SESSION_SECONDS = 900;

/** Returns the person who sent a request. Replace this with your own sign-in. */
function userOf(request) {
  const [scheme, user = ""] = (request.headers.authorization ?? "").split(" ");
  return scheme === "Demo" && /^\w+$/.test(user) ? user : undefined;
}

/** Creates a token that expires, works from one origin only and puts the person into every record. */
async function mintSession(user, origin) {
  const response = await fetch(`${PLUMBLINE_URL}/api/v1/sessions`, {
    method: "POST",
    headers: { authorization: `Bearer ${PLUMBLINE_API_KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ ttl_seconds: SESSION_SECONDS, end_user: user, origin }),
  });
  if (!response.ok) throw new Error(`Plumbline answered ${response.status}.`);
  return response.json();
}

const server = createServer(async (request, response) => {
  const answer = (status, body) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (request.method !== "POST" || request.url !== "/session") return answer(404, { error: "Not found." });
  const user = userOf(request);
  if (user === undefined) return answer(401, { error: "Sign in first." });
  try {
    answer(200, await mintSession(user, `http://${request.headers.host}`));
  } catch (error) {
    console.error(error);
    answer(502, { error: "The assistant is not there at the moment." });
  }
});
server.listen(Number(PORT), "127.0.0.1", () =>
  console.log(`ready http://127.0.0.1:${server.address().port}`),
);
