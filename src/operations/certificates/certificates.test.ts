import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { certificate } from "#cli/doctor/examine.ts";
import { loadConfig } from "#config.ts";
import { all, run } from "#platform/db/database.ts";
import { SOCKET_CLOSE } from "#platform/realtime/contract.ts";
import { trustSimulatedMedia } from "#simulator/media/trust.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testInstallation, testUser } from "#test/helpers/installation.ts";
import { freePort } from "#test/helpers/server-process.ts";
import { retryAfterMs } from "./acme/transport.ts";
import { certificateState, isLate, isOrderDue, renewAt, retryMs } from "./state.ts";
import { lifeOf, storeCertificate, storedCertificate, storedPair } from "./store.ts";
import { certificateShown, selfSigned, startAuthority, whyNoAuthority } from "./testing.ts";

const NAMES = ["atendimento.example.com", "www.atendimento.example.com"];
const MINUTE = 60_000;
const DAY = 24 * 60 * 60_000;
const tls = { rejectUnauthorized: false };
const obstacle = whyNoAuthority();
// biome-ignore lint/suspicious/noConsole: a skipped test prints its reason
if (obstacle !== null) console.log(`the tests with a certificate authority are skipped: ${obstacle}`);
const withAuthority = test.skipIf(obstacle !== null);

let authority: Awaited<ReturnType<typeof startAuthority>> | undefined;
const [api, dns, http] = [freePort(), freePort(), freePort()];
const ports = () => ({ api, dns, http });
let app: TestApp | undefined;
const untrust = trustSimulatedMedia();
beforeAll(async () => {
  if (obstacle === null) authority = await startAuthority(ports());
});
afterEach(async () => {
  await app?.stop();
  app = undefined;
});
afterAll(async () => {
  await authority?.close();
  untrust();
});

/** Starts a server for these names; `reached`: the authority's http-01 request reaches it. */
async function server({ reached = true, directory = undefined as string | undefined, env = {} } = {}) {
  app = await startTestApp({
    ...(directory && { directory }),
    env: {
      TLS_DOMAIN: NAMES.join(","),
      TLS_EMAIL: "provedor@example.com",
      TLS_DIRECTORY_URL: authority?.url ?? "https://localhost:1/dir",
      TLS_HTTP_PORT: String(reached ? http : freePort()),
      PORT: String(freePort()),
      METRICS_TOKEN: "a token",
      ...env,
    },
  });
  const { config } = app.installation;
  const own = (path: string, init: RequestInit = {}) =>
    fetch(`https://127.0.0.1:${config.port}${path}`, { ...init, tls });
  return { app, config, own, ask: () => app?.app.runJob("certificate") };
}
const metric = async (own: (path: string, init: RequestInit) => Promise<Response>, name: string) => {
  const text = await (await own("/metrics", { headers: { authorization: "Bearer a token" } })).text();
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
};

