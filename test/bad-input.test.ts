import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type { ErrorAnswer } from "#platform/http/contract.ts";
import type { AppRoute } from "#tenants/route.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { Api, Reply } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { fillEveryTable } from "#test/helpers/dump.ts";
import { testUser } from "#test/helpers/installation.ts";
import { SWEEP_MS } from "#test/helpers/patient.ts";
import { watchRows } from "#test/helpers/row-watch.ts";
import { sampleOf } from "#test/helpers/sample.ts";

/** Id of one row in every table. */
const ROW = 7001;
/** Names typed by users: they appear in lists, mails and messages. */
const NAMES = new Set(["name", "title", "shortcode"]);

let app: TestApp;
let tenant: Tenant;
let admin: Api;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
  tenant = app.company("Typing");
  admin = app.api(testUser(tenant, { profile: "admin" }));
  fillEveryTable(tenant.db, ROW, "plain");
});
afterAll(() => app.stop());

type Refusal = ErrorAnswer & { readonly details?: { readonly fields?: object } };

interface Wrong {
  readonly route: AppRoute;
  readonly field: string;
  readonly value: unknown;
  readonly what: string;
}

/** One invalid value for every field of every body. */
function wrongInputs(routes: readonly AppRoute[]): Wrong[] {
  return routes.flatMap((route) => {
    if (!route.body || route.access === "public" || route.access === "super") return [];
    const { properties = {} } = toJsonSchema(route.body, { typeMode: "input", errorMode: "ignore" });
    return Object.entries(properties).flatMap(([field, schema]) =>
      typeof schema === "object"
        ? wrongValues(field, schema).map((wrong) => ({ route, field, ...wrong }))
        : [],
    );
  });
}

function wrongValues(field: string, schema: JsonSchema): { value: unknown; what: string }[] {
  const text = [schema, ...(schema.anyOf ?? [])].find(
    (one): one is JsonSchema => typeof one === "object" && one.type === "string" && !one.enum,
  );
  if (!text) return [];
  const values: { value: unknown; what: string }[] = [{ value: { $gt: "" }, what: "an object" }];
  if (text.maxLength !== undefined)
    values.push({ value: "x".repeat(text.maxLength + 1), what: "a text that is too long" });
  if ((text.minLength ?? 0) > 1) values.push({ value: "x", what: "a text that is too short" });
  if (NAMES.has(field)) values.push({ value: "<script>alert(1)</script>", what: "a script" });
  if (field === "color") values.push({ value: "red;}", what: "no colour" });
  return values;
}

async function call(route: AppRoute, body: object): Promise<Reply<Refusal>> {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    name === "uuid" ? "plain uuid" : String(ROW),
  );
  if (route.method === "DELETE") return admin.delete(path, body);
  return route.method === "PUT" ? admin.put(path, body) : admin.post(path, body);
}

describe("input of a wrong form", () => {
  test(
    "a field with a value of the wrong form is named in the error, and nothing is changed",
    async () => {
      const wrongs = wrongInputs(app.app.routes);
      expect(wrongs.length).toBeGreaterThan(100);
      const rows = watchRows(tenant.db);
      for (const { route, field, value, what } of wrongs) {
        const right = sampleOf(route.body ?? neverCalled(), { id: ROW, text: "plain" }) as object;
        const reply = await call(route, { ...right, [field]: value });
        const where = `${route.method} ${route.path} with ${what} in ${field}: ${JSON.stringify(reply.body)}`;
        expect([where, reply.status]).toEqual([where, 400]);
        expect(Object.keys(reply.body.details?.fields ?? {}), where).toContain(field);
        expect(rows.changes(), where).toEqual([]);
      }
      expect(rows.compareAll()).toEqual([]);
    },
    SWEEP_MS,
  );
});

/** Values of the right form that a handler may refuse: masks, unknown variables and ids, other times. */
const REFUSED = [
  "********",
  "",
  "{{firstNme}}",
  "https://x.example/********",
  "2001-01-01T00:00:00Z",
  null,
  0,
  99_999,
];

/** The names of the values that a caller of this route sends; `body` is the whole body. */
function sentNames({ path, body, query }: AppRoute): ReadonlySet<string> {
  const schemas = [body, query].filter((schema) => schema !== undefined);
  const names = schemas.flatMap((schema) => {
    const whole = toJsonSchema(schema, { typeMode: "input", errorMode: "ignore" });
    return [whole, ...(whole.anyOf ?? [])].flatMap((one) =>
      Object.keys(typeof one === "object" ? (one.properties ?? {}) : {}),
    );
  });
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  return new Set([...names, ...inPath, "Idempotency-Key", "body"]);
}

test(
  "an error names fields of the request, never columns or fields of another route",
  async () => {
    const asked = app.app.routes.filter(
      ({ path, access, body }) =>
        body && !path.startsWith("/auth/") && access !== "public" && access !== "super",
    );
    // Sort deletions to the end, because they remove the rows of the other calls.
    const isLast = ({ method }: AppRoute) => Number(method === "DELETE");
    const named: string[] = [];
    let refusals = 0;
    for (const route of asked.sort((a, b) => isLast(a) - isLast(b))) {
      const names = sentNames(route);
      const right = sampleOf(route.body ?? neverCalled(), { id: ROW, text: "plain" }) as object;
      const changes = Object.keys(right).flatMap((field) => REFUSED.map((value) => ({ [field]: value })));
      for (const change of [{}, ...changes]) {
        const { body } = await call(route, { ...right, ...change });
        const fields = Object.keys(body?.details?.fields ?? {});
        refusals += fields.length;
        for (const field of fields)
          if (!names.has(field.split(".")[0] ?? "")) named.push(`${route.method} ${route.path}: ${field}`);
      }
    }
    expect([...new Set(named)]).toEqual([]);
    expect(refusals).toBeGreaterThan(1_000);
  },
  SWEEP_MS,
);

const neverCalled = (): never => {
  throw new Error("only routes with a body are asked");
};
