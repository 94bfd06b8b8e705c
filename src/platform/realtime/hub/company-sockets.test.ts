import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { openSocket, type TestSocket } from "#test/helpers/socket.ts";
import { SOCKETS } from "./limits.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
});
afterAll(() => app.stop());

test("a company has at most 2,000 sockets from all its addresses and people; another company's are accepted", async () => {
  const tenant = app.company();
  const people = Math.ceil(SOCKETS.company / SOCKETS.person) + 1;
  const tokens = Array.from({ length: people }, () => app.api(testUser(tenant)).token);
  // Two addresses, each below its own limit.
  const open = (n: number, token: string | null) =>
    openSocket(app.url, token, { headers: { "x-forwarded-for": `203.0.113.${1 + (n % 2)}` } });
  const sockets: TestSocket[] = [];
  while (sockets.length < SOCKETS.company) {
    const from = sockets.length;
    const length = Math.min(100, SOCKETS.company - from);
    const some = await Promise.all(
      Array.from({ length }, (_, n) => open(n, tokens[Math.floor((from + n) / SOCKETS.person)] ?? null)),
    );
    await Promise.all(some.map((socket) => socket.next((frame) => frame.t === "ready")));
    sockets.push(...some);
  }
  expect(await (await open(0, tokens.at(-1) ?? null)).closed).toBe(4430);
  const neighbour = await open(0, app.api(testUser(app.company())).token);
  await neighbour.next((frame) => frame.t === "ready");
  for (const socket of [...sockets, neighbour]) socket.close();
  await Promise.all(sockets.map(({ closed }) => closed));
}, 120_000);
