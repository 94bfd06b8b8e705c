import { describe, expect, test } from "bun:test";
import * as v from "valibot";
import { AppError } from "#platform/errors.ts";
import { OptionalId, PageNumber, PathId } from "./contract.ts";
import { validate } from "./validate.ts";

const fieldsOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.details?.["fields"];
  }
  return undefined;
};

describe("validation of input", () => {
  const person = v.object({
    name: v.pipe(v.string(), v.minLength(2), v.maxLength(5)),
    age: v.optional(v.number()),
  });

  test("validation names every wrong field and its problem", () => {
    expect(fieldsOf(() => validate(person, { name: "", age: "x" }))).toEqual({
      name: "required",
      age: "invalid",
    });
    expect(fieldsOf(() => validate(person, { name: "A" }))).toEqual({ name: "too_short" });
    expect(fieldsOf(() => validate(person, { name: "Abelardo" }))).toEqual({ name: "too_long" });
    expect(fieldsOf(() => validate(person, { name: ["a", "b"] }))).toEqual({ name: "invalid" });
    expect(fieldsOf(() => validate(person, null))).toEqual({ body: "required" });
  });

  test("unknown fields are ignored", () => {
    expect(validate(person, { name: "Ana", super: true })).toEqual({ name: "Ana" });
  });

  test('the values "", 0 and "null" of a foreign key mean none', () => {
    for (const none of ["", 0, "null", null]) expect(validate(OptionalId, none)).toBeNull();
    expect(validate(OptionalId, "12")).toBe(12);
    expect(fieldsOf(() => validate(v.object({ id: OptionalId }), { id: -3 }))).toEqual({ id: "invalid" });
  });

  test("a missing or out-of-range page number becomes a valid one", () => {
    const Query = v.object({ pageNumber: PageNumber });
    expect(validate(Query, {}).pageNumber).toBe(1);
    expect(validate(Query, { pageNumber: "-4" }).pageNumber).toBe(1);
    expect(validate(Query, { pageNumber: "1e99" }).pageNumber).toBe(1_000_000);
  });

  test("invalid ids are rejected", () => {
    for (const id of ["0", "-1", "1.5", "1e3", "x", "9999999999999999"])
      expect(() => validate(PathId, id)).toThrow("ERR_VALIDATION");
    expect(validate(PathId, "42")).toBe(42);
  });

  describe("validation of a list", () => {
    let seen = 0;
    const item = v.pipe(
      v.string(),
      v.check(() => {
        seen += 1;
        return false;
      }),
    );
    const list = v.object({ ids: v.optional(v.pipe(v.array(item), v.maxLength(50))) });

    test("items of a list above its maximum length are not validated", () => {
      seen = 0;
      expect(fieldsOf(() => validate(list, { ids: Array.from({ length: 51 }, () => "a") }))).toEqual({
        ids: "too_long",
      });
      expect(seen).toBe(0);
    });

    test("a refusal names at most 20 fields", () => {
      const fields = fieldsOf(() => validate(list, { ids: Array.from({ length: 50 }, () => "a") }));
      expect(Object.keys(fields ?? {}).length).toBe(20);
    });

    test("items of a long list in an option of a variant are not validated", () => {
      seen = 0;
      const variant = v.variant("kind", [
        v.object({ kind: v.literal("other") }),
        v.object({ kind: v.literal("list"), ...list.entries }),
      ]);
      const body = { kind: "list", ids: Array.from({ length: 51 }, () => "a") };
      expect(fieldsOf(() => validate(variant, body))).toEqual({ ids: "too_long" });
      expect(seen).toBe(0);
    });

    test("lists within lists, records and lists among alternatives are counted", () => {
      const nested = v.object({ a: v.array(v.object({ b: v.pipe(v.array(v.number()), v.maxLength(1)) })) });
      expect(fieldsOf(() => validate(nested, { a: [{ b: [1] }, { b: [1, 2] }] }))).toEqual({
        "a.1.b": "too_long",
      });
      const record = v.pipe(v.record(v.string(), v.number()), v.maxEntries(1));
      expect(fieldsOf(() => validate(record, { a: 1, b: 2 }))).toEqual({ body: "too_long" });
      const inside = v.record(v.string(), v.pipe(v.array(v.number()), v.maxLength(1)));
      expect(fieldsOf(() => validate(inside, { a: [1, 2] }))).toEqual({ body: "too_long" });
      const either = v.object({ a: v.union([v.string(), v.pipe(v.array(v.number()), v.maxLength(1))]) });
      expect(fieldsOf(() => validate(either, { a: [1, 2] }))).toEqual({ a: "too_long" });
      expect(validate(either, { a: [1] })).toEqual({ a: [1] });
    });
  });

  test("patterns are not applied to texts above the maximum length", () => {
    let ran = false;
    const text = v.pipe(
      v.string(),
      v.maxLength(3),
      v.check(() => {
        ran = true;
        return true;
      }),
    );
    expect(fieldsOf(() => validate(text, "abcd"))).toEqual({ body: "too_long" });
    expect(ran).toBe(false);
  });
});
