import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { rawStatus, sendRaw } from "#test/helpers/raw-http.ts";
import { openSocket } from "#test/helpers/socket.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    env: { METRICS_TOKEN: "a metrics token", PUBLIC_URL: "http://balcao.example" },
  });
});
afterAll(() => app.stop());

const status = async (request: string) => rawStatus(await sendRaw(app.url, `${request}\r\n\r\n`));

describe("a request before routing", () => {
  test.each([
    ["no Host", "GET /api/auth/me HTTP/1.0"],
    ["an empty Host", "GET /api/auth/me HTTP/1.1\r\nHost: "],
    ["two Hosts", "GET /api/auth/me HTTP/1.1\r\nHost: a.example\r\nHost: b.example"],
    ["a Host with a path", "GET /api/auth/me HTTP/1.1\r\nHost: a.example/../x"],
    ["a Host with a user", "GET /api/auth/me HTTP/1.1\r\nHost: a@b.example"],
    ["an absolute address in HTTP/1.0", "GET http://evil.example/api/auth/me HTTP/1.0"],
    ["a Host of another alphabet", "GET /api/auth/me HTTP/1.1\r\nHost: a\u00e9.example"],
  ])("%s is refused", async (_, request) => {
    expect(await status(request)).toBe(400);
  });

  test.each(["TRACE", "CONNECT", "OPTIONS", "PATCH", "PROPFIND"])("%s is refused", async (method) => {
    expect(await status(`${method} /api/auth/me HTTP/1.1\r\nHost: a.example`)).toBe(400);
  });

  // A proxy and this server must agree on where a request ends: otherwise one request could be read as two (request
  // smuggling).
  const LOGIN = "POST /api/auth/login HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json";
  const SECOND = "0\r\n\r\nGET /api/setup HTTP/1.1\r\nHost: a.example";
  test.each([
    ["two lengths", `${LOGIN}\r\nContent-Length: 2\r\nContent-Length: 40\r\n\r\n{}`],
    ["a length and chunks", `${LOGIN}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${SECOND}`],
    ["chunks said twice", `${LOGIN}\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0`],
    ["an encoding nobody knows", `${LOGIN}\r\nTransfer-Encoding: xchunked\r\n\r\n${SECOND}`],
    ["a negative length", `${LOGIN}\r\nContent-Length: -1\r\n\r\n{}`],
    ["a length with a sign", `${LOGIN}\r\nContent-Length: +2\r\n\r\n{}`],
    ["a header that goes on", "GET /api/setup HTTP/1.1\r\nHost: a.example\r\nX-A: a\r\n b: c"],
    ["a blank before the colon", "GET /api/setup HTTP/1.1\r\nHost : a.example"],
    ["a zero byte", "GET /api/setup HTTP/1.1\r\nHost: a.example\r\nX-A: a\0b"],
    ["a lone carriage return", "GET /api/setup HTTP/1.1\r\nHost: a.example\r\nX-A: a\rGET /x HTTP/1.1"],
    ["lines without one", "GET /api/setup HTTP/1.1\nHost: a.example\n"],
    ["a header of 100 kB", `GET /api/setup HTTP/1.1\r\nHost: a.example\r\nX-A: ${"a".repeat(100_000)}`],
    ["2,000 headers", `GET /api/setup HTTP/1.1\r\nHost: a.example${"\r\nX-A: a".repeat(2000)}`],
  ])("%s is refused, and nothing behind it is answered", async (_, request) => {
    const heard = await sendRaw(app.url, `${request}\r\n\r\n`);
    expect([400, 431, 505]).toContain(rawStatus(heard));
    expect(heard).not.toContain("open");
  });

  test("headers that override host or method are ignored", async () => {
    const asked =
      "POST /api/setup HTTP/1.1\r\nHost: a.example\r\nX-Forwarded-Host: evil.example\r\nForwarded: host=evil.example\r\nX-HTTP-Method-Override: GET\r\nContent-Length: 0\r\n\r\n";
    const heard = await sendRaw(app.url, asked);
    expect(rawStatus(heard)).toBe(400);
    expect(heard).not.toContain("evil");
  });

  // Bun passes only its path and hides its host, so it cannot be rejected by host.
  test("an absolute request URL is handled by its path, with any host", async () => {
    const heard = await sendRaw(
      app.url,
      "GET http://evil.example/api/setup HTTP/1.1\r\nHost: a.example\r\n\r\n",
    );
    expect(rawStatus(heard)).toBe(200);
    expect(heard).not.toContain("evil");
  });

  test("a request with a valid Host is routed", async () => {
    expect(await status("GET /api/auth/me HTTP/1.1\r\nHost: localhost:3000")).toBe(401);
    expect(await status("GET /api/auth/me HTTP/1.1\r\nHost: [::1]:3000")).toBe(401);
    expect(await status("GET /api/auth/me HTTP/1.0\r\nHost: a.example")).toBe(401);
  });
});

