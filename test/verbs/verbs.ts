import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { one } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { Reply } from "#test/helpers/api.ts";
import type { Office } from "./office.ts";

export type Random = (below: number) => number;
/** A random command; returns a description of what it did, null when it fits no row. */
export type Verb = (hand: Hand) => Promise<string | null>;

/** Functions with which a verb chooses rows and sends calls. */
export interface Hand {
  readonly office: Office;
  readonly random: Random;
  /** A random item; undefined for an empty list. */
  pick<T>(list: readonly T[]): T | undefined;
  chance(oneIn: number): boolean;
  /** A ticket, and a person who tries something with it. */
  ticket(where?: string): number | undefined;
  person(): UserCtx;
  /** A call of this person; refused ones are expected, failures are not. */
  call(by: UserCtx, method: "post" | "put" | "delete" | "get", path: string, body?: object): Promise<Reply>;
  /** The same, for a verb: its name with the outcome. */
  act(by: UserCtx, method: "post" | "put" | "delete", path: string, body?: object): Promise<string>;
}

export function handOf(office: Office, random: Random): Hand {
  const hand: Hand = {
    office,
    random,
    pick: (list) => list[random(list.length)],
    chance: (oneIn) => random(oneIn) === 0,
    ticket: (where = "1") => hand.pick(office.ids(`SELECT id FROM ticket WHERE ${where} ORDER BY id`)),
    person() {
      const present = office.people.filter((person) => office.now(person));
      return hand.pick(present) ?? office.admin;
    },
    async call(by, method, path, body) {
      const api = office.api(by);
      const reply = method === "get" ? await api.get(path) : await api[method](path, body);
      if (reply.status >= 500 || reply.status === 401)
        throw new Error(
          `${by.actor.name} ${method} ${path} ${JSON.stringify(body)}: ${reply.status} ${JSON.stringify(reply.body)}`,
        );
      return reply;
    },
    async act(by, method, path, body) {
      const { status, body: answer } = await hand.call(by, method, path, body);
      const code = (answer as { error?: string } | null)?.error ?? status;
      const refused = status < 400 ? "" : ` refused ${code}`;
      return `${by.actor.name} ${method} ${path} ${JSON.stringify(body ?? {})}${refused}`;
    },
  };
  return hand;
}

type Row = Pick<TicketAnswer, "status" | "userId" | "queueId" | "contactId">;
export const rowOf = ({ office }: Hand, id: number): Row =>
  one<Row>(
    office.tenant.db,
    "SELECT status, user_id AS userId, queue_id AS queueId, contact_id AS contactId FROM ticket WHERE id = ?",
    id,
  ) as Row;

/** A verb on any ticket, by any person. */
export const onTicket =
  (act: (hand: Hand, id: number, by: UserCtx) => Promise<string | null>, where?: string): Verb =>
  async (hand) => {
    const id = hand.ticket(where);
    if (id === undefined) return null;
    // Half of the commands are sent by a user who probably has the right; otherwise most would be refused.
    const { userId } = rowOf(hand, id);
    const owner = hand.office.people.find(({ actor }) => actor.id === userId);
    const by = hand.chance(2) ? (owner ?? hand.office.admin) : hand.person();
    return act(hand, id, by);
  };
