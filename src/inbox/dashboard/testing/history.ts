/** Helpers for tests: random histories of tickets. */
import fc from "fast-check";
import { foldAllChanges } from "#inbox/dashboard/fold.ts";
import { createClosedTicket, createTicket } from "#inbox/tickets/creation/create.ts";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { deleteTicket } from "#inbox/tickets/transitions/delete.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { testConnection } from "#test/helpers/installation.ts";

const MINUTE = 60_000;

/** A company with people, two connections and two tags, and the steps of a random history in it. */
export function busyDesk() {
  const desk = openDesk();
  const queueIds = [desk.sales, desk.support];
  const ana = desk.attendant({ name: "Ana", queueIds });
  const bia = desk.attendant({ name: "Bia", queueIds });
  const chief = desk.admin();
  const second = testConnection(desk.tenant, { name: "Norte", queueIds });
  for (const id of [1, 2])
    run(
      desk.tenant.db,
      "INSERT INTO tag (id, name, color, created_at, updated_at) VALUES (?, ?, '#000', 0, 0)",
      id,
      `Etiqueta ${id}`,
    );
  return { desk, ana, bia, chief, steps: stepsOf(desk, { ana, bia, chief, second }) };
}
export type BusyDesk = ReturnType<typeof busyDesk>;

interface People {
  readonly ana: UserCtx;
  readonly bia: UserCtx;
  readonly chief: UserCtx;
  /** The second connection. */
  readonly second: number;
}

const attempt = (work: () => unknown): void => {
  try {
    work();
  } catch {
    // A rejected step changes nothing.
  }
};

function stepsOf(desk: Desk, { ana, bia, chief, second }: People) {
  const some = (pick: number): number | undefined => {
    const ids = all<{ id: number }>(desk.tenant.db, "SELECT id FROM ticket ORDER BY id");
    return ids.length === 0 ? undefined : ids[pick % ids.length]?.id;
  };
  const put = (by: UserCtx, pick: number, body: Parameters<Desk["put"]>[2]): void => {
    const id = some(pick);
    if (id !== undefined) attempt(() => desk.put(by, id, body));
  };
  return {
    newCustomer: (pick: number) =>
      void desk.writes(desk.contact(), "oi", { connectionId: pick % 3 === 0 ? second : desk.connectionId }),
    knownCustomer(pick: number) {
      const contact = one<{ id: number }>(
        desk.tenant.db,
        "SELECT id FROM contact ORDER BY id LIMIT 1 OFFSET ?",
        pick % 5,
      );
      if (contact) desk.writes(contact.id);
    },
    begun: (pick: number) =>
      void desk.tenant.write((unit) =>
        createTicket(
          unit,
          {
            status: "open",
            contactId: desk.contact(),
            connectionId: desk.connectionId,
            channel: "whatsapp",
            isGroup: pick % 4 === 0,
            queueId: pick % 2 === 0 ? desk.support : null,
            userId: bia.actor.id,
            origin: pick % 5 === 0 ? "phone" : "user",
          },
          bia.actor.id,
        ),
      ),
    imported: () =>
      void desk.tenant.write((unit) =>
        createClosedTicket(unit, {
          contactId: desk.contact(),
          connectionId: desk.connectionId,
          channel: "whatsapp",
          isGroup: false,
          origin: "import",
        }),
      ),
    queue: (pick: number) =>
      put(chief, pick, {
        queueId: pick % 2 === 0 ? desk.sales : desk.support,
        userId: null,
        status: "pending",
      }),
    accept(pick: number) {
      const by = pick % 2 === 0 ? ana : bia;
      put(by, pick, { status: "open", userId: by.actor.id });
    },
    answer(pick: number) {
      const id = some(pick);
      if (id !== undefined) desk.answers(id, { userId: ana.actor.id });
    },
    returnToQueue: (pick: number) => put(chief, pick, { status: "pending", userId: null }),
    handOver: (pick: number) =>
      put(chief, pick, { userId: pick % 2 === 0 ? ana.actor.id : bia.actor.id, queueId: desk.support }),
    otherConnection: (pick: number) => put(chief, pick, { queueId: desk.sales, whatsappId: second }),
    close: (pick: number) => put(chief, pick, { status: "closed" }),
    reopen: (pick: number) => put(chief, pick, { status: "open", userId: chief.actor.id }),
    rate(pick: number) {
      const row = one<{ id: number; ticket_id: number; user_id: number }>(
        desk.tenant.db,
        `SELECT r.id, r.ticket_id, r.user_id FROM ticket_period r WHERE r.finished_at IS NOT NULL AND r.user_id IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM user_rating g WHERE g.period_id = r.id) ORDER BY r.id LIMIT 1`,
      );
      if (row)
        run(
          desk.tenant.db,
          "INSERT INTO user_rating (period_id, ticket_id, user_id, scale, rate, created_at) VALUES (?, ?, ?, ?, ?, ?)",
          row.id,
          row.ticket_id,
          row.user_id,
          (["three", "five", "nps"] as const)[pick % 3] ?? "three",
          (pick % 3) + 1,
          desk.app.clock.now(),
        );
    },
    tag(pick: number) {
      const id = some(pick);
      if (id !== undefined)
        run(desk.tenant.db, "INSERT OR IGNORE INTO ticket_tag VALUES (?, ?)", id, (pick % 2) + 1);
    },
    remove(pick: number) {
      const id = some(pick);
      // Deletion of a short conversation is complete when the call returns; a rejected deletion changes nothing.
      if (id !== undefined) void deleteTicket(chief, id).catch(() => undefined);
    },
    wait: (pick: number) => desk.app.clock.advance((pick + 1) * 7 * MINUTE),
    fold: () => foldAllChanges(desk.tenant),
    waitLong: (pick: number) => desk.app.clock.advance((pick + 1) * 173 * MINUTE),
  } as const;
}

/** One step of a random history; the product rejects impossible steps, which then change nothing. */
export type Step = readonly [name: keyof ReturnType<typeof stepsOf>, pick: number];
const NAMES: readonly Step[0][] = [
  "newCustomer",
  "knownCustomer",
  "begun",
  "imported",
  "queue",
  "accept",
  "answer",
  "returnToQueue",
  "handOver",
  "otherConnection",
  "close",
  "reopen",
  "rate",
  "tag",
  "remove",
  "wait",
  "fold",
  "waitLong",
];

export const history = fc.array(
  fc.tuple(fc.constantFrom(...NAMES), fc.nat({ max: 40 })) as fc.Arbitrary<Step>,
  { minLength: 5, maxLength: 60 },
);
