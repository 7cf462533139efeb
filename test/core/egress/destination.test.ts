import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { parseDestination } from "@plumbline/core/egress/guard.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { describe, expect, test } from "vitest";

const nothing = parseEgressAllow("");

function refusalOf(text: string, allow = nothing, what?: string): AdapterValidationError {
  try {
    const url = parseDestination(text, allow, what);
    throw new Error(`${text} was accepted as ${url.href}`);
  } catch (error) {
    if (error instanceof AdapterValidationError) return error;
    throw error;
  }
}

describe("accepted", () => {
  test.each([
    ["https://example.com/hook?token=a#b", "https://example.com/hook?token=a#b"],
    ["http://example.com:8081", "http://example.com:8081/"],
    ["HTTPS://EXAMPLE.COM.:9/", "https://example.com.:9/"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
    ["http://8.8.8.8/", "http://8.8.8.8/"],
    ["http://[2606:4700:4700::1111]:8080/", "http://[2606:4700:4700::1111]:8080/"],
    ["https://localhost.example.com/", "https://localhost.example.com/"],
    ["https://mylocal.net/", "https://mylocal.net/"],
    ["https://internal.example.com/", "https://internal.example.com/"],
    ["https://127.0.0.1.example.com/", "https://127.0.0.1.example.com/"],
    ["http://example.com\\@127.0.0.1/", "http://example.com/@127.0.0.1/"],
  ])("%s as %s", (text, href) => {
    expect(parseDestination(text, nothing).href).toBe(href);
  });
});

describe("not an http or https URL", () => {
  test.each([
    "",
    "example.com",
    "//example.com/",
    "/hook",
    "ftp://example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/plain,x",
    "http://",
    "http://example.com:99999/",
    "http://1.2.3.4.5/",
    "http://[fe80::1%25eth0]/",
    "http://127.0.0.1%00.example.com/",
  ])("%s", (text) => {
    expect(refusalOf(text).message).toBe(
      "url must be an absolute http or https URL, such as https://example.com/hook.",
    );
  });
});

describe("a user name or password", () => {
  test.each(["https://user@example.com/", "https://:pass@example.com/", "http://example.com@127.0.0.1/"])(
    "%s",
    (text) => {
      expect(refusalOf(text).message).toBe("url must not contain a user name or a password.");
    },
  );
});

describe("blocked literals in every disguise", () => {
  test.each([
    "http://127.0.0.1/",
    "http://127.0.0.1./",
    "http://127.0.0.1../",
    "http://127.1/",
    "http://127.0.1/",
    "http://2130706433/",
    "http://017700000001/",
    "http://0x7f000001/",
    "http://0x7F.1/",
    "http://0177.0.0.1/",
    "http://0/",
    "http://0.0.0.0:8080/",
    "http://%31%32%37.0.0.1/",
    "http://127。0。0。1/",
    "http://①②⑦.0.0.1/",
    "http://１２７.0.0.1/",
    "http:127.0.0.1",
    "http:\\\\127.0.0.1\\",
    "ht\ntp://127.0.0.1/",
    "  http://127.0.0.1/  ",
    "http://@127.0.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://0xA9FEA9FE/",
    "https://10.0.0.8:8443/",
    "http://[::1]/",
    "http://[::]/",
    "http://[0:0:0:0:0:ffff:7f00:1]/",
  ])("%s", (text) => {
    const error = refusalOf(text);
    expect(error.message).toContain("url must have a public host");
    expect(error.detail.providerCode).toBe("blocked_destination");
  });
});

describe("internal names", () => {
  test.each([
    "http://localhost/",
    "http://LOCALHOST./",
    "http://localhost%2e/",
    "http://localhost../",
    "http://ⓛocalhost/",
    "http://app.localhost:3000/",
    "http://printer.local/",
    "http://metadata.google.internal/",
    "http://metadata.google.internal./",
    "http://internal./",
    "http://home.arpa/",
    "http://router.home.arpa/",
    "http://intranet/",
    "http://intranet./",
    "http:///intranet",
    "http://./",
    "http://a..example.com/",
    "http://.example.com/",
    `http://${"a.".repeat(127)}com/`,
  ])("%s", (text) => {
    expect(refusalOf(text).message).toContain("url must have a public host");
  });
});

describe("the operator's exemptions", () => {
  const allow = parseEgressAllow("127.0.0.1:8080, [::1]:443");

  test("free a literal with its port, the scheme's own included", () => {
    expect(parseDestination("http://127.0.0.1:8080/hook", allow).port).toBe("8080");
    expect(parseDestination("http://0x7f.1:8080/hook", allow).hostname).toBe("127.0.0.1");
    expect(parseDestination("https://[::1]/hook", allow).hostname).toBe("[::1]");
  });

  test("and no other port or address", () => {
    for (const text of [
      "http://127.0.0.1:8081/",
      "http://127.0.0.1/",
      "http://127.0.0.2:8080/",
      "http://[::1]/",
    ]) {
      expect(refusalOf(text, allow).message).toContain("url must have a public host");
    }
  });

  test("free a name that they list, with its port", () => {
    const named = parseEgressAllow("hooks.internal, localhost:8080");
    expect(parseDestination("http://Hooks.Internal./x", named).hostname).toBe("hooks.internal.");
    expect(parseDestination("http://localhost:8080/x", named).port).toBe("8080");
    for (const text of ["http://localhost/x", "http://127.0.0.1:8080/x", "http://a.hooks.internal/x"])
      expect(refusalOf(text, named).message).toContain("url must have a public host");
  });

  test("and never a name by an address", () => {
    expect(refusalOf("http://localhost:8080/", parseEgressAllow("0.0.0.0/0,::/0")).message).toContain(
      "public host",
    );
  });
});

test("the refusal names the argument and nothing of the URL", () => {
  const error = refusalOf("http://localhost/hook?token=secret", nothing, "deliver_to");
  expect(error.message).toMatch(/^deliver_to must have a public host/);
  expect(error.message).not.toMatch(/secret|localhost/);
  expect(error.detail.nextStep).toMatch(
    /^Use an address that can be reached from the internet, or ask the operator/,
  );
});
