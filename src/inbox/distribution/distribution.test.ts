import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { deleteUser } from "#accounts/users/remove.ts";
import { snoozeTicket } from "#inbox/tickets/snooze/snooze.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { openTurns, type Turns } from "./testing.ts";

let desk: Turns;
beforeEach(() => {
  desk = openTurns();
});
afterEach(() => desk.close());

/** Ana, Bia and Caio are the distribution list of sales; all are online. */
const three = (limit = 0): [UserCtx, UserCtx, UserCtx] => {
  const [ana, bia, caio] = ["Ana", "Bia", "Caio"].map((name) => desk.seller(name, { limit }));
  if (!ana || !bia || !caio) throw new Error("three people");
  desk.distributes(desk.sales, [ana, bia, caio]);
  return [ana, bia, caio];
};
const two = (limit = 0): [UserCtx, UserCtx] => {
  const [ana, bia] = [desk.seller("Ana", { limit }), desk.seller("Bia", { limit })];
  desk.distributes(desk.sales, [ana, bia]);
  return [ana, bia];
};
const accept = (by: UserCtx, id: number) => desk.put(by, id, { status: "open", userId: by.actor.id });

describe("a ticket that enters a queue", () => {
  test("a ticket that enters a queue is offered to the next user of the list, starting over at its end", () => {
    three();
    const offered = [1, 2, 3, 4].map(() => desk.offeredTo(desk.arrives()));
    expect(offered).toEqual(["Ana", "Bia", "Caio", "Ana"]);
  });

  test("an offer is broadcast to its user, supervisors of the queue and admins; the previous user gets a delete", () => {
    const [ana, bia] = two();
    const [boss, admin] = [desk.attendant({ profile: "supervisor" }), desk.admin()];
    const told = (...people: UserCtx[]) =>
      people.map((user) => desk.broadcasts.to(user, "ticket").map(({ action }) => action));
    const ticket = desk.arrives();
    expect(told(ana, bia, boss, admin)).toEqual([["update"], [], ["update"], ["update"]]);
    expect(desk.trail(ticket)).toEqual(["created", "distributed"]);
    desk.broadcasts.all.splice(0);
    desk.wait(5);
    expect(told(ana, bia, boss, admin)).toEqual([["delete"], ["update"], ["update"], ["update"]]);
    desk.broadcasts.all.splice(0);
    desk.wait(5);
    expect(told(ana, bia, boss, admin)).toEqual([["update"], ["update"], ["update"], ["update"]]);
  });

  test("a ticket is not offered while no user is online, or when its queue has no distribution", () => {
    const [ana, bia] = [desk.seller("Ana", { offline: true }), desk.seller("Bia", { offline: true })];
    desk.distributes(desk.sales, [ana, bia]);
    expect(desk.offeredTo(desk.arrives())).toBeNull();
    desk.comes(ana);
    run(desk.tenant.db, "UPDATE queue SET allow_distributed = 0");
    expect(desk.offeredTo(desk.arrives())).toBeNull();
  });

  test("waiting tickets are offered by priority, then by their wait", () => {
    const ana = desk.seller("Ana", { limit: 1, offline: true });
    desk.distributes(desk.sales, [ana]);
    const [longest, urgent] = [desk.arrives(), desk.arrives()];
    run(desk.tenant.db, "UPDATE ticket SET priority = 4 WHERE id = ?", urgent.id);
    desk.comes(ana);
    expect([desk.offeredTo(longest), desk.offeredTo(urgent)]).toEqual([null, "Ana"]);
  });

  test("users who are away, have left the queue or are at their limit get no offer", () => {
    const [ana, bia, caio] = three();
    desk.pauses(ana);
    run(desk.tenant.db, "DELETE FROM user_queue WHERE user_id = ?", bia.actor.id);
    expect(desk.offeredTo(desk.arrives())).toBe("Caio");
    run(desk.tenant.db, "UPDATE user SET max_open_tickets = 1 WHERE id = ?", caio.actor.id);
    expect(desk.offeredTo(desk.arrives())).toBeNull();
  });

  test("a returned ticket is offered to another user first", () => {
    const [ana] = two();
    const ticket = desk.arrives();
    accept(ana, ticket.id);
    // In the order of the list, Ana would be next.
    run(desk.tenant.db, "UPDATE queue SET last_distributed_user_id = NULL");
    desk.put(ana, ticket.id, { status: "pending", userId: null });
    expect(desk.offeredTo(ticket)).toBe("Bia");
    desk.wait(5);
    expect(desk.offeredTo(ticket)).toBe("Ana");
  });

  test("a returned ticket is not offered when only the user who returned it is online", () => {
    const [ana, bia] = two(1);
    desk.leaves(bia);
    const ticket = desk.arrives();
    accept(ana, ticket.id);
    desk.put(ana, ticket.id, { status: "pending", userId: null });
    expect(desk.offeredTo(ticket)).toBeNull();
  });

  test("a ticket transferred to a queue without an attendant is offered", () => {
    two();
    const helper = desk.seller("Duda", { queueIds: [desk.support] });
    desk.distributes(desk.support, [helper, desk.seller("Eva", { queueIds: [desk.support] })]);
    const ticket = desk.arrives();
    desk.put(desk.admin(), ticket.id, { queueId: desk.support, userId: null });
    expect(desk.offeredTo(ticket)).toBe("Duda");
  });
});

