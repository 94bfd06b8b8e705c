import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { createLog } from "#platform/log.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    env: { RATE_LIMITS: "off" },
    log: createLog("debug", (line) => void lines.push(line)),
  });
});
afterAll(() => app.stop());
beforeEach(() => {
  lines.length = 0;
});

const logged = async (message: string): Promise<Record<string, unknown>> => {
  for (;;) {
    const line = lines.find((text) => text.includes(`"msg":"${message}"`));
    if (line !== undefined) return JSON.parse(line);
    await new Promise((resolve) => setImmediate(resolve));
  }
};

describe("the request log", () => {
  const TOKEN = "eyJjIjo3LCJ0IjoxMn0.kq3Zr8-Wm_1vXo2bNq4Ls7YtC9Dd0HeJ";
  test.each([
    [
      "the token of a callback",
      "POST",
      `/api/integrations/callback/${TOKEN}`,
      "/api/integrations/callback/***",
    ],
    ["the secret of a payment webhook", "POST", `/webhooks/pix/efi/${TOKEN}/pix`, "/webhooks/pix/"],
    ["a webhook path that does not exist", "POST", `/webhooks/other/${TOKEN}`, "/webhooks/other/***"],
    ["a token in the query", "GET", `/api/auth/me?token=${TOKEN}&searchParam=maria`, "/api/auth/me"],
    ["the path of a page that does not exist", "GET", `/reset/${TOKEN}`, "/reset/***"],
  ])("the request log does not contain %s", async (_, method, path, shown) => {
    await fetch(app.url + path, { method });
    expect(await logged("request")).toMatchObject({ method, path: shown });
    expect(lines.join("")).not.toContain(TOKEN);
    expect(lines.join("")).not.toContain("maria");
  });

  test("the request log keeps plain path segments and ids", async () => {
    await fetch(`${app.url}/api/settings/userCreation`);
    expect(await logged("request")).toMatchObject({ path: "/api/settings/userCreation", status: 401 });
    lines.length = 0;
    await fetch(`${app.url}/api/tickets/4711`);
    expect(await logged("request")).toMatchObject({ path: "/api/tickets/4711" });
  });
});

describe("a client that closes the connection while it sends", () => {
  const head = (type: string, length: string) =>
    `POST /api/auth/login HTTP/1.1\r\nHost: a.example\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`;
  test.each([
    ["a short body", head("application/json", "Content-Length: 100"), '{"email":'],
    ["a long body", head("application/json", "Content-Length: 60000"), '{"email":'],
    ["a body in chunks", head("application/json", "Transfer-Encoding: chunked"), '9\r\n{"email":\r\n'],
  ])("%s is not logged as an error", async (_, start, part) => {
    const { port, hostname } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    await new Promise<void>((resolve) => socket.once("connect", resolve));
    await new Promise<void>((resolve) => void socket.write(start + part, () => resolve()));
    // After this round trip the server has begun to read the request above.
    await fetch(`${app.url}/healthz`);
    socket.destroy();
    expect(await logged("request")).toMatchObject({ status: 499 });
    expect(lines.filter((line) => /"level":"(warn|error|fatal)"/.test(line))).toEqual([]);
  });
});
