import { describe, expect, test } from "bun:test";
import type * as v from "valibot";
import { features } from "#features.ts";
import { BODY_BYTES } from "#platform/http/body/body.ts";
import { validate } from "#platform/http/validate.ts";
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
        return (
          needed > (maxBodyBytes ?? BODY_BYTES) || ((maxBodyBytes ?? 0) > BODY_BYTES && needed <= BODY_BYTES)
        );
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

describe("a request of one megabyte", () => {
  test("a request of one megabyte costs less than 50 ms in every field of every schema, and its error names at most 20 fields", () => {
    for (const { where, schema } of schemas) {
      const fields = [
        ...new Set(partsOf({ where: "", schema }).flatMap((part) => Object.keys(part.schema.entries ?? {}))),
      ];
      for (const [name, value] of Object.entries({ ...TEXTS, ...LISTS })) {
        const bodies = [value, Object.fromEntries(fields.map((field) => [field, value]))];
        for (const body of bodies) {
          let named = 0;
          const cost = costOf(() => {
            try {
              validate(schema as unknown as v.GenericSchema, body);
            } catch (error) {
              const { fields: refused = {} } = (error as { details: { fields?: object } }).details;
              named = Object.keys(refused).length;
            }
          });
          expect([where, name, cost < LIMIT_MS, named <= 20]).toEqual([where, name, true, true]);
        }
      }
    }
  }, 120_000);
});
