import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type * as v from "valibot";
import { features } from "#features.ts";
import { BODY_BYTES } from "#platform/http/body/body.ts";
import { validate } from "#platform/http/validate.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { inputSchemas, partsOf, type SchemaNode, stepsOf } from "#test/helpers/source/input-schemas.ts";

const schemas = await inputSchemas();
const parts = schemas.flatMap(partsOf);
/** Steps of a pipe that read the text once; every other step may take longer and must come after the maximum length. */
const CHEAP = new Set(["string", "trim", "to_lower_case", "min_length", "non_empty", "max_length"]);
const MB = 1024 * 1024;
/** CPU time that a request may use before it is rejected, ms. */
const LIMIT_MS = 50;

const maximumOf = (schema: SchemaNode): number =>
  Math.min(
    ...stepsOf(schema).flatMap(({ type, requirement }) =>
      type === "max_length" || type === "max_entries" ? [Number(requirement)] : [],
    ),
  );

describe("schemas of requests", () => {
  test("the checked schemas number in the hundreds and include those of forms and of the public API", () => {
    expect(schemas.length).toBeGreaterThan(400);
    const names = schemas.map(({ where }) => where).join("\n");
    for (const name of ["SendMessageBody", "ChatFormFields", "POST /messages/send application/json"])
      expect(names).toContain(name);
  });

  test("every text of a request has a maximum length, checked before any pattern, transformation or other check", () => {
    const wrong = parts.filter(({ schema }) => {
      if (schema.type !== "string") return false;
      const steps = stepsOf(schema).map(({ type }) => type);
      const maximum = steps.indexOf("max_length");
      return maximum < 0 || steps.slice(0, maximum).some((step) => !CHEAP.has(step));
    });
    expect([...new Set(wrong.map(({ where }) => where))]).toEqual([]);
  });

  test("every list and record of a request has a maximum number of items, at most 2,000", () => {
    const wrong = parts.filter(
      ({ schema }) => (schema.type === "array" || schema.type === "record") && !(maximumOf(schema) <= 2000),
    );
    expect([...new Set(wrong.map(({ where }) => where))]).toEqual([]);
  });

  test("routes whose fields need more than 64 kB name a higher limit, and no other route does", () => {
    const wrong = features
      .flatMap(({ routes = [] }) => routes)
      .filter(({ body, maxBodyBytes }) => {
        if (!body) return false;
        const needed = mostBytes(body as unknown as SchemaNode);
        const limit = maxBodyBytes ?? BODY_BYTES;
        return needed > limit || (limit > BODY_BYTES && needed <= BODY_BYTES);
      })
      .map(({ method, path, body, maxBodyBytes }) => [
        `${method} ${path}`,
        mostBytes(body as unknown as SchemaNode),
        maxBodyBytes,
      ]);
    expect(wrong).toEqual([]);
  });
});

/** The longest JSON the schema accepts, when each character takes two bytes (accented letters). */
function mostBytes(schema: SchemaNode): number {
  const { type, wrapped, item, entries, options = [], value } = schema;
  if (wrapped) return mostBytes(wrapped);
  // Ids and counts that are also accepted as text.
  if (options.some((option) => typeof option === "object" && option.type === "number")) return 20;
  if (type === "string") return 2 * maximumOf(schema) + 2;
  if (type === "array" && item) return maximumOf(schema) * (mostBytes(item) + 1);
  if (type === "record") return maximumOf(schema) * 100;
  if (entries)
    return Object.entries(entries).reduce((sum, [name, one]) => sum + name.length + 4 + mostBytes(one), 2);
  if (typeof value === "object") return mostBytes(value);
  return Math.max(20, ...options.map((option) => (typeof option === "object" ? mostBytes(option) : 20)));
}