describe("health", () => {
  test("health checks over HTTP/1.0 without Host are answered", async () => {
    expect(await status("GET /healthz HTTP/1.0")).toBe(200);
    expect(await status("GET /readyz HTTP/1.0")).toBe(200);
  });

  test("/readyz names its checks", async () => {
    const reply = await fetch(`${app.url}/readyz`);
    expect(await reply.json()).toEqual({
      status: "ready",
      checks: { running: true, database: true, disk: true, key: true },
    });
  });
});

describe("metrics", () => {
  test("metrics need the token", async () => {
    const get = (headers?: Record<string, string>) => fetch(`${app.url}/metrics`, { headers: headers ?? {} });
    expect((await get()).status).toBe(404);
    expect((await get({ authorization: "Bearer another" })).status).toBe(404);
    await app.api().get("/setup");
    const reply = await get({ authorization: "Bearer a metrics token" });
    expect(reply.status).toBe(200);
    const text = await reply.text();
    expect(text).toContain('balcao_http_requests_total{method="GET",status="200"}');
    expect(text).toContain("balcao_companies_open");
  });

  test("metrics are 404 without a configured token", async () => {
    const bare = await startTestApp();
    const reply = await fetch(`${bare.url}/metrics`, { headers: { authorization: "Bearer " } });
    expect(reply.status).toBe(404);
    await bare.stop();
  });
});

describe("every response", () => {
  test.each(["/api/setup", "/api/auth/me", "/api/nothing", "/healthz", "/metrics", "/nothing.js"])(
    "%s carries the security headers",
    async (path) => {
      const { headers } = await fetch(`${app.url}${path}`);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("referrer-policy")).toBe("same-origin");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(headers.get("permissions-policy")).toContain("microphone=(self)");
      expect(headers.get("strict-transport-security")).toBeNull();
    },
  );
});

describe("responses behind TLS", () => {
  test("every response behind TLS has HSTS, errors and health checks included", async () => {
    const secure = await startTestApp({ env: { PUBLIC_URL: "https://balcao.example" } });
    const asked: readonly (readonly [string, RequestInit?])[] = [
      ["/api/setup"],
      ["/api/auth/me"],
      ["/api/nothing"],
      ["/healthz"],
      ["/readyz"],
      ["/metrics"],
      ["/nothing.js"],
      ["/media/1/1/a.jpg"],
      ["/public/announcements/a.png"],
      ["/webhooks/meta"],
      ["/socket"],
      ["/socket", { headers: { origin: "http://evil.example" } }],
      ["/api/auth/me", { method: "OPTIONS" }],
      ["/api/auth/login", { method: "POST", body: "a" }],
      [
        "/api/auth/login",
        { method: "POST", body: "x".repeat(1_100_000), headers: { "content-type": "application/json" } },
      ],
    ];
    for (const [path, init] of asked) {
      const { status, headers } = await fetch(`${secure.url}${path}`, init);
      const told = headers.get("strict-transport-security") ?? "";
      expect([path, status, told]).toEqual([path, status, "max-age=31536000; includeSubDomains"]);
      expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
    }
    await secure.stop();
  });
});

describe("a JSON body", () => {
  const post = (body: BodyInit, headers: Record<string, string> = { "content-type": "application/json" }) =>
    fetch(`${app.url}/api/auth/login`, { method: "POST", body, headers });

  test("a body that is not JSON, or has another content type, is rejected", async () => {
    expect((await post("{")).status).toBe(400);
    expect((await post("[]")).status).toBe(400);
    expect(
      (await post("email=a&password=b", { "content-type": "application/x-www-form-urlencoded" })).status,
    ).toBe(415);
    expect((await post('{"email":"a"}', { "content-type": "text/plain" })).status).toBe(415);
  });

  test("a JSON body above 1 MB is rejected, with or without content-length", async () => {
    const big = "x".repeat(1_100_000);
    const declared = await post(JSON.stringify({ email: big, password: "x" }));
    expect(declared.status).toBe(413);
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(`{"email":"${big}"}`));
        controller.close();
      },
    });
    expect((await post(stream)).status).toBe(413);
  });
});

describe("the live socket", () => {
  const opens = async (origin: string) => {
    const socket = await openSocket(app.url, null, { headers: { origin } });
    const open = socket.isOpen();
    socket.close();
    return open;
  };

  test("a websocket opens for pages of this origin and for programs, not for other origins", async () => {
    expect(await opens(app.url)).toBe(true);
    expect(await opens("http://balcao.example")).toBe(true);
    expect(await opens("http://evil.example")).toBe(false);
    expect(await opens("null")).toBe(false);
    expect(await opens(`${app.url}.evil.example`)).toBe(false);
    const user = testUser(app.company());
    (await app.socket(user)).close();
  });

  test("/socket without an upgrade is rejected", async () => {
    expect((await fetch(`${app.url}/socket`)).status).toBe(400);
  });
});
