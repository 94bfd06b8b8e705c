import { afterAll, beforeAll, expect, test } from "bun:test";
import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { run } from "#platform/db/database.ts";
import { createLog } from "#platform/log.ts";
import type { AppRoute } from "#tenants/route.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { SWEEP_MS } from "#test/helpers/patient.ts";
import { sampleOf } from "#test/helpers/sample.ts";

// Every route that takes a body gets bodies that no form would send, and the super users' routes get the paths and queries too.

const ROW = 7001;
const lines: string[] = [];
let app: TestApp;
type Caller = "admin" | "root";
let callers: Readonly<Record<Caller, UserCtx>>;
const tokens: Record<Caller, string> = { admin: "", root: "" };
/** Signs in again, because some calls end the login sessions of their caller. */
const signIn = (caller: Caller) => {
  tokens[caller] = app.api({ ...callers[caller] }).token ?? "";
};
beforeAll(async () => {
  app = await startTestApp({
    env: { RATE_LIMITS: "off" },
    log: createLog("error", (line) => void lines.push(line)),
  });
  const root = testUser(await ensureProviderCompany(app.installation, "Provedor"), { profile: "admin" });
  run(root.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", root.actor.id);
  const admin = testUser(app.company("Fuzzed"), { profile: "admin" });
  callers = { admin, root };
  signIn("admin");
  signIn("root");
});
afterAll(() => app.stop());

/** JSON texts in the place of one field. */
const VALUES = [
  "null",
  "true",
  "-1",
  "1.5",
  "1e308",
  "1e999",
  "9".repeat(40),
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udfff\\ud800é"',
  '"%00%E0%A4%A"',
  `"${"a".repeat(5000)}"`,
  "[]",
  "[null]",
  "[[[[]]]]",
  "{}",
  '{"__proto__":{"super":true}}',
  '{"constructor":{"prototype":1},"length":-1,"toString":1}',
  `${"[".repeat(3000)}${"]".repeat(3000)}`,
  `${'{"a":'.repeat(3000)}1${"}".repeat(3000)}`,
];
/** Whole bodies, each with its content type. */
const JSON_TYPE = "application/json";
const BODIES: readonly (readonly [
  type: string,
  body: string | Uint8Array<ArrayBuffer>,
  encoding?: string,
])[] = [
  [JSON_TYPE, ""],
  [JSON_TYPE, "null"],
  [JSON_TYPE, "[]"],
  [JSON_TYPE, "1"],
  [JSON_TYPE, '"text"'],
  [JSON_TYPE, "{"],
  [JSON_TYPE, '{"name":"a'],
  [JSON_TYPE, '{"name":"a","name":{"name":[]},"id":1,"id":"x"}'],
  [JSON_TYPE, '{"__proto__":{"name":"a","super":true}}'],
  [JSON_TYPE, "[".repeat(30_000)],
  [JSON_TYPE, '{"a":'.repeat(10_000)],
  [JSON_TYPE, new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0xc3, 0x28, 0x7d])],
  [JSON_TYPE, "\ufeff{}"],
  [JSON_TYPE, new Uint8Array([0x1f, 0x8b, 8, 0, 1, 2, 3, 4]), "gzip"],
  [JSON_TYPE, "{}", "br"],
  [JSON_TYPE, "{}", "zip, é"],
  ["application/json; charset=utf-16", "{}"],
  ["text/plain", "{}"],
  ["", "{}"],
  ["application/x-www-form-urlencoded", "name=%00&name[a]=%E0%A4%A&__proto__[super]=1"],
  ["multipart/form-data", "--x\r\n\r\n"],
  ["multipart/form-data; boundary=x", ""],
  [
    "multipart/form-data; boundary=x",
    '--x\r\ncontent-disposition: form-data; name="medias"; filename="a.png"\r\n\r\nabc',
  ],
  [
    "multipart/form-data; boundary=x",
    '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
  ],
  ["multipart/form-data; boundary=x", "--x\r\ncontent-disposition: form-data\r\n\r\n1\r\n--x--\r\n"],
  [
    "multipart/form-data; boundary=x",
    '--x\r\ncontent-disposition: form-data; name="file"; filename="../\\u0000.exe"\r\ncontent-type: é\r\n\r\n\r\n--x--\r\n',
  ],
];

const takesBody = ({ method }: AppRoute) => method !== "GET";
const asWhom = ({ access }: AppRoute): Caller => (access === "super" ? "root" : "admin");
/** Sessions of the callers stay valid, and no call starts background work. */
const routes = () =>
  app.app.routes.filter(({ path, access }) => !(access !== "public" && path.startsWith("/auth/")));

