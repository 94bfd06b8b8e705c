import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { deleteUser } from "#accounts/users/remove.ts";
import { type Desk, openDesk, refusal } from "#inbox/tickets/testing.ts";
import { all } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { pinnedTickets, pinTicket, unpinTicket } from "./pins.ts";

let desk: Desk;
let ana: UserCtx;
beforeEach(() => {
  desk = openDesk();
  ana = desk.attendant({ name: "Ana" });
});
afterEach(() => desk.close());

const pinned = (by: UserCtx) => pinnedTickets(by).tickets.map(({ id }) => id);

describe("pinned tickets", () => {
  test("a pin is visible only to the user who set it, and that user's pages reload their pins", () => {
    const bruno = desk.attendant({ name: "Bruno" });
    const [first, second] = [desk.waiting(desk.sales).id, desk.attended(ana, desk.sales).id];
    desk.broadcasts.all.splice(0);
    for (const id of [second, first, first]) pinTicket(ana, id);
    expect([pinned(ana), pinned(bruno)]).toEqual([[second, first].toSorted(), []]);
    expect(desk.broadcasts.to(ana, "ticket")).toEqual([{ action: "pins" }, { action: "pins" }]);
    expect(desk.broadcasts.to(bruno, "ticket")).toEqual([]);
    unpinTicket(ana, second);
    expect(pinned(ana)).toEqual([first]);
  });

  test("a pin ends when its ticket is closed; a closed ticket cannot be pinned", () => {
    const { id } = desk.attended(ana, desk.sales);
    pinTicket(ana, id);
    desk.put(ana, id, { status: "closed" });
    expect(pinned(ana)).toEqual([]);
    expect(refusal(() => pinTicket(ana, id))).toMatchObject({ status: 409, code: "ERR_TICKET_CLOSED" });
    desk.put(ana, id, { status: "open" });
    expect(pinned(ana)).toEqual([]);
  });

  test("the eleventh pin is rejected; a ticket that is no longer visible does not count", () => {
    const ids = Array.from({ length: 11 }, () => desk.waiting(desk.sales).id);
    for (const id of ids.slice(0, 10)) pinTicket(ana, id);
    expect(refusal(() => pinTicket(ana, ids[10] ?? 0))).toMatchObject({
      status: 409,
      code: "ERR_LIMIT_REACHED",
      details: { resource: "pins", limit: 10 },
    });
    desk.put(desk.admin(), ids[0] ?? 0, { queueId: desk.support });
    expect(pinned(ana)).not.toContain(ids[0]);
    pinTicket(ana, ids[10] ?? 0);
    expect(pinned(ana)).toHaveLength(10);
  });

  test("pinning a ticket of another queue gets 404; pinning in a support session gets 403", () => {
    const { id } = desk.waiting(desk.support);
    expect(refusal(() => pinTicket(ana, id))).toMatchObject({ status: 404, code: "ERR_NO_TICKET_FOUND" });
    const admin = desk.admin();
    const support = { ...admin, actor: { ...admin.actor, supportUntil: 1 } } as UserCtx;
    expect(refusal(() => pinTicket(support, id))).toMatchObject({ status: 403, code: "ERR_NO_PERMISSION" });
  });

  test("a deleted user leaves no pins", async () => {
    pinTicket(ana, desk.waiting(desk.sales).id);
    await deleteUser(desk.admin(), ana.actor.id);
    expect(all(desk.tenant.db, "SELECT * FROM ticket_pin")).toEqual([]);
  });
});
