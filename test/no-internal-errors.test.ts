import { afterAll, beforeAll, expect, test } from "bun:test";
import { features } from "#features.ts";
import { createLog } from "#platform/log.ts";
import type { AppRoute } from "#tenants/route.ts";
import { type Api, createApi } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { rawStatus, sendRaw } from "#test/helpers/raw-http.ts";
import { sampleOf } from "#test/helpers/sample.ts";

const ROW = 7001;
const lines: string[] = [];
let app: TestApp;
let admin: Api;
let attendant: Api;
let nobody: Api;
beforeAll(async () => {
  app = await startTestApp({
    env: { RATE_LIMITS: "off" },
    log: createLog("error", (line) => void lines.push(line)),
  });
  const tenant = app.company("Fuzzed");
  admin = app.api(testUser(tenant, { profile: "admin" }));
  attendant = app.api(testUser(tenant));
  nobody = createApi(app.url, null);
});
afterAll(() => app.stop());

/** Invalid texts for dates, numbers, ids, lists and names. */
const TEXTS = [
  "",
  " ",
  "é".repeat(64),
  "\u0000",
  "\ud800",
  "%",
  "%E0%A4%A",
  "..",
  "[",
  "[[]]",
  '{"__proto__":1}',
  "null",
  "-1",
  "1e308",
  "9".repeat(30),
  "9007199254740993",
  "0000-00-00",
  "9999-12-31",
  "9999-12-31T23:59:59Z",
  "+275760-09-13T00:00:00Z",
  "-000001-01-01T00:00:00Z",
  "1.1.1.1",
  "a.b.c.é",
  `1.1.1.${"é".repeat(43)}`,
  `1.1.1.${"é".repeat(64)}`,
];
const HOSTS = [
  "a..b",
  "a:99999",
  "a:0",
  "1.2.3.999",
  "0x7f.1",
  ".",
  "-",
  "_",
  "[::1",
  "[::ffff:1.2.3.4]",
  "a.",
  "xn--a",
];
const HEADERS = [
  "authorization: Bearer é",
  "authorization: Bearer blc_é",
  "authorization: Bearer a.b.c",
  "authorization: Basic é",
  "cookie: jrt=1.é.1.é; known_device=é; brand=1.é",
  "cookie: =;;=;a",
  "content-type: multipart/form-data",
  "content-type: multipart/form-data; boundary=é",
  "content-type: application/json; charset=é",
  "content-length: 0",
  "range: bytes=9-1,é",
  "if-none-match: é",
  "accept-encoding: gzip;q=é",
  "x-forwarded-for: é, 1.2.3.4, ::1%é",
  "x-forwarded-host: é",
  "x-hub-signature-256: sha256=é",
  "asaas-access-token: é",
  "idempotency-key: é",
  "user-agent: é",
  "origin: null",
  "sec-websocket-key: é",
];

const routes = () => app.app.routes.filter(({ access }) => access !== "super");
const pathOf = (route: AppRoute, value: string) =>
  route.path.replace(/:\w+/g, encodeURIComponent(value.replace(/[\ud800-\udfff]/g, "\ufffd")));
const rowPath = (route: AppRoute) => pathOf(route, String(ROW));

/** Returns the problems: an internal error with its log line. */
function failureOf(what: string, status: number): string[] {
  if (status !== 500) return [];
  const { err } = JSON.parse(lines.at(-1) ?? "{}") as { err?: { message?: string; stack?: string } };
  return [`${what}: ${err?.stack?.split("\n").slice(0, 3).join(" ") ?? "500"}`];
}

async function callWith(api: Api, { method }: AppRoute, address: string, body: unknown): Promise<number> {
  if (method === "GET") return (await api.get(address)).status;
  if (method === "DELETE") return (await api.delete(address, body)).status;
  return (method === "PUT" ? await api.put(address, body) : await api.post(address, body)).status;
}

test("no route responds with 500 to any value of its path parameters", async () => {
  const failures: string[] = [];
  for (const route of routes().filter(({ path }) => path.includes(":")))
    for (const value of TEXTS.filter((text) => text !== "" && text !== "." && text !== ".."))
      for (const api of [admin, nobody]) {
        const body = route.body ? {} : undefined;
        const status = await callWith(api, route, pathOf(route, value), body);
        failures.push(...failureOf(`${route.method} ${route.path} ${JSON.stringify(value)}`, status));
      }
  expect(failures).toEqual([]);
}, 120_000);

test("no route responds with 500 to any query value", async () => {
  const failures: string[] = [];
  for (const route of routes()) {
    if (!route.query || route.method !== "GET") continue;
    const names = Object.keys((route.query as unknown as { entries: object }).entries);
    const right = sampleOf(route.query, { id: ROW, text: "plain" }) as Record<string, unknown>;
    for (const value of TEXTS)
      for (const name of names) {
        const query = new URLSearchParams(
          Object.entries({ ...right, [name]: value }).map(([key, one]): [string, string] => [
            key,
            String(one),
          ]),
        );
        const api = route.access === "admin" ? admin : attendant;
        for (const text of [
          `${query}`,
          `${name}=${encodeURIComponent(value.replace(/[\ud800-\udfff]/g, ""))}`,
        ]) {
          const status = await callWith(api, route, `${rowPath(route)}?${text}`, undefined);
          failures.push(...failureOf(`${route.path}?${text}`, status));
        }
      }
  }
  expect(failures).toEqual([]);
}, 120_000);

test("no header answers 500, on routes, mounts, pages and the socket", async () => {
  const failures: string[] = [];
  const mounts = features.flatMap(({ mounts = [] }) => mounts.map(({ prefix }) => prefix));
  const addresses = [
    ...mounts.flatMap((prefix) => [`GET ${prefix}`, `POST ${prefix}`, `GET ${prefix}%E0%A4%A?s=%E9&e=1`]),
    ...routes()
      .filter(({ access }) => access === "public")
      .map(({ method, path }) => `${method} /api${path.replace(/:\w+/g, "1.1.1.%C3%A9")}`),
    "GET /",
    "GET /login",
    "GET /socket",
    "GET /api/tickets",
    "GET /metrics",
    "GET /sw.js",
  ];
  for (const address of addresses) {
    const ask = async (rest: string) => {
      const heard = await sendRaw(app.url, `${address} HTTP/1.1\r\n${rest}connection: close\r\n\r\n`);
      failures.push(...failureOf(`${address} ${rest}`, rawStatus(heard)));
    };
    for (const host of HOSTS) await ask(`host: ${host}\r\n`);
    for (const header of HEADERS) await ask(`host: a.example\r\n${header}\r\n`);
  }
  expect(failures).toEqual([]);
}, 180_000);
