import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConfigError, describeConfig, loadConfig } from "./config.ts";

const directory = mkdtempSync(join(tmpdir(), "balcao-config-"));
afterAll(() => rmSync(directory, { recursive: true }));

function configFile(content: string): string {
  const path = join(directory, `${crypto.randomUUID()}.conf`);
  writeFileSync(path, content);
  return path;
}
function problemsOf(env: Record<string, string>): string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).message.split("\n");
  }
}

describe("configuration", () => {
  test("an empty environment gives the documented defaults", () => {
    const config = loadConfig({});
    expect(config.port).toBe(3000);
    expect(config.host).toBe("0.0.0.0");
    expect(config.dataDir).toBe(join(process.cwd(), "data"));
    expect(config.publicUrl).toBeNull();
    expect(config.autoCloseHours).toBe(24);
    expect(config.allowPrivateUrls).toBe(false);
    expect(config.rateLimits).toBe(true);
    expect(config.timeZone).toBe("America/Sao_Paulo");
    expect(Object.isFrozen(config)).toBe(true);
  });

  test("an empty value counts as not set", () => {
    expect(loadConfig({ PORT: "", SMTP_URL: "  " })).toEqual(loadConfig({}));
  });

  test("values are parsed to their types", () => {
    const config = loadConfig({
      PORT: "8080",
      PUBLIC_URL: "https://crm.example.com/",
      ALLOW_PRIVATE_URLS: "TRUE",
      RATE_LIMITS: "off",
      TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8,::1",
      WHATSAPP_URL: "ws://127.0.0.1:5000/ws/chat",
      META_GRAPH_URL: "http://localhost:9/",
    });
    expect(config.port).toBe(8080);
    expect(config.publicUrl).toBe("https://crm.example.com");
    expect(config.allowPrivateUrls).toBe(true);
    expect(config.rateLimits).toBe(false);
    expect(config.trustedProxies).toEqual(["127.0.0.1", "10.0.0.0/8", "::1"]);
    expect(config.whatsappUrl).toBe("ws://127.0.0.1:5000/ws/chat");
    expect(config.metaGraphUrl).toBe("http://localhost:9");
  });

  test.each([
    ["PORT", "70000", "must be a whole number from 0 to 65535"],
    ["PORT", "80a", "must be a whole number from 0 to 65535"],
    ["PUBLIC_URL", "crm.example.com", "must be an address such as"],
    ["PUBLIC_URL", "https://example.com/crm", "must be an address such as"],
    ["RATE_LIMITS", "maybe", "must be on or off"],
    ["TRUSTED_PROXIES", "10.0.0.0/8,everyone", "must be a list of IP addresses"],
    ["LOG_LEVEL", "loud", "must be one of silent"],
    ["TZ", "Sao_Paulo", "must be a time zone"],
    ["SMTP_URL", "mail.example.com", "must be an address such as smtps"],
    ["WHATSAPP_ROOT_KEY", "abc", "must be 64 hexadecimal digits"],
    ["WHATSAPP_URL", "https://example.com", "must be a ws or wss address"],
  ])("%s=%s is rejected with a message", (name, value, words) => {
    const [problem] = problemsOf({ [name]: value });
    expect(problem).toStartWith(`${name} ${words}`);
  });

  test("all problems are reported together, without secrets", () => {
    const problems = problemsOf({ PORT: "x", APP_SECRET: "too short", LOG_LEVEL: "y" });
    expect(problems).toHaveLength(3);
    expect(problems.join()).not.toContain("too short");
  });

  test("the super user needs an e-mail and a password together", () => {
    expect(problemsOf({ SUPER_EMAIL: "ana@example.com" })).toEqual([
      "SUPER_EMAIL and SUPER_PASSWORD must be set together",
    ]);
    expect(problemsOf({ SUPER_EMAIL: "ana@example.com", SUPER_PASSWORD: "12345" })).toEqual([]);
  });

  test("TLS domain names of this server are the address of links and exclude a certificate from files", () => {
    const config = loadConfig({ TLS_DOMAIN: "Atendimento.example.com, www.example.com", PORT: "443" });
    expect(config.tlsDomains).toEqual(["atendimento.example.com", "www.example.com"]);
    expect(config.publicUrl).toBe("https://atendimento.example.com");
    expect(loadConfig({ TLS_DOMAIN: "a.example.com" }).publicUrl).toBe("https://a.example.com:3000");
    expect(problemsOf({ TLS_DOMAIN: "*.example.com" })[0]).toStartWith("TLS_DOMAIN must be a list of names");
    expect(problemsOf({ TLS_CERT_FILE: "/a" })).toEqual([
      "TLS_CERT_FILE and TLS_KEY_FILE must be set together",
    ]);
    expect(problemsOf({ TLS_CERT_FILE: "/a", TLS_KEY_FILE: "/b", TLS_DOMAIN: "a.example.com" })).toEqual([
      "TLS_DOMAIN gets certificates itself, TLS_CERT_FILE names one: set one of them",
    ]);
  });

  test("a cluster needs the installation key and the confirmation that its log is synced", () => {
    const env = { CLUSTER_NATS_URL: "nats://127.0.0.1:4222, tls://n2:4222/" };
    expect(problemsOf(env)).toHaveLength(2);
    const complete = { ...env, APP_SECRET: "x".repeat(32), CLUSTER_NATS_SYNC: "always", CLUSTER_NODE: "a.b" };
    expect(loadConfig(complete).clusterNatsUrls).toEqual(["nats://127.0.0.1:4222", "tls://n2:4222"]);
    expect(
      problemsOf({ CLUSTER_LEASE_MS: "100", CLUSTER_NODE: "a..b", CLUSTER_NATS_SYNC: "2m" }),
    ).toHaveLength(3);
  });

  test("a file sets variables that the environment does not set", () => {
    const file = configFile('# ours\n\nPORT = 4000\r\nHOST="127.0.0.1"\nSMTP_URL=smtp://a:b=c@mail\n');
    const config = loadConfig({ CONFIG_FILE: file, PORT: "5000" });
    expect(config.port).toBe(5000);
    expect(config.host).toBe("127.0.0.1");
    expect(config.smtpUrl).toBe("smtp://a:b=c@mail");
  });

  test("a file with an unknown name, an invalid line or a duplicate name is rejected", () => {
    const file = configFile("PROT=1\nnonsense\nPORT=1\nPORT=2\nCONFIG_FILE=/x\ntoString=1");
    const problems = problemsOf({ CONFIG_FILE: file }).map((problem) => problem.replace(file, "file"));
    expect(problems).toEqual([
      "file line 1: there is no setting PROT",
      "file line 2: expected NAME=value",
      "file line 4: PORT is set twice",
      "file line 5: there is no setting CONFIG_FILE",
      "file line 6: there is no setting toString",
    ]);
  });

  test("a missing file is rejected", () => {
    expect(problemsOf({ CONFIG_FILE: "/nowhere/balcao.conf" })[0]).toContain("cannot be read");
  });

  test("the shown configuration hides secrets", () => {
    const secret = "s3cret-s3cret-s3cret-s3cret-s3cret";
    const rows = describeConfig(loadConfig({ APP_SECRET: secret, SMTP_URL: "smtp://u:hidden@mail" }));
    const shown = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    expect(shown["APP_SECRET"]).toBe("********");
    expect(shown["SMTP_URL"]).toBe("********");
    expect(shown["RATE_LIMITS"]).toBe("on");
    expect(shown["METRICS_TOKEN"]).toBe("(not set)");
    expect(JSON.stringify(rows)).not.toContain("hidden");
  });
});
