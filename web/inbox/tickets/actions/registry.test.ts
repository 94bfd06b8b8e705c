import { describe, expect, test } from "bun:test";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { Person } from "#inbox/tickets/policy.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { HEADER_BUTTONS, HEADER_MENU } from "./registry.ts";
import { offeredActions, type TicketPage } from "./ticket-action.ts";

const ana: Person = { id: 7, profile: "user", queueIds: [1] };
const supervisor: Person = { id: 9, profile: "supervisor", queueIds: [1] };
const admin: Person = { id: 1, profile: "admin", queueIds: [] };

const page: TicketPage = {
  isNarrow: false,
  isDrawerOpen: false,
  openDialog: () => undefined,
  toggleSearch: () => undefined,
  toggleDrawer: () => undefined,
};
const buttons = (user: Person, ticket: TicketAnswer) =>
  offeredActions(HEADER_BUTTONS, user, ticket, page).map(({ id }) => id);

describe("buttons of a ticket", () => {
  test("an open ticket offers return, transfer and at last resolve to its owner and to admins, nothing to a colleague", () => {
    for (const offered of [
      buttons(ana, sampleTicket({ userId: 7 })),
      buttons(admin, sampleTicket({ userId: 8 })),
    ]) {
      expect(offered).toEqual(expect.arrayContaining(["return", "transfer", "resolve"]));
      expect(offered.at(-1)).toBe("resolve");
    }
    expect(buttons(ana, sampleTicket({ userId: 8 }))).toEqual([]);
  });

  test("a waiting ticket offers accept as its last button to people of its queue", () => {
    const waiting = sampleTicket({ status: "pending", userId: null });
    expect(buttons(ana, waiting)).toEqual(["transfer", "resolve", "accept"]);
    expect(buttons(ana, { ...waiting, queueId: 5 })).toEqual([]);
    expect(buttons(admin, { ...waiting, queueId: null, queue: null }).at(-1)).toBe("accept");
  });

  test("a ticket offered to another attendant offers a supervisor transfer and resolve, but not accept", () => {
    const offered = sampleTicket({ status: "pending", userId: null, userDistributed: 8 });
    expect(buttons(supervisor, offered)).toEqual(["transfer", "resolve"]);
    expect(buttons(supervisor, { ...offered, userDistributed: 9 }).at(-1)).toBe("accept");
    expect(buttons(admin, offered).at(-1)).toBe("accept");
  });

  test("a resolved ticket offers reopen to its last owner and to people of its queue", () => {
    const closed = sampleTicket({ status: "closed", userId: 8 });
    expect(buttons(ana, closed)).toEqual(["reopen"]);
    expect(buttons(ana, { ...closed, queueId: 5 })).toEqual([]);
    expect(buttons(ana, { ...closed, queueId: 5, userId: 7 })).toEqual(["reopen"]);
  });

  test("tickets in the same state get the same array of buttons", () => {
    const [first, second] = [1, 2].map((id) =>
      offeredActions(HEADER_BUTTONS, ana, sampleTicket({ id }), page),
    );
    expect(first).toBe(second);
  });
});

describe("the menu of a ticket", () => {
  const menu = (change: Partial<TicketPage>) =>
    offeredActions(HEADER_MENU, ana, sampleTicket({ userId: 8 }), { ...page, ...change }).map(({ id }) => id);

  test("the menu offers to hide the contact while it is shown, and tags where there is no row of tags", () => {
    expect(menu({})).toContain("contact");
    expect(menu({})).not.toContain("tags");
    expect(menu({ isDrawerOpen: true, isNarrow: true })).toEqual(
      expect.arrayContaining(["hideContact", "tags"]),
    );
    expect(menu({ isDrawerOpen: true, isNarrow: true })).not.toContain("contact");
  });
});