/** CPU time of this process, the best of several runs, so that other load does not count. */
function costOf(work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 5 && best > LIMIT_MS / 5; turn += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

const TEXTS: Readonly<Record<string, string>> = {
  letters: "a".repeat(MB),
  blanks: " ".repeat(MB),
  "an e-mail without an end": `${"a.".repeat(MB / 2)}@`,
  "many e-mails": "a@a.".repeat(MB / 4),
  digits: "1".repeat(MB),
  brackets: "[".repeat(MB),
};
const LISTS: Readonly<Record<string, unknown>> = {
  numbers: Array.from({ length: MB / 2 }, () => 1),
  "empty texts": Array.from({ length: MB / 3 }, () => ""),
  objects: Array.from({ length: MB / 3 }, () => ({})),
};

/** Puts a value at one place of a body: inside the objects and lists that lead to it. */
type Placing = (value: unknown) => unknown;

/** A function for each place of a schema below its own fields, as `users[].id`. */
function nestedPlaces(schema: SchemaNode, put: Placing = (value) => value, depth = 0): readonly Placing[] {
  const { wrapped, item, entries = {}, options = [], value } = schema;
  const inner = (child: SchemaNode, wrap: Placing) =>
    nestedPlaces(child, (given) => put(wrap(given)), depth + 1);
  return [
    ...(depth > 1 && !wrapped ? [put] : []),
    ...(wrapped ? nestedPlaces(wrapped, put, depth) : []),
    ...(item ? inner(item, (given) => [given]) : []),
    ...Object.entries(entries).flatMap(([name, child]) => inner(child, (given) => ({ [name]: given }))),
    ...options.flatMap((option) => (typeof option === "object" ? nestedPlaces(option, put, depth) : [])),
    ...(typeof value === "object" && value.kind === "schema"
      ? inner(value, (given) => ({ key: given }))
      : []),
  ];
}

/** The CPU time of validating a body, ms, and the number of fields that its error names. */
function checked(schema: SchemaNode, body: unknown): { readonly cost: number; readonly named: number } {
  let named = 0;
  const cost = costOf(() => {
    try {
      validate(schema as unknown as v.GenericSchema, body);
    } catch (error) {
      const { fields: refused = {} } = (error as { details: { fields?: object } }).details;
      named = Object.keys(refused).length;
    }
  });
  return { cost, named };
}

describe("a request of one megabyte", () => {
  test("a request of one megabyte costs less than 50 ms in every field of every schema, and its error names at most 20 fields", () => {
    for (const { where, schema } of schemas) {
      const fields = [
        ...new Set(partsOf({ where: "", schema }).flatMap((part) => Object.keys(part.schema.entries ?? {}))),
      ];
      for (const [name, value] of Object.entries({ ...TEXTS, ...LISTS })) {
        const bodies = [value, Object.fromEntries(fields.map((field) => [field, value]))];
        for (const body of bodies) {
          const { cost, named } = checked(schema, body);
          expect([where, name, cost < LIMIT_MS, named <= 20]).toEqual([where, name, true, true]);
        }
      }
    }
  }, 120_000);

  test("a megabyte at any nested place of a body costs less than 50 ms, and its error names at most 20 fields", () => {
    let places = 0;
    for (const { where, schema } of schemas)
      for (const put of nestedPlaces(schema)) {
        places += 1;
        for (const [name, value] of Object.entries({ ...TEXTS, ...LISTS })) {
          const { cost, named } = checked(schema, put(value));
          if (cost < LIMIT_MS && named <= 20) continue;
          expect([where, JSON.stringify(put("here")), name, cost, named]).toEqual([]);
        }
      }
    expect(places).toBeGreaterThan(100);
  }, 120_000);
});

/** Parts of a form. */
const form = (fields: Readonly<Record<string, string>>): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};
const big = "a@a.".repeat(MB / 4);

describe("a megabyte that a server gets", () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startTestApp({ env: { RATE_LIMITS: "off" } });
    token = app.api(testUser(app.company(), { profile: "admin" })).token ?? "";
  });
  afterAll(() => app.stop());

  test.each<[string, BodyInit | object, string?]>([
    ["/api/auth/login", { email: big, password: big }],
    ["/api/forgetpassword", { email: big }],
    ["/api/auth/confirm", { token: big }],
    ["/api/tags", { name: big }],
    ["/api/chats", { title: "x", users: [{ id: big }] }],
    ["/api/queue", { name: "x", color: "#123456", options: [{ title: big, options: [{ title: big }] }] }],
    ["/api/messages/1", { body: big }],
    ["/api/messages/1", form({ body: big, quotedMsg: big, parameters: "[".repeat(MB) })],
    ["/api/chats/1/messages", form({ body: big, quotedMsgId: "1".repeat(MB) })],
    ["/api/messages/send", form({ number: "1".repeat(MB), body: big })],
    ["/api/contacts/import", form({ file: big })],
    ["/api/whatsapp/1/templates", form({ template: "[".repeat(MB) })],
    ["/webhooks/meta", "[".repeat(MB)],
    ["/webhooks/meta", big],
    ["/api/subscription/webhook", { data: big }],
    ["/api/integrations/callback/x", { text: big }],
  ])(
    "a call of %s with a megabyte is refused and costs less than 50 ms of the processor",
    async (path, body) => {
      const isForm = body instanceof FormData || typeof body === "string";
      const sent = isForm ? body : JSON.stringify(body);
      let status = 0;
      let best = Number.POSITIVE_INFINITY;
      for (let turn = 0; turn < 8 && best > LIMIT_MS / 2; turn += 1) {
        const before = process.cpuUsage();
        const response = await fetch(`${app.url}${path}`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${token}`,
            ...(!isForm && { "content-type": "application/json" }),
          },
          body: sent as BodyInit,
        });
        await response.arrayBuffer();
        const { user, system } = process.cpuUsage(before);
        best = Math.min(best, (user + system) / 1000);
        status = response.status;
      }
      const isRoute = app.app.routes.some(
        ({ method, path: known }) =>
          method === "POST" && new RegExp(`^/api${known.replace(/:\w+/g, "[^/]+")}$`).test(path),
      );
      expect([path, isRoute || path === "/webhooks/meta"]).toEqual([path, true]);
      expect([path, status >= 400 && status < 500, best < LIMIT_MS]).toEqual([path, true, true]);
    },
  );
});
