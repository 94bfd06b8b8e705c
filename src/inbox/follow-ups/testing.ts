import type { FollowUpAnswer } from "#inbox/follow-ups/contract.ts";
import { about } from "#inbox/messages/testing.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { all, one } from "#platform/db/database.ts";
import type { Api, Reply } from "#test/helpers/api.ts";
import { settle } from "#test/helpers/provider.ts";
import { type Talk, talk } from "#test/helpers/talk.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Two texts, a day apart, and nothing at the end. */
export const TWO_STEPS = {
  name: "Orçamento",
  steps: [
    { waitMinutes: 60, text: "Conseguiu ver o orçamento, {{firstName}}?" },
    { waitMinutes: 24 * 60, text: "Posso ajudar em algo?" },
  ],
  ending: { action: "none", waitMinutes: 24 * 60 },
  onlyInHours: false,
};

/** A conversation whose customer has not answered, and follow-ups in it. */
export interface Chase extends Talk {
  /** Calls of Ana, with a current login session. */
  anaNow(): Api;
  create(fields?: object, api?: Api): Promise<FollowUpAnswer>;
  /** Creates a follow-up and starts it in the ticket. */
  begins(fields?: object, body?: object): Promise<Reply<TicketAnswer>>;
  /** Advances the clock, runs the jobs, and lets the network accept what was sent. */
  pass(ms: number): Promise<void>;
  /** Runs the jobs without the network's answer. */
  work(): Promise<void>;
  /** The texts that the network got since the beginning, without the signature of people. */
  sent(): readonly string[];
  run(): { state: string; reason: string | null; step: number; nextAt: number | null } | undefined;
  row<Row>(sql: string): Row | undefined;
  ticket(): Promise<TicketAnswer>;
}

export function chase(): Chase {
  const t = talk();
  const chased = t as Chase;
  const sent = () =>
    t.provider.sent.map(({ content }) => (content.type === "text" ? content.text : content.type));
  const accept = () => {
    const waiting = all<{ id: string }>(
      t.tenant.db,
      "SELECT provider_id AS id FROM message WHERE send_state = 'sending' AND provider_id IS NOT NULL",
    );
    for (const { id } of waiting)
      t.receive(about(t.customer, "ack", id, { at: t.app.clock.now(), ack: 1, error: null }));
  };
  Object.assign(t, {
    anaNow: () => t.app.api(t.ana),
    async create(fields = {}, api = chased.anaNow()) {
      const { status, body } = await api.post("/follow-ups", { ...TWO_STEPS, ...fields });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body;
    },
    async begins(fields = {}, body = {}) {
      const { id } = await chased.create(fields);
      return chased.anaNow().post(`/tickets/${t.ticketId}/follow-up`, { followUpId: id, ...body });
    },
    async work() {
      for (const job of ["follow_ups", "outbox"]) await t.app.app.runJob(job);
      await settle();
    },
    async pass(ms: number) {
      t.app.clock.advance(ms);
      await chased.work();
      accept();
    },
    sent,
    run: () =>
      one(
        t.tenant.db,
        `SELECT state, end_reason AS reason, step, next_at AS nextAt FROM follow_up_run ORDER BY id DESC LIMIT 1`,
      ),
    row: (sql: string) => one(t.tenant.db, sql),
    ticket: async () => (await chased.anaNow().get(`/tickets/${t.ticketId}`)).body,
  } satisfies Partial<Chase>);
  return chased;
}