describe("an offer that is not accepted", () => {
  test("an expired offer passes to each user once; afterwards the whole queue sees the ticket", () => {
    three();
    desk.set("distributionTimeout", "3");
    const ticket = desk.arrives();
    const seen = [desk.offeredTo(ticket)];
    for (const minutes of [2, 1, 3, 3]) {
      desk.wait(minutes);
      seen.push(desk.offeredTo(ticket));
    }
    expect(seen).toEqual(["Ana", "Ana", "Bia", "Caio", null]);
    expect(desk.trail(ticket).at(-1)).toBe("distribution_exhausted");
    desk.wait(60);
    expect(desk.offeredTo(ticket)).toBeNull();
    expect(desk.trail(ticket).filter((kind) => kind === "distribution_exhausted")).toHaveLength(1);
  });

  test("an offer passes to the next user immediately when its user sets themselves away", () => {
    const [ana] = two();
    const ticket = desk.arrives();
    desk.pauses(ana);
    expect(desk.offeredTo(ticket)).toBe("Bia");
  });

  test("an offer passes on when its user is offline for two minutes, but not when the user returns earlier", () => {
    const [ana] = two();
    const ticket = desk.arrives();
    desk.leaves(ana);
    desk.wait(1.9);
    expect(desk.offeredTo(ticket)).toBe("Ana");
    desk.comes(ana);
    desk.wait(1);
    expect(desk.offeredTo(ticket)).toBe("Ana");
    desk.leaves(ana);
    desk.wait(2);
    expect(desk.offeredTo(ticket)).toBe("Bia");
  });

  test("after downtime each overdue offer passes on once", () => {
    two();
    const tickets = [desk.arrives(), desk.arrives(), desk.arrives()];
    desk.wait(12 * 60);
    expect(tickets.map(desk.offeredTo)).toEqual(["Bia", "Ana", "Bia"]);
  });

  test("an offer ends when distribution is disabled in its queue", () => {
    two();
    const ticket = desk.arrives();
    run(desk.tenant.db, "UPDATE queue SET allow_distributed = 0");
    desk.wait(5);
    expect(desk.offeredTo(ticket)).toBeNull();
    expect(desk.trail(ticket)).not.toContain("distribution_exhausted");
  });

  test("a ticket that enters its queue again starts a new round of offers", () => {
    const [ana] = two();
    const ticket = desk.arrives();
    desk.wait(5);
    desk.wait(5);
    expect(desk.offeredTo(ticket)).toBeNull();
    accept(ana, ticket.id);
    expect(all(desk.tenant.db, "SELECT * FROM distribution_offer")).toEqual([]);
    desk.put(ana, ticket.id, { status: "pending", userId: null });
    expect(desk.offeredTo(ticket)).toBe("Bia");
  });

  test("the offers of a ticket are deleted when it is accepted or closed", () => {
    const [ana] = two();
    accept(ana, desk.arrives().id);
    desk.put(desk.admin(), desk.arrives().id, { status: "closed" });
    expect(all(desk.tenant.db, "SELECT * FROM distribution_offer")).toEqual([]);
    desk.wait(60);
    expect(desk.app.installation.tenants.dueCompanies("distribution", Number.MAX_SAFE_INTEGER)).toEqual([]);
  });
});

