import type { LookupAddress } from "node:dns";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { createSocketOptions, type LookupAll, type SocketTarget } from "@plumbline/core/egress/guard.ts";
import { createTrustContext } from "@plumbline/core/egress/trust-context.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import { describe, expect, test } from "vitest";
import { resolver } from "./resolver.ts";

/** Returns the addresses that a connection to the target may use. Rejects with the lookup's error. */
function addressesOf(target: SocketTarget, lookup: LookupAll, allow = ""): Promise<string[]> {
  const options = createSocketOptions(
    parseEgressAllow(allow),
    undefined,
    lookup,
  )(target, "metadata.smtp_host");
  return new Promise((resolve, reject) =>
    options.lookup(options.host, { all: true }, (error, addresses) => {
      if (error) reject(error);
      else resolve((addresses as LookupAddress[]).map(({ address }) => address));
    }),
  );
}

const options = (target: SocketTarget, allow = "") =>
  createSocketOptions(parseEgressAllow(allow), undefined, resolver().lookup)(target, "metadata.smtp_host");

const tenant = (host: string, port = 465): SocketTarget => ({ host, port, chosenBy: "tenant" });
const operator = (host: string, port = 465): SocketTarget => ({ host, port, chosenBy: "operator" });

describe("a tenant's host", () => {
  test.each([
    "127.0.0.1",
    "10.1.2.3",
    "169.254.169.254",
    "::1",
    "[::1]",
    "[fd00::5]",
    "localhost",
    "mail",
    "a.internal",
  ])("%s is refused before anything is looked up, naming what named it", (host) => {
    expect(() => options(tenant(host))).toThrow(AdapterValidationError);
    expect(() => options(tenant(host))).toThrow(/^metadata\.smtp_host must have a public host/);
  });

  test("is let through by the operator's exemption of that port alone", () => {
    expect(options(tenant("127.0.0.1", 2525), "127.0.0.1:2525")).toMatchObject({
      host: "127.0.0.1",
      port: 2525,
    });
    expect(() => options(tenant("127.0.0.1", 2526), "127.0.0.1:2525")).toThrow(AdapterValidationError);
    expect(options(tenant("[::1]", 2525), "[::1]:2525").host).toBe("::1");
  });

  test("is connected to by the addresses that were judged", async () => {
    const { lookup, asked } = resolver(["93.184.215.14", "2606:2800:21f::1"]);
    expect(await addressesOf(tenant("mail.example.com"), lookup)).toEqual([
      "93.184.215.14",
      "2606:2800:21f::1",
    ]);
    expect(asked).toEqual(["mail.example.com"]);
  });

  test.each([[["127.0.0.1"]], [["93.184.215.14", "10.0.0.5"]], [["::ffff:127.0.0.1"]]])(
    "is refused when it turns out to be at %j, without saying where that is",
    async (addresses) => {
      const failure = addressesOf(tenant("mail.example.com"), resolver(addresses).lookup);
      await expect(failure).rejects.toThrow(
        "Requests to mail.example.com are not allowed: only public hosts can be reached.",
      );
    },
  );

  test("inside is reached where the operator exempted the address with this port", async () => {
    const { lookup } = resolver(["10.0.0.5"]);
    expect(await addressesOf(tenant("mail.example.com", 587), lookup, "10.0.0.5:587")).toEqual(["10.0.0.5"]);
    await expect(addressesOf(tenant("mail.example.com", 465), lookup, "10.0.0.5:587")).rejects.toThrow();
  });
});

describe("a tenant's host that the operator exempted by name", () => {
  test("is reached wherever it is, with its port alone", async () => {
    const { lookup } = resolver(["10.0.0.5", "127.0.0.1"]);
    expect(await addressesOf(tenant("MailServer", 587), lookup, "mailserver:587")).toHaveLength(2);
    expect(() => options(tenant("mailserver", 465), "mailserver:587")).toThrow(AdapterValidationError);
    await expect(addressesOf(tenant("other.example.com", 587), lookup, "mailserver:587")).rejects.toThrow();
  });
});

describe("the operator's host", () => {
  test("may be anywhere", async () => {
    expect(options(operator("127.0.0.1")).host).toBe("127.0.0.1");
    expect(await addressesOf(operator("mail"), resolver(["10.0.0.5"]).lookup)).toEqual(["10.0.0.5"]);
  });

  test("that has no address is not found", async () => {
    await expect(addressesOf(operator("mail.example.com"), resolver([]).lookup)).rejects.toMatchObject({
      code: "ENOTFOUND",
    });
  });
});

test("certificates trusted beside the system's come along", () => {
  const trusted = createTrustContext(sandboxCertificate().cert);
  const made = createSocketOptions(parseEgressAllow(""), trusted)(
    operator("mail.example.com"),
    "the mail server",
  );
  expect(made.secureContext).toBe(trusted);
  expect(options(operator("mail.example.com"))).not.toHaveProperty("secureContext");
});
