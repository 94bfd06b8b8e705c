import { expect, test } from "bun:test";
import { effect } from "@preact/signals-react";
import fc from "fast-check";
import { Collection } from "./collection.ts";

interface Ticket {
  readonly id: number;
  readonly updatedAt: string;
  readonly name: string;
}
const ticket = (id: number, updatedAt: string, name = `t${id}`): Ticket => ({ id, updatedAt, name });
const tickets = () => new Collection<Ticket>({ record: "ticket", id: "ticketId" });

test("events add, change and remove rows of a collection", () => {
  const all = tickets();
  all.apply({ action: "update", ticket: ticket(1, "2026-01-01") });
  all.apply({ action: "update", ticket: ticket(1, "2026-01-02", "new") });
  expect(all.get(1)?.name).toBe("new");
  expect(all.apply({ action: "delete", ticketId: 1 })).toBe(1);
  expect(all.get(1)).toBeUndefined();
  expect(all.all.value).toEqual([]);
});

test("an older state of a row never replaces a newer one", () => {
  const all = tickets();
  all.upsert(ticket(1, "2026-01-02", "new"));
  expect(all.upsert(ticket(1, "2026-01-01", "old"))).toBe(false);
  expect(all.get(1)?.name).toBe("new");
});

test("a changed row of a collection notifies only its own subscribers", () => {
  const all = tickets();
  all.upsertAll([ticket(1, "2026-01-01"), ticket(2, "2026-01-01")]);
  const drawn: number[] = [];
  for (const id of [1, 2]) {
    effect(() => {
      all.get(id);
      drawn.push(id);
    });
  }
  drawn.length = 0;
  all.upsert(ticket(2, "2026-01-02"));
  expect(drawn).toEqual([2]);
});

test("a row replaced by an equal state notifies no subscriber", () => {
  const all = tickets();
  all.upsert(ticket(1, "2026-01-01"));
  let drawn = 0;
  effect(() => {
    all.get(1);
    drawn += 1;
  });
  expect(all.upsert(ticket(1, "2026-01-01"))).toBe(true);
  expect(drawn).toBe(1);
  all.upsert(ticket(1, "2026-01-01", "renamed"));
  expect(drawn).toBe(2);
});

test("the event delete-all empties a collection, and unknown actions change nothing", () => {
  const all = tickets();
  all.upsert(ticket(1, "2026-01-01"));
  expect(all.apply({ action: "typing", ticketId: 1 })).toBeNull();
  expect(all.all.value).toHaveLength(1);
  all.apply({ action: "delete-all" });
  expect(all.all.value).toHaveLength(0);
});

test("events applied twice to a collection have the same result as applied once", () => {
  const event = fc.oneof(
    fc.record({
      action: fc.constant("update" as const),
      ticket: fc.record({
        id: fc.integer({ min: 1, max: 3 }),
        updatedAt: fc.constantFrom("2026-01-01", "2026-01-02", "2026-01-03"),
        name: fc.string({ maxLength: 2 }),
      }),
    }),
    fc.record({ action: fc.constant("delete" as const), ticketId: fc.integer({ min: 1, max: 3 }) }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (events) => {
      const once = tickets();
      const twice = tickets();
      for (const each of events) {
        once.apply(each);
        twice.apply(each);
        twice.apply(each);
      }
      expect(twice.all.value).toEqual(once.all.value);
    }),
  );
});

/** An answer on its way. */
function answerOnItsWay() {
  const { promise, resolve } = Promise.withResolvers<readonly Ticket[]>();
  return { fetchAll: () => promise, arrives: resolve };
}

test("an answer replaces all rows of a collection in one step", async () => {
  const all = tickets();
  all.upsertAll([ticket(1, "2026-01-01"), ticket(2, "2026-01-01")]);
  const drawn: number[][] = [];
  effect(() => void drawn.push(all.all.value.map(({ id }) => id).toSorted()));
  await all.replaceBy(async () => [ticket(2, "2026-01-02", "new"), ticket(3, "2026-01-01")]);
  expect(drawn).toEqual([
    [1, 2],
    [2, 3],
  ]);
  expect(all.get(2)?.name).toBe("new");
});

test("an answer that is older than the events that arrived meanwhile undoes none of them", async () => {
  const all = tickets();
  all.upsertAll([ticket(1, "2026-01-01"), ticket(2, "2026-01-01")]);
  const { fetchAll, arrives } = answerOnItsWay();
  const replaced = all.replaceBy(fetchAll);
  all.apply({ action: "delete", ticketId: 1 });
  all.apply({ action: "create", ticket: ticket(3, "2026-01-02") });
  all.patch(2, { name: "changed" });
  arrives([ticket(1, "2026-01-01"), ticket(2, "2026-01-01")]);
  await replaced;
  expect(all.all.value.map(({ id, name }) => [id, name]).toSorted()).toEqual([
    [2, "changed"],
    [3, "t3"],
  ]);
});

test("the answer of a later call counts, in whichever order they arrive", async () => {
  for (const isInOrder of [true, false]) {
    const all = tickets();
    const [first, second] = [answerOnItsWay(), answerOnItsWay()];
    const replaced = [all.replaceBy(first.fetchAll), all.replaceBy(second.fetchAll)];
    const arrivals = [
      () => first.arrives([ticket(1, "2026-01-01")]),
      () => second.arrives([ticket(2, "2026-01-01")]),
    ];
    for (const arrive of isInOrder ? arrivals : arrivals.toReversed()) {
      arrive();
      await Promise.resolve();
      await Promise.resolve();
    }
    await Promise.all(replaced);
    expect(all.all.value.map(({ id }) => id)).toEqual([2]);
  }
});

test("an answer is stored although a later call is still waiting, or fails", async () => {
  const all = tickets();
  const { fetchAll, arrives } = answerOnItsWay();
  const replaced = all.replaceBy(fetchAll);
  const failed = all.replaceBy(() => Promise.reject(new Error("no connection"))).catch(() => undefined);
  await failed;
  arrives([ticket(1, "2026-01-01")]);
  await replaced;
  expect(all.all.value).toHaveLength(1);
});

test("a change before a later call does not undo the answer of that call", async () => {
  const all = tickets();
  const [first, second] = [answerOnItsWay(), answerOnItsWay()];
  const replaced = [all.replaceBy(first.fetchAll)];
  all.upsert(ticket(1, "2026-01-01"));
  all.patch(1, { name: "before the connection was lost" });
  replaced.push(all.replaceBy(second.fetchAll));
  second.arrives([ticket(1, "2026-01-01", "newer")]);
  first.arrives([]);
  await Promise.all(replaced);
  expect(all.get(1)?.name).toBe("newer");
});

test("an answer on its way is dropped when a collection is cleared, and a later one is stored", async () => {
  const all = tickets();
  const { fetchAll, arrives } = answerOnItsWay();
  const replaced = all.replaceBy(fetchAll);
  all.clear();
  const next = all.replaceBy(async () => [ticket(2, "2026-01-01")]);
  arrives([ticket(1, "2026-01-01")]);
  await Promise.all([replaced, next]);
  expect(all.all.value.map(({ id }) => id)).toEqual([2]);
});

test("an answer that fails leaves a collection as it is", async () => {
  const all = tickets();
  all.upsert(ticket(1, "2026-01-01"));
  const failed = all.replaceBy(() => Promise.reject(new Error("no connection")));
  all.upsert(ticket(2, "2026-01-01"));
  expect(await failed.catch(({ message }) => message)).toBe("no connection");
  expect(all.all.value).toHaveLength(2);
});