describe("waiting tickets", () => {
  test("a user who comes online is offered the longest waiting ticket", () => {
    const ana = desk.seller("Ana", { limit: 2, offline: true });
    const bia = desk.seller("Bia", { offline: true });
    desk.distributes(desk.sales, [ana, bia]);
    const tickets = [1, 2, 3].map(() => {
      desk.app.clock.advance(1000);
      return desk.arrives();
    });
    desk.comes(ana);
    expect(tickets.map(desk.offeredTo)).toEqual(["Ana", "Ana", null]);
    desk.comes(bia);
    expect(tickets.map(desk.offeredTo)).toEqual(["Ana", "Ana", "Bia"]);
  });

  test("a user who closes a ticket and falls below the limit is offered a waiting ticket", () => {
    const [ana, bia] = two(1);
    const [first, second] = [desk.arrives(), desk.arrives()];
    const third = desk.arrives();
    expect(desk.offeredTo(third)).toBeNull();
    accept(ana, first.id);
    accept(bia, second.id);
    expect(desk.offeredTo(third)).toBeNull();
    desk.put(bia, second.id, { status: "closed" });
    expect(desk.offeredTo(third)).toBe("Bia");
  });

  test("a ticket that its attendant snoozes takes no capacity, and its waking exceeds the limit", () => {
    const [ana] = two(1);
    const [first, second] = [desk.arrives(), desk.arrives()];
    const third = desk.arrives();
    accept(ana, first.id);
    expect([desk.offeredTo(second), desk.offeredTo(third)]).toEqual(["Bia", null]);
    snoozeTicket(ana, first.id, { mode: "reply" });
    expect(desk.offeredTo(third)).toBe("Ana");
    desk.writes(first.contactId, "oi", { connectionId: first.connectionId });
    expect(desk.ticket(first.id).asleepSince).toBeNull();
    expect(desk.offeredTo(third)).toBe("Ana");
  });

  test("a user who ends the away state is offered a waiting ticket", () => {
    const [ana, bia] = two();
    desk.pauses(ana);
    desk.pauses(bia);
    const ticket = desk.arrives();
    expect(desk.offeredTo(ticket)).toBeNull();
    desk.pauses(bia, false);
    expect(desk.offeredTo(ticket)).toBe("Bia");
  });

  test("a ticket with an active bot is not offered", () => {
    const [ana, bia] = [desk.seller("Ana", { offline: true }), desk.seller("Bia", { offline: true })];
    desk.distributes(desk.sales, [ana, bia]);
    const ticket = desk.arrives();
    run(desk.tenant.db, "UPDATE ticket SET chatbot = 1");
    desk.comes(ana);
    expect(desk.offeredTo(ticket)).toBeNull();
  });

  test("all waiting tickets are offered, however many there are", async () => {
    const [ana, bia] = [desk.seller("Ana", { offline: true }), desk.seller("Bia", { offline: true })];
    desk.distributes(desk.sales, [ana, bia]);
    for (let n = 0; n < 105; n += 1) desk.arrives();
    desk.comes(ana);
    for (let turn = 0; turn < 3; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
    const free = "SELECT count(*) AS n FROM ticket WHERE user_distributed IS NULL";
    expect(one<{ n: number }>(desk.tenant.db, free)?.n).toBe(0);
  });
});

describe("open tickets of an offline user", () => {
  test("open tickets of an offline user stay assigned when the setting is off", () => {
    const [ana] = two();
    const ticket = desk.arrives();
    accept(ana, ticket.id);
    desk.leaves(ana);
    desk.wait(600);
    expect(desk.ticket(ticket.id)).toMatchObject({ status: "open", userId: ana.actor.id });
    desk.set("returnOpenWhenOfflineMinutes", "30");
    desk.wait(0);
    expect(desk.ticket(ticket.id)).toMatchObject({ status: "pending", userId: null });
    expect(desk.offeredTo(ticket)).toBe("Bia");
  });

  test("open tickets of an offline user return to their queue after the number of minutes in the setting", () => {
    const [ana] = two();
    desk.set("returnOpenWhenOfflineMinutes", "30");
    const ticket = desk.arrives();
    accept(ana, ticket.id);
    desk.wait(300);
    expect(desk.ticket(ticket.id).status).toBe("open");
    desk.leaves(ana);
    desk.wait(29);
    expect(desk.ticket(ticket.id).status).toBe("open");
    desk.wait(1);
    expect(desk.ticket(ticket.id).status).toBe("pending");
  });

  test("a ticket that is asleep stays with its offline attendant", () => {
    const [ana] = two();
    desk.set("returnOpenWhenOfflineMinutes", "30");
    const ticket = desk.arrives();
    accept(ana, ticket.id);
    snoozeTicket(ana, ticket.id, { mode: "reply" });
    desk.leaves(ana);
    desk.wait(300);
    expect(desk.ticket(ticket.id)).toMatchObject({ status: "open", userId: ana.actor.id });
  });
});

test("an offer to a deleted user passes to the next user", async () => {
  const [ana] = three();
  const ticket = desk.arrives();
  const admin = desk.admin();
  desk.admin();
  await deleteUser(admin, ana.actor.id);
  expect(desk.offeredTo(ticket)).toBe("Bia");
});

describe("random sequences of events", () => {
  const WHAT = ["arrives", "accept", "close", "away", "back", "wait", "go", "come"] as const;
  const steps = fc.array(fc.record({ who: fc.nat(3), what: fc.constantFrom(...WHAT) }), { maxLength: 40 });
  const LOAD =
    "SELECT count(*) AS n FROM ticket WHERE status <> 'closed' AND coalesce(user_id, user_distributed) = ?";
  const HELD = "SELECT id FROM ticket WHERE status = ?1 AND coalesce(user_id, user_distributed) = ?2 LIMIT 1";

  test("random events never offer two tickets in a row to one user while another is free, nor exceed a limit", () => {
    fc.assert(
      fc.property(steps, (happened) => {
        desk.close();
        desk = openTurns();
        const people = ["Ana", "Bia", "Caio", "Davi"].map((name, limit) => desk.seller(name, { limit }));
        desk.distributes(desk.sales, people);
        const out = new Set<UserCtx>();
        const away = new Set<UserCtx>();
        const load = ({ actor }: UserCtx) => one<{ n: number }>(desk.tenant.db, LOAD, actor.id)?.n ?? 0;
        const held = (status: string, { actor }: UserCtx) =>
          one<{ id: number }>(desk.tenant.db, HELD, status, actor.id)?.id;
        const isFree = (user: UserCtx, limit: number) =>
          !out.has(user) && !away.has(user) && (limit === 0 || load(user) < limit);
        for (const { who, what } of happened) {
          const user = people[who];
          if (!user) continue;
          const [pending, open] = [held("pending", user), held("open", user)];
          if (what === "arrives") {
            const [first, second] = [desk.offeredTo(desk.arrives()), desk.offeredTo(desk.arrives())];
            const others = people.filter((person, n) => isFree(person, n) && person.actor.name !== first);
            if (first !== null && first === second) expect(others).toEqual([]);
          }
          if (what === "accept" && pending !== undefined) accept(user, pending);
          if (what === "close" && open !== undefined) desk.put(user, open, { status: "closed" });
          if (what === "wait") desk.wait(5);
          if (what === "away") away.add(user);
          if (what === "back") away.delete(user);
          if (what === "away" || what === "back") desk.pauses(user, what === "away");
          if (what === "go") desk.leaves(user);
          if (what === "come") desk.comes(user);
          if (what === "go") out.add(user);
          if (what === "come") out.delete(user);
          for (const [limit, person] of people.entries())
            if (limit > 0) expect(load(person)).toBeLessThanOrEqual(limit);
        }
      }),
      { numRuns: Number(process.env["DISTRIBUTION_RUNS"] ?? 40) },
    );
  }, 120_000);
});
