import { execFile } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import { freePorts } from "../../support/free-ports.ts";
import { startProcess } from "../peer-process.ts";
import { type IntrospectionStub, startIntrospection } from "./introspection-stub.ts";

/** Of every mailbox; any user of example.com has one. */
export const PASSWORD = "correct-horse";

/**
 * Debian's Dovecot (IMAP, SASL, LMTP) and Postfix (submission), on free ports of 127.0.0.1 and in a folder of
 * their own.
 */
export interface MailServers {
  /** STARTTLS, and TLS from the first byte. */
  ports: { imap: number; imaps: number; submission: number; submissions: number };
  /** Says whose an OAuth token is. */
  tokens: IntrospectionStub;
  /** Returns Dovecot's log so far. */
  dovecotLog(): Promise<string>;
  stop(): Promise<void>;
}

const PORT_NAMES = ["IMAPS", "IMAP", "LMTP", "AUTH", "SUBMISSIONS", "SUBMISSION"] as const;

/** Starts both; needs root, as they give their processes users of their own. */
export async function startMailServers(): Promise<MailServers> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const next of stops.splice(0).reverse()) await next();
  };
  try {
    return await start(stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(stops: (() => Promise<void>)[], stop: () => Promise<void>): Promise<MailServers> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-mail-"));
  stops.push(() => rm(folder, { recursive: true, force: true }));
  const tokens = await startIntrospection();
  stops.push(() => tokens.close());
  const [imaps = 0, imap = 0, lmtp = 0, auth = 0, submissions = 0, submission = 0] = await freePorts(6);
  await prepare(folder, {
    IMAPS: imaps,
    IMAP: imap,
    LMTP: lmtp,
    AUTH: auth,
    SUBMISSIONS: submissions,
    SUBMISSION: submission,
    INTROSPECTION: tokens.port,
  });
  const dovecot = await startProcess("dovecot", ["-F", "-c", join(folder, "dovecot.conf")], imap);
  stops.push(() => dovecot.stop());
  // Makes the queue's folders. The master is started without its shell script, which would outlive a killed
  // test run.
  await promisify(execFile)("/usr/sbin/postfix", ["-c", join(folder, "postfix"), "check"]);
  const master = "/usr/lib/postfix/sbin/master";
  const postfix = await startProcess(master, ["-c", join(folder, "postfix"), "-s"], submission);
  stops.push(() => postfix.stop());
  return {
    ports: { imap, imaps, submission, submissions },
    tokens,
    dovecotLog: () => readFile(join(folder, "dovecot.log"), "utf8"),
    stop,
  };
}

async function prepare(folder: string, ports: Readonly<Record<string, number>>): Promise<void> {
  const mail = await userId("mail");
  await chmod(folder, 0o755);
  for (const name of ["run", "state", "mail", "postfix", "postfix/queue", "postfix/data"])
    await mkdir(join(folder, name));
  await chown(join(folder, "mail"), mail.uid, mail.gid);
  await chown(join(folder, "postfix/data"), (await userId("postfix")).uid, 0);
  const { cert, key } = sandboxCertificate();
  await writeFile(join(folder, "cert.pem"), cert);
  await writeFile(join(folder, "key.pem"), key, { mode: 0o600 });
  for (const [source, target] of [
    ["dovecot.conf", "dovecot.conf"],
    ["oauth2.conf", "oauth2.conf"],
    ["main.cf", "postfix/main.cf"],
    ["master.cf", "postfix/master.cf"],
  ] as const) {
    const template = await readFile(new URL(source, import.meta.url), "utf8");
    await writeFile(join(folder, target), filled(template, folder, ports));
  }
}

function filled(template: string, folder: string, ports: Readonly<Record<string, number>>): string {
  const withPorts = [...PORT_NAMES, "INTROSPECTION"].reduce(
    (text, name) => text.replaceAll(`${name}_PORT`, String(ports[name])),
    template,
  );
  return withPorts
    .replaceAll("CERT_FILE", join(folder, "cert.pem"))
    .replaceAll("KEY_FILE", join(folder, "key.pem"))
    .replaceAll("FOLDER", folder);
}

async function userId(name: string): Promise<{ uid: number; gid: number }> {
  const passwd = await readFile("/etc/passwd", "utf8");
  const [, , uid, gid] =
    passwd
      .split("\n")
      .find((line) => line.startsWith(`${name}:`))
      ?.split(":") ?? [];
  if (uid === undefined || gid === undefined) {
    throw new Error(
      `There is no user ${name}: the mail servers come with "apt-get install dovecot-imapd dovecot-lmtpd postfix"; .ci/run does that.`,
    );
  }
  return { uid: Number(uid), gid: Number(gid) };
}