describe("server without a proxy", () => {
  withAuthority(
    "proves its names and serves by TLS from then on, with HSTS; plain HTTP only leads there",
    async () => {
      const { app: running, config, own, ask } = await server();
      const plain = `http://127.0.0.1:${config.tlsHttpPort}`;
      expect(await own("/").catch(() => "nobody")).toBe("nobody");
      expect((await fetch(`${plain}/readyz`)).status).toBe(503);
      expect(
        (await fetch(`${plain}/.well-known/acme-challenge/${"x".repeat(43)}`, { redirect: "manual" })).status,
      ).toBe(308);
      await ask();
      expect(storedCertificate(running.installation, NAMES)).toMatchObject({ failures: 0, error: null });
      const shown = await certificateShown(config.port, NAMES[0] ?? "");
      expect(shown).toMatchObject({
        names: NAMES.map((name) => `DNS:${name}`).join(", "),
        issuer: expect.stringContaining("Pebble"),
      });
      const answer = await own("/api/setup");
      expect([answer.status, answer.headers.get("strict-transport-security")]).toEqual([
        200,
        expect.stringContaining("max-age"),
      ]);
      const led = await fetch(`${plain}/tickets?tab=1`, { redirect: "manual" });
      expect([led.status, led.headers.get("location")]).toEqual([
        308,
        `https://${NAMES[0]}:${config.port}/tickets?tab=1`,
      ]);
      expect((await fetch(`${plain}/healthz`)).status).toBe(200);
      expect((await fetch(`${plain}/readyz`)).status).toBe(200);
      // Pebble issues certificates for five years.
      expect(await metric(own, "balcao_certificate_seconds_left")).toBeGreaterThan(1e8);
    },
  );

  withAuthority("shows the same certificate after a start, and its key lies sealed on the disk", async () => {
    const first = await server();
    await first.ask();
    const { serial } = await certificateShown(first.config.port, "localhost");
    const { directory } = first.app;
    await first.app.stop({ directory: true });
    expect(readFileSync(join(directory, "system.sqlite"), "latin1")).not.toContain("PRIVATE KEY");
    const { config, ask } = await server({ directory, reached: false });
    expect((await certificateShown(config.port, "localhost")).serial).toBe(serial);
    await ask();
    expect((await certificateShown(config.port, "localhost")).serial).toBe(serial);
  });

  withAuthority("renews a month before the end, and no live socket notices", async () => {
    const { app: running, config, ask, own } = await server();
    await ask();
    const { serial } = await certificateShown(config.port, "localhost");
    const user = testUser(running.company(), { profile: "admin" });
    const socket = new WebSocket(`wss://127.0.0.1:${config.port}/socket`, { tls } as unknown as string[]);
    const closed = new Promise<number>((resolve) => {
      socket.onclose = ({ code }) => resolve(code);
    });
    const ready = new Promise((resolve) => {
      socket.onmessage = resolve;
    });
    socket.onopen = () => socket.send(JSON.stringify({ t: "auth", token: running.api(user).token }));
    await ready;
    const end = storedCertificate(running.installation, NAMES)?.notAfter ?? 0;
    running.clock.set(end - 31 * DAY);
    await ask();
    expect((await certificateShown(config.port, "localhost")).serial).toBe(serial);
    running.clock.set(end - 30 * DAY);
    await ask();
    expect((await certificateShown(config.port, "localhost")).serial).not.toBe(serial);
    expect((await own("/healthz")).status).toBe(200);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.send("nothing the server understands");
    expect(await closed).toBe(SOCKET_CLOSE.badFrame);
  });

  withAuthority(
    "that nobody finds says why, waits longer each time, and tells the provider once",
    async () => {
      const { app: running, config, ask } = await server({ reached: false });
      const provider = running.company("Provedor");
      const standing = () => storedCertificate(running.installation, NAMES);
      await ask();
      const now = running.clock.now();
      expect(standing()).toMatchObject({ chain: null, failures: 1, nextAt: now + 5 * MINUTE });
      expect(standing()?.error).toMatch(/^(www\.)?atendimento\.example\.com: .*refused/i);
      running.clock.set(now + 5 * MINUTE - 1);
      await ask();
      expect(standing()?.failures).toBe(1);
      running.clock.set(now + 5 * MINUTE);
      await ask();
      expect(standing()).toMatchObject({ failures: 2, nextAt: running.clock.now() + 10 * MINUTE });
      expect(provider.id).toBe(1);
      expect(all(provider.db, "SELECT code FROM notice")).toEqual([{ code: "certificate_failed" }]);
      const said = [...certificate(running.installation.system, config, running.clock.now())];
      expect(said).toEqual([
        expect.objectContaining({ severity: "error", what: expect.stringContaining("no certificate yet: ") }),
      ]);
    },
  );

  withAuthority("that forgot our account gets a new one from us", async () => {
    const { app: running, ask } = await server();
    await ask();
    const end = storedCertificate(running.installation, NAMES)?.notAfter ?? 0;
    await authority?.close();
    authority = await startAuthority(ports());
    running.clock.set(end);
    await ask();
    expect(storedCertificate(running.installation, NAMES)).toMatchObject({ failures: 1, notAfter: end });
    running.clock.set(end + DAY);
    await ask();
    expect(storedCertificate(running.installation, NAMES)).toMatchObject({ failures: 0, error: null });
  });
});

