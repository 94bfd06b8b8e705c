import * as v from "valibot";
import { shopOf } from "#automation/chatbot/testing.ts";
import { runNextEvent } from "#automation/rules/after-commit/worker.ts";
import {
  type RuleAnswer,
  RuleBody,
  type RuleEvent,
  type RunAnswer,
  type RunOutcome,
} from "#automation/rules/contract.ts";
import { runsOf } from "#automation/rules/log/runs.ts";
import { presentRule } from "#automation/rules/present.ts";
import { createRule } from "#automation/rules/save.ts";
import { wrote } from "#inbox/messages/testing.ts";
import { type Ticket, ticketById } from "#inbox/tickets/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { testUser } from "#test/helpers/installation.ts";
import type { Talk } from "#test/helpers/talk.ts";

export const MESSAGE = "message_received" as const;
/** A condition on the text of a message. */
export const says = (word: string) => ({
  all: [{ field: "message.text", op: "contains_word", value: word }],
});

interface Wanted {
  readonly event: RuleEvent;
  readonly actions: readonly object[];
  readonly [key: string]: unknown;
}

/** A company with rules, a customer and two queues with a menu. */
export interface RuleShop {
  readonly t: Talk;
  readonly queues: readonly number[];
  readonly admin: UserCtx;
  /** Creates an active rule; throws when the server refuses it. */
  rule(wanted: Wanted): Promise<RuleAnswer>;
  tag(name: string): number;
  /** The customer writes; rules behind the commit run, too. Returns all new messages of the company to the customer. */
  write(text: string): string[];
  /** Runs the rules of stored events. */
  settle(): void;
  newcomer(): void;
  ticket(): Ticket;
  trail(): string[];
  runs(ruleId: number, outcome?: RunOutcome): Promise<RunAnswer[]>;
  tagsOf(ticketId: number): number[];
}

export async function ruleShop(t: Talk): Promise<RuleShop> {
  t.meet();
  const shop = shopOf(t, ["Vendas", "Suporte"]);
  const admin = testUser(t.tenant, { name: "Chefe", profile: "admin" });
  const settle = () => {
    while (runNextEvent(t.tenant)) {}
  };
  const lastMessage = () =>
    one<{ id: number }>(t.tenant.db, "SELECT coalesce(max(id), 0) AS id FROM message")?.id ?? 0;
  return {
    t,
    admin,
    queues: shop.queues,
    settle,
    newcomer: () => shop.newcomer(),
    trail: () => shop.trail(),
    async rule(wanted) {
      const body = v.parse(RuleBody, { name: "Regra", active: true, ...wanted });
      return presentRule(t.tenant, createRule(admin, body));
    },
    tag: (name) =>
      run(
        t.tenant.db,
        "INSERT INTO tag (name, color, created_at, updated_at) VALUES (?, '#ff0000', 0, 0)",
        name,
      ).id,
    write(text) {
      t.app.clock.advance(5000);
      const before = lastMessage();
      t.receive(wrote(t.customer, text, t.app.clock.now()));
      settle();
      return all<{ body: string }>(
        t.tenant.db,
        "SELECT body FROM message WHERE id > ? AND from_me = 1 ORDER BY id",
        before,
      ).map(({ body }) => body);
    },
    ticket: () => {
      const id = one<{ id: number }>(t.tenant.db, "SELECT max(id) AS id FROM ticket")?.id ?? 0;
      return ticketById(t.tenant.db, id) as Ticket;
    },
    async runs(ruleId, outcome) {
      return runsOf(admin, ruleId, outcome, 1).runs;
    },
    tagsOf: (ticketId) =>
      all<{ id: number }>(
        t.tenant.db,
        "SELECT tag_id AS id FROM ticket_tag WHERE ticket_id = ? ORDER BY 1",
        ticketId,
      ).map(({ id }) => id),
  };
}
