import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { PromptExistsPort } from "#accounts/queues/index.ts";
import { TicketAccepted, TicketQueued } from "#inbox/tickets/events.ts";
import { runningTracking } from "#inbox/tickets/history/tracking.ts";
import { listNotes } from "#inbox/tickets/notes-and-tags/notes.ts";
import { type Desk, openDesk, refusal } from "#inbox/tickets/testing.ts";
import { run } from "#platform/db/database.ts";

const MINUTE = 60_000;
let desk: Desk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.close());
const accept = (by: ReturnType<Desk["attendant"]>, id: number) =>
  desk.put(by, id, { status: "open", userId: by.actor.id });

describe("accepting", () => {
  test("the first accept of a ticket succeeds; the second gets 409 with the attendant's name", () => {
    const [ana, bia] = [desk.attendant({ name: "Ana" }), desk.attendant({ name: "Bia" })];
    const { id } = desk.waiting(desk.sales);
    expect(accept(ana, id)).toMatchObject({
      status: "open",
      userId: ana.actor.id,
      user: { name: "Ana" },
      unreadMessages: 0,
    });
    for (const body of [{ status: "open" as const }, { status: "open" as const, userId: bia.actor.id }])
      expect(refusal(() => desk.put(bia, id, body))).toMatchObject({
        status: 409,
        code: "ERR_TICKET_ALREADY_ACCEPTED",
        details: { userId: ana.actor.id, user: { name: "Ana" }, queue: { name: "Vendas" } },
      });
    expect(accept(ana, id).userId).toBe(ana.actor.id);
  });

  test("an accept starts the attendance and ends every bot", () => {
    const ana = desk.attendant();
    const { id } = desk.waiting(desk.sales);
    run(
      desk.tenant.db,
      "UPDATE ticket SET chatbot = 1, use_integration = 1, prompt_id = 3, queue_option_id = 4",
    );
    desk.app.clock.advance(MINUTE);
    accept(ana, id);
    expect(desk.ticket(id)).toMatchObject({
      chatbot: false,
      useIntegration: false,
      promptId: null,
      queueOptionId: null,
    });
    expect(runningTracking(desk.tenant.db, id)).toMatchObject({
      startedAt: desk.app.clock.now(),
      userId: ana.actor.id,
    });
  });

  test("an accept keeps the time since which the customer waits", () => {
    const ana = desk.attendant();
    const before = desk.waiting(desk.sales);
    accept(ana, before.id);
    expect(desk.ticket(before.id).waitingSince).toBe(before.waitingSince);
  });

  test("an accept by users of other queues gets 404", () => {
    const { id } = desk.waiting(desk.support);
    expect(refusal(() => accept(desk.attendant(), id))).toMatchObject({
      status: 404,
      code: "ERR_NO_TICKET_FOUND",
    });
    expect(desk.ticket(id).status).toBe("pending");
  });

  test("a ticket without queue is accepted by admins only, who may set its queue", () => {
    const { id } = desk.waiting(null);
    expect(refusal(() => accept(desk.attendant(), id))).toMatchObject({
      status: 403,
      code: "ERR_NO_PERMISSION",
    });
    const admin = desk.admin();
    const unknown = { status: "open" as const, userId: admin.actor.id, queueId: 99 };
    expect(refusal(() => desk.put(admin, id, unknown)).code).toBe("ERR_NO_QUEUE_FOUND");
    expect(desk.put(admin, id, { ...unknown, queueId: desk.sales }).queue?.name).toBe("Vendas");
  });

  test("an offered ticket is accepted by its candidate or an admin", () => {
    const [ana, bia] = [desk.attendant({ name: "Ana" }), desk.attendant({ name: "Bia" })];
    const supervisor = desk.attendant({ profile: "supervisor" });
    const { id } = desk.waiting(desk.sales);
    desk.distribute(id, ana.actor.id);
    expect(refusal(() => accept(bia, id)).code).toBe("ERR_NO_TICKET_FOUND");
    expect(refusal(() => accept(supervisor, id)).details).toMatchObject({ user: { name: "Ana" } });
    expect(accept(ana, id)).toMatchObject({ status: "open", userDistributed: null });
    const other = desk.waiting(desk.sales);
    desk.distribute(other.id, ana.actor.id);
    expect(accept(desk.admin(), other.id).status).toBe("open");
  });
});