describe("server with a certificate from files", () => {
  const directory = mkdtempSync(join(tmpdir(), "balcao-certificates-"));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  const [old, renewed] = ["antigo.example.com", "novo.example.com"].map((name) =>
    selfSigned(directory, name),
  );
  const place = (name: string, from: string | undefined) => copyFileSync(from ?? "", join(directory, name));
  const env = {
    TLS_DOMAIN: "",
    PUBLIC_URL: "https://localhost",
    TLS_CERT_FILE: join(directory, "cert.pem"),
    TLS_KEY_FILE: join(directory, "key.pem"),
  };

  test("a certificate whose key cannot be decrypted is ordered again at once", async () => {
    app = await startTestApp();
    const { system } = app.installation;
    const pair = {
      cert: readFileSync(old?.cert ?? "", "utf8"),
      key: readFileSync(old?.key ?? "", "utf8"),
    };
    storeCertificate(app.installation, NAMES, pair);
    const { notBefore } = lifeOf(pair.cert);
    expect(storedPair(app.installation, NAMES)).toEqual(pair);
    expect(isOrderDue(storedCertificate(app.installation, NAMES), notBefore)).toBe(false);
    run(system, "UPDATE certificate SET key = 'of another installation'");
    expect(storedPair(app.installation, NAMES)).toBeNull();
    expect(isOrderDue(storedCertificate(app.installation, NAMES), notBefore)).toBe(true);
  });

  test("a certificate from files is served, and replaced once both new files are there", async () => {
    place("cert.pem", old?.cert);
    place("key.pem", old?.key);
    const { config, ask, app: running } = await server({ env });
    const shown = () => certificateShown(config.port, "localhost");
    expect((await shown()).names).toBe("DNS:antigo.example.com");
    place("cert.pem", renewed?.cert);
    await ask();
    expect((await shown()).names).toBe("DNS:antigo.example.com");
    place("key.pem", renewed?.key);
    await ask();
    expect((await shown()).names).toBe("DNS:novo.example.com");
    const late = lifeOf(readFileSync(renewed?.cert ?? "", "utf8")).notAfter - DAY;
    const said = [...certificate(running.installation.system, config, late)];
    expect(said).toEqual([
      expect.objectContaining({ severity: "warning", what: "the certificate expires in 1 days" }),
    ]);
    expect(certificateState(running.installation, late)).toMatchObject({
      source: "files",
      names: ["novo.example.com"],
      daysLeft: 1,
      isLate: true,
      error: null,
    });
    place("key.pem", old?.key);
    expect(certificateState(running.installation, late)).toMatchObject({
      daysLeft: null,
      isLate: true,
      error: expect.stringContaining("the key belongs to another certificate"),
    });
  });

  test("a TLS key that does not match its certificate stops the start with a message", async () => {
    place("cert.pem", old?.cert);
    place("key.pem", renewed?.key);
    expect(server({ env })).rejects.toThrow("the key belongs to another certificate");
  });
});

describe("certificate on the provider's page", () => {
  test("the cockpit shows the expiry of the certificate, the last failure and the next order", () => {
    const world = testInstallation();
    const config = loadConfig({ TLS_DOMAIN: NAMES.join(",") });
    const installation = { ...world.installation, config };
    const state = (now: number) => certificateState(installation, now);
    expect(certificateState(world.installation, 0)).toBeNull();
    expect(state(0)).toMatchObject({ names: NAMES, daysLeft: null, isLate: true, error: null });
    const put = `INSERT INTO certificate (names, not_before, not_after, failures, tried_at, next_at, error)
      VALUES (?, 0, ?, 2, ?, ?, 'www: nobody answered')`;
    run(world.installation.system, put, NAMES.join(","), 90 * DAY, 61 * DAY, 62 * DAY);
    expect(state(61 * DAY)).toEqual({
      source: "authority",
      names: NAMES,
      endsAt: new Date(90 * DAY).toISOString(),
      daysLeft: 29,
      failures: 2,
      error: "www: nobody answered",
      triedAt: new Date(61 * DAY).toISOString(),
      nextAt: new Date(62 * DAY).toISOString(),
      isLate: false,
    });
    expect([state(74 * DAY)?.isLate, state(76 * DAY)?.isLate]).toEqual([false, true]);
    expect(state(91 * DAY)?.daysLeft).toBe(-1);
    world.close();
  });

  test("a certificate is late relative to its lifetime: one of six days is not late on its first day", () => {
    expect([0, 4.5, 5.5].map((day) => isLate(0, 6 * DAY, day * DAY))).toEqual([false, false, true]);
  });
});

describe("due time of a certificate order", () => {
  test("a certificate is renewed a month before its expiry, a short-lived one after two thirds of its lifetime", () => {
    expect(renewAt(0, 90 * DAY)).toBe(60 * DAY);
    expect(renewAt(0, 6 * DAY)).toBe(4 * DAY);
    const standing = { notBefore: 0, notAfter: 90 * DAY, failures: 0, nextAt: 0 };
    expect([59, 60].map((day) => isOrderDue(standing, day * DAY))).toEqual([false, true]);
    expect([1, 3].map((at) => isOrderDue({ ...standing, failures: 1, nextAt: 2 }, at))).toEqual([
      false,
      true,
    ]);
  });

  test("a failed certificate order is retried after Retry-After at the earliest, and at least daily", () => {
    expect([1, 2, 3, 20].map((failures) => retryMs(failures, 0) / MINUTE)).toEqual([5, 10, 20, 24 * 60]);
    expect(retryMs(1, 3 * 60 * MINUTE)).toBe(3 * 60 * MINUTE);
    expect(retryAfterMs("120")).toBe(120_000);
    expect(retryAfterMs("Thu, 01 Jan 1970 00:01:00 GMT", 0)).toBe(60_000);
    expect([retryAfterMs(null), retryAfterMs("soon")]).toEqual([null, null]);
  });
});