const failures: string[] = [];
const counts = new Map<number, number>();
/** Expects that no call answered 500, and that some calls reached their handlers. */
function expectReached(): void {
  expect(failures.splice(0)).toEqual([]);
  expect(counts.get(400) ?? 0).toBeGreaterThan(30);
  counts.clear();
}
async function send(
  route: AppRoute,
  what: string,
  init: {
    body?: string | Uint8Array<ArrayBuffer>;
    type?: string;
    encoding?: string;
    path?: string;
    query?: string;
  },
): Promise<void> {
  const path = route.path.replace(/:\w+/g, init.path ?? String(ROW));
  const headers = new Headers({ authorization: `Bearer ${tokens[asWhom(route)]}` });
  if (init.type) headers.set("content-type", init.type);
  if (init.encoding) headers.set("content-encoding", encodeURI(init.encoding));
  const ask = () =>
    fetch(`${app.url}/api${path}${init.query ?? ""}`, {
      method: route.method,
      headers,
      ...(init.body !== undefined && route.method !== "GET" && { body: init.body }),
    });
  let reply = await ask();
  if (reply.status === 401 && route.access !== "public") {
    signIn(asWhom(route));
    headers.set("authorization", `Bearer ${tokens[asWhom(route)]}`);
    reply = await ask();
    if (reply.status === 401) failures.push(`${what} was not signed in`);
  }
  const text = await reply.text();
  counts.set(reply.status, (counts.get(reply.status) ?? 0) + 1);
  if (/\.ts:\d+|node_modules|\n {4}at /.test(text))
    failures.push(`${what} answered a stack: ${text.slice(0, 300)}`);
  if (reply.status !== 500) return;
  const { err } = JSON.parse(lines.at(-1) ?? "{}") as { err?: { stack?: string } };
  failures.push(`${what}: ${err?.stack?.split("\n").slice(0, 4).join(" ") ?? "500"}`);
}

test(
  "no body answers 500, with any bytes, content type and encoding",
  async () => {
    for (const route of routes().filter(takesBody))
      for (const [type, body, encoding] of BODIES)
        await send(
          route,
          `${route.method} ${route.path} ${type} ${encoding ?? ""} ${String(body).slice(0, 60)}`,
          {
            body,
            type,
            ...(encoding && { encoding }),
          },
        );
    expect(failures.splice(0)).toEqual([]);
    await expectReached();
  },
  SWEEP_MS,
);

test(
  "no field of a body answers 500, with any value",
  async () => {
    for (const route of routes().filter(takesBody)) {
      if (!route.body) continue;
      const right = sampleOf(route.body, { id: ROW, text: "plain" }) as Record<string, unknown>;
      const { properties = {} } = toJsonSchema(route.body, {
        typeMode: "input",
        errorMode: "ignore",
      }) as JsonSchema;
      for (const field of Object.keys(properties)) {
        const { [field]: _left, ...rest } = right;
        const others = JSON.stringify(rest).slice(1, -1);
        for (const value of VALUES) {
          const body = `{${others}${others === "" ? "" : ","}${JSON.stringify(field)}:${value}}`;
          const what = `${route.method} ${route.path} ${field}: ${value.slice(0, 60)}`;
          await send(route, what, { body, type: JSON_TYPE });
        }
      }
    }
    expect(failures.splice(0)).toEqual([]);
    await expectReached();
  },
  SWEEP_MS,
);

/** Values for paths and queries of super users' routes. */
const TEXTS = [
  "%00",
  "%ED%A0%80",
  "%E0%A4%A",
  "%",
  "..%2f",
  "null",
  "-1",
  "1e308",
  "9".repeat(30),
  "%2B275760-09-13T00:00:00Z",
  "%C3%A9",
];

test(
  "no path and no query of a super user's route answers 500",
  async () => {
    for (const route of routes().filter(({ access }) => access === "super"))
      for (const text of TEXTS) {
        const body = route.body ? { body: "{}", type: JSON_TYPE } : {};
        if (route.path.includes(":"))
          await send(route, `${route.method} ${route.path} ${text}`, { ...body, path: text });
        if (!route.query || route.method !== "GET") continue;
        for (const name of Object.keys((route.query as unknown as { entries: object }).entries))
          await send(route, `${route.path}?${name}=${text}`, { query: `?${name}=${text}` });
      }
    expect(failures.splice(0)).toEqual([]);
    await expectReached();
  },
  SWEEP_MS,
);
