import { expect, test } from "bun:test";
import fc from "fast-check";
import { isFree, type Listed, nextInTurn } from "./policy.ts";

const somebody = (id: number, fields: Partial<Listed> = {}): Listed => ({
  id,
  there: true,
  load: 0,
  limit: 0,
  ...fields,
});
const nobody = new Set<number>();

test("the next user is the one after the last in the list, starting over at its end", () => {
  const list = [somebody(7), somebody(3), somebody(5)];
  expect(nextInTurn(list, null, nobody, null)).toBe(7);
  expect(nextInTurn(list, 7, nobody, null)).toBe(3);
  expect(nextInTurn(list, 5, nobody, null)).toBe(7);
  expect(nextInTurn(list, 99, nobody, null)).toBe(7);
});

test("users who are offline, at their limit, already offered this ticket or excluded get no offer", () => {
  const list = [somebody(1, { there: false }), somebody(2, { load: 3, limit: 3 }), somebody(3), somebody(4)];
  expect(nextInTurn(list, null, nobody, null)).toBe(3);
  expect(nextInTurn(list, null, new Set([3]), null)).toBe(4);
  expect(nextInTurn(list, null, nobody, 3)).toBe(4);
  expect(nextInTurn(list, null, new Set([3]), 4)).toBeNull();
});

const lists = fc.uniqueArray(
  fc.record({ id: fc.integer({ min: 1, max: 12 }), there: fc.boolean(), load: fc.nat(3), limit: fc.nat(3) }),
  { selector: ({ id }) => id, maxLength: 8 },
);

test("with any list, no user exceeds the limit, and each free user gets one offer per round", () => {
  fc.assert(
    fc.property(lists, fc.option(fc.integer({ min: 1, max: 12 })), (list, lastId) => {
      const had = new Set<number>();
      for (let last = lastId; ; ) {
        const next = nextInTurn(list, last, had, null);
        if (next === null) break;
        expect(had.has(next)).toBe(false);
        expect(list.filter(isFree).map(({ id }) => id)).toContain(next);
        had.add(next);
        last = next;
      }
      expect([...had].sort()).toEqual(
        list
          .filter(isFree)
          .map(({ id }) => id)
          .sort(),
      );
    }),
  );
});
