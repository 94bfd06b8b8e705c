import { describe, expect, test } from "bun:test";
import { FairQueue, type RequestOwner } from "./fair-queue.ts";

const create = (limits = {}) => new FairQueue<string>({ personRunning: 10, companyRunning: 20, ...limits });
const who = (company: string, person = "1"): RequestOwner => ({ company, person });

/** Serves everything that waits; each item costs `ms`. */
function serveAll(queue: ReturnType<typeof create>, ms: (item: string) => number): string[] {
  const order: string[] = [];
  for (let item = queue.next(); item !== undefined; item = queue.next()) {
    order.push(item);
    const [company = "", person = ""] = item.split(" ");
    queue.charge({ company, person }, ms(item));
  }
  return order;
}

describe("the fair queue", () => {
  test("the fair queue serves a company's single request after at most one of another company's hundred", () => {
    const queue = create();
    for (let n = 0; n < 100; n += 1) queue.add(who("busy"), `busy 1 ${n}`);
    queue.next();
    queue.charge(who("busy"), 12);
    queue.add(who("calm"), "calm 1 0");
    expect(serveAll(queue, () => 12).indexOf("calm 1 0")).toBe(0);
  });

  test("the fair queue gives companies with cheap and expensive requests the same time, not the same number of requests", () => {
    const queue = create();
    for (let n = 0; n < 50; n += 1) {
      queue.add(who("dear"), `dear 1 ${n}`);
      queue.add(who("cheap"), `cheap 1 ${n}`);
    }
    const order = serveAll(queue, (item) => (item.startsWith("dear") ? 10 : 1));
    const firstFifty = order.slice(0, 50);
    expect(firstFifty.filter((item) => item.startsWith("cheap")).length).toBeGreaterThan(40);
  });

  test("the fair queue shares a company's time among its people and serves the first request of each person first", () => {
    const queue = create();
    for (let n = 0; n < 20; n += 1) queue.add(who("a", "1"), `a 1 ${n}`);
    queue.add(who("a", "2"), "a 2 0");
    expect(serveAll(queue, () => 5).indexOf("a 2 0")).toBeLessThan(2);
  });

  test("the fair queue gives a company no extra time for the time it was idle", () => {
    const queue = create();
    queue.add(who("late"), "late 1 0");
    expect(queue.next()).toBe("late 1 0");
    for (let n = 0; n < 30; n += 1) queue.add(who("busy"), `busy 1 ${n}`);
    for (let n = 0; n < 10; n += 1) {
      queue.next();
      queue.charge(who("busy"), 10);
    }
    for (let n = 0; n < 10; n += 1) queue.add(who("late"), `late 1 ${n}`);
    const order = serveAll(queue, () => 10);
    // Alternating, not ten of the late one in a row.
    expect(order.slice(0, 6).filter((item) => item.startsWith("busy")).length).toBeGreaterThan(1);
  });

  test("the fair queue holds back only the person who has reached the limit of running requests", () => {
    const queue = create({ personRunning: 2 });
    const [end] = [queue.begin(who("a", "1")), queue.begin(who("a", "1"))];
    queue.add(who("a", "1"), "a 1 0");
    queue.add(who("a", "2"), "a 2 0");
    expect(queue.next()).toBe("a 2 0");
    expect(queue.next()).toBeUndefined();
    end?.();
    expect(queue.next()).toBe("a 1 0");
  });

  test("the fair queue removes expired items from the heads of the queues and subtracts them from its size", () => {
    const queue = create();
    for (const item of ["old", "old", "new"]) queue.add(who("a"), item);
    expect(queue.removeOlder((item) => item === "old")).toEqual(["old", "old"]);
    expect([queue.size, queue.sizeOf("a"), queue.sizeOf("a", "1")]).toEqual([1, 1, 1]);
  });
});
