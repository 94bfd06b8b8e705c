import { SessionChanged } from "#channels/connections/events.ts";
import { messageJobs } from "#inbox/messages/jobs.ts";
import { about, joao, maria, type Scene, scene } from "#inbox/messages/testing.ts";
import { schedulesJob } from "#inbox/scheduled-messages/sending/sweep.ts";
import { matchKey } from "#people/contacts/index.ts";
import { run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { testContact, testUser } from "#test/helpers/installation.ts";
import type { ScheduleBody } from "./contract.ts";
import { createSchedule } from "./save.ts";
import type { ScheduledMessage } from "./schema.ts";

/** A company with scheduled messages: the real outbox, a scripted driver and a fixed clock. */
export interface Plans extends Scene {
  readonly ana: UserCtx;
  /** Id of the contact `maria`. */
  readonly mariaId: number;
  /** ISO time, `ms` from now. */
  in(ms: number): string;
  plan(fields?: Partial<ScheduleBody>): number;
  /** Advances the clock, runs the jobs and waits until the sender has sent all due rows. */
  pass(ms: number): Promise<void>;
  /** The network accepts the last dispatched message. */
  accepted(): void;
  online(is: boolean): Promise<void>;
  planned(id: number): ScheduledMessage | undefined;
  sentTexts(): readonly string[];
}

export const HOUR = 60 * 60_000;

export function plans(): Plans {
  const s = scene();
  run(s.tenant.db, "UPDATE connection SET send_interval_ms = 0");
  const ana = testUser(s.tenant, { name: "Ana" });
  const mariaId = testContact(s.tenant, { name: maria.name, number: maria.identities[0]?.value ?? "" });
  run(s.tenant.db, "UPDATE contact_identity SET match_key = ?", matchKey(maria.identities[0]?.value ?? ""));
  const jobs = async () => {
    await schedulesJob.run(s.installation);
    await messageJobs.find(({ name }) => name === "outbox")?.run(s.installation);
    await s.settle();
  };
  const later = (ms: number) => new Date(s.clock.now() + ms).toISOString();
  return {
    ...s,
    ana,
    mariaId,
    in: later,
    plan: (fields = {}) =>
      createSchedule(ana, { body: "Bom dia", contactId: mariaId, sendAt: later(HOUR), ...fields }),
    async pass(ms) {
      s.clock.advance(ms);
      await jobs();
    },
    accepted() {
      const last = s.provider.sent.at(-1);
      const customer = [maria, joao].find(({ identities }) => identities[0]?.address === last?.to) ?? maria;
      s.receive(about(customer, "ack", last?.providerId ?? "", { at: s.clock.now(), ack: 1, error: null }));
    },
    async online(is) {
      const status = is ? "CONNECTED" : "OPENING";
      run(s.tenant.db, "UPDATE connection SET status = ?", status);
      const state = { statusReason: null, qrcode: "", retries: 0, health: "ok" } as const;
      s.tenant.write((unit) =>
        unit.emit(SessionChanged, {
          connectionId: s.connectionId,
          before: { ...state, status: is ? "OPENING" : "CONNECTED" },
          after: { ...state, status },
        }),
      );
      await s.settle();
    },
    planned: (id) =>
      s.row<ScheduledMessage>(
        `SELECT id, status, error, sent_at AS sentAt, send_at AS sendAt, ticket_id AS ticketId, next_id AS nextId,
         contact_id AS contactId, outbox_id AS outboxId FROM scheduled_message WHERE id = ?`,
        id,
      ),
    sentTexts: () =>
      s.provider.sent.map(({ content }) => (content.type === "text" ? content.text : content.type)),
  };
}
