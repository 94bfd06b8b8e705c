import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { NoticeCreated } from "#accounts/notices/index.ts";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { run } from "#platform/db/database.ts";
import { orphanNotices, orphanTickets } from "./orphans.ts";

const MINUTE = 60_000;
let desk: Desk;
let told: unknown[];
beforeEach(() => {
  desk = openDesk();
  told = [];
  desk.app.installation.bus.after(
    NoticeCreated,
    (_tenant, { details }) => void told.push(details["ticketId"]),
  );
});
afterEach(() => desk.close());
const orphans = () => orphanTickets(desk.admin()).tickets.map(({ id }) => id);
const look = () => orphanNotices.run(desk.app.installation);

describe("a ticket without owner", () => {
  test("a ticket is an orphan after 15 minutes without queue, or with no user of its queue online", () => {
    const ana = desk.attendant();
    desk.online(ana);
    const unqueued = desk.waiting(null).id;
    const looked = desk.waiting(desk.sales).id;
    const lonely = desk.waiting(desk.support).id;
    desk.app.clock.advance(15 * MINUTE - 1);
    expect(orphans()).toEqual([]);
    desk.app.clock.advance(1);
    expect(orphans().sort()).toEqual([unqueued, lonely]);
    expect(orphans()).not.toContain(looked);
  });

  test("an offered or attended ticket is not an orphan", () => {
    const ana = desk.attendant();
    desk.distribute(desk.waiting(desk.sales).id, ana.actor.id);
    desk.attended(ana, desk.sales);
    desk.app.clock.advance(60 * MINUTE);
    expect(orphans()).toEqual([]);
  });

  test("an orphan notifies the admins once per attendance, even after downtime", () => {
    const { id } = desk.waiting(null);
    look();
    expect(told).toEqual([]);
    desk.app.clock.advance(100 * 60 * MINUTE);
    look();
    desk.app.clock.advance(MINUTE);
    look();
    expect(told).toEqual([id]);
  });

  test("admins are notified when the users of a waiting ticket's queue have gone offline", () => {
    const { id } = desk.waiting(desk.sales);
    const ana = desk.attendant();
    desk.online(ana);
    desk.app.clock.advance(20 * MINUTE);
    look();
    expect(told).toEqual([]);
    desk.offline(ana);
    desk.app.clock.advance(MINUTE);
    look();
    expect(told).toEqual([id]);
  });

  test("a waiting ticket is an orphan when the only user of its queue is absent", () => {
    const ana = desk.attendant();
    desk.online(ana);
    run(desk.tenant.db, "UPDATE user SET away = 1");
    const { id } = desk.waiting(desk.sales);
    desk.app.clock.advance(15 * MINUTE);
    expect(orphans()).toEqual([id]);
  });

  test("admins are notified again when the ticket is an orphan in its next attendance", () => {
    const { id, contactId } = desk.waiting(null);
    desk.app.clock.advance(15 * MINUTE);
    look();
    desk.put(desk.admin(), id, { status: "closed" });
    desk.writes(contactId);
    desk.app.clock.advance(15 * MINUTE);
    look();
    expect(told).toEqual([id, id]);
  });

  test("the job does not open a company without waiting tickets", () => {
    const admin = desk.admin();
    desk.put(admin, desk.waiting(null).id, { status: "closed" });
    desk.app.clock.advance(60 * MINUTE);
    look();
    expect(desk.app.installation.tenants.dueCompanies("orphan-notice", Number.MAX_SAFE_INTEGER)).toEqual([]);
  });
});