describe("the greeting on accepting", () => {
  const greetings = () => {
    const heard: boolean[] = [];
    desk.app.installation.bus.within(TicketAccepted, (_unit, { greet }) => void heard.push(greet));
    return heard;
  };
  const round = (ana: ReturnType<Desk["attendant"]>, id: number) => {
    accept(ana, id);
    desk.put(ana, id, { status: "pending" });
  };

  test("the greeting on accepting is sent once an hour for the same attendant and contact", () => {
    desk.set("sendGreetingAccepted", "enabled");
    const heard = greetings();
    const [ana, bia] = [desk.attendant(), desk.attendant()];
    const { id } = desk.waiting(desk.sales);
    round(ana, id);
    desk.app.clock.advance(60 * MINUTE - 1);
    round(ana, id);
    round(bia, id);
    desk.app.clock.advance(60 * MINUTE);
    round(ana, id);
    expect(heard).toEqual([true, false, true, true]);
  });

  test("the greeting on accepting is not sent with the setting off, nor in groups", () => {
    const heard = greetings();
    const ana = desk.attendant();
    accept(ana, desk.waiting(desk.sales).id);
    desk.set("sendGreetingAccepted", "enabled");
    const group = desk.waiting(desk.sales);
    run(desk.tenant.db, "UPDATE ticket SET is_group = 1 WHERE id = ?", group.id);
    accept(ana, group.id);
    expect(heard).toEqual([false, false]);
  });
});

describe("returning", () => {
  test("a returned ticket waits in its queue and is offered to other users first", () => {
    const skipped: (number | null)[] = [];
    desk.app.installation.bus.within(TicketQueued, (_unit, { skipUserId }) => void skipped.push(skipUserId));
    const ana = desk.attendant();
    const { id } = desk.attended(ana, desk.sales);
    desk.app.clock.advance(MINUTE);
    expect(desk.put(ana, id, { status: "pending", userId: null })).toMatchObject({
      status: "pending",
      userId: null,
      queueId: desk.sales,
    });
    expect(runningTracking(desk.tenant.db, id)).toMatchObject({
      queuedAt: desk.app.clock.now(),
      startedAt: null,
    });
    expect(skipped).toEqual([ana.actor.id]);
  });

  test("a ticket can be returned by its owner, supervisors of the queue and admins", () => {
    const ana = desk.attendant();
    const { id } = desk.attended(ana, desk.sales);
    expect(refusal(() => desk.put(desk.attendant(), id, { status: "pending" })).code).toBe(
      "ERR_NO_PERMISSION",
    );
    expect(desk.put(desk.attendant({ profile: "supervisor" }), id, { status: "pending" }).status).toBe(
      "pending",
    );
    accept(ana, id);
    expect(desk.put(desk.admin(), id, { status: "pending" }).status).toBe("pending");
  });

  test("the reason of a return is stored as a note of the caller", () => {
    const ana = desk.attendant();
    const { id } = desk.attended(ana, desk.sales);
    desk.put(ana, id, { status: "pending", userId: null, queueId: desk.sales, reason: " acabou meu turno " });
    expect(listNotes(ana, id)).toMatchObject([{ note: "acabou meu turno", user: { id: ana.actor.id } }]);
  });

  test("a return of a waiting ticket changes nothing, not even its position in the list", () => {
    const before = desk.waiting(desk.sales);
    desk.app.clock.advance(MINUTE);
    desk.put(desk.attendant(), before.id, { status: "pending" });
    expect(desk.ticket(before.id)).toEqual(before);
  });
});

describe("switching the bot", () => {
  test("switching the bot changes only the sent fields and is allowed to the owner and admins", () => {
    const ana = desk.attendant();
    const { id } = desk.attended(ana, desk.sales);
    run(desk.tenant.db, "UPDATE ticket SET prompt_id = 5 WHERE id = ?", id);
    expect(desk.put(ana, id, { useIntegration: true })).toMatchObject({ useIntegration: true, promptId: 5 });
    expect(desk.put(desk.admin(), id, { promptId: null })).toMatchObject({
      useIntegration: true,
      promptId: null,
    });
    expect(refusal(() => desk.put(desk.attendant(), id, { chatbot: true })).code).toBe("ERR_NO_PERMISSION");
    desk.app.installation.ports.plug(PromptExistsPort, () => false);
    expect(refusal(() => desk.put(ana, id, { promptId: 4711 })).code).toBe("ERR_NOT_FOUND");
  });
});
