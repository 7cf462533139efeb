// Exits with 0 if the service in this container is ready.
const origin = `http://127.0.0.1:${process.env.PORT || 8787}`;
const statusOf = async (path) => (await fetch(origin + path, { signal: AbortSignal.timeout(4_000) })).status;
try {
  const ready = await statusOf("/readyz");
  const status = ready === 404 ? await statusOf("/healthz") : ready;
  process.exit(status === 200 ? 0 : 1);
} catch {
  process.exit(1);
}
