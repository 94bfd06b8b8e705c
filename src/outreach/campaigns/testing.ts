import { writeSetting } from "#accounts/settings/index.ts";
import type { OutgoingMessage } from "#channels/connections/index.ts";
import { storeEvents } from "#inbox/messages/inbox/store.ts";
import { processSlice } from "#inbox/messages/inbox/worker.ts";
import { messageJobs } from "#inbox/messages/jobs.ts";
import { about, phone, type Scene, scene } from "#inbox/messages/testing.ts";
import { addList } from "#outreach/contact-lists/index.ts";
import { matchKey, NumberCheckPort } from "#people/contacts/index.ts";
import { run } from "#platform/db/database.ts";
import type { CampaignBody } from "./contract.ts";
import { createCampaign } from "./editing/save.ts";
import type { Campaign, CampaignRecipient, CampaignStatus } from "./schema.ts";
import { campaignsJob } from "./sending/campaigns-job.ts";
import { PaceRandomPort } from "./sending/send-next.ts";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A message that a phone received, and when. */
interface Arrival {
  readonly at: number;
  readonly to: string;
  readonly text: string;
  readonly providerId: string;
}

/** A test company with campaigns: the real outbox, a network that accepts every message, a fake clock. */
export interface Office extends Scene {
  /** Random part of the waits; 0.5 = exactly the configured interval. */
  random: () => number;
  /** The error with which the network rejects a message; null = accepted. */
  refusal: (arrival: Arrival) => string | null;
  /** Whether the network is reachable. */
  line: boolean;
  readonly arrivals: Arrival[];
  /** Creates a contact list of this size; returns its id. */
  list(size: number, valid?: (n: number) => boolean | null): number;
  numberOf(n: number): string;
  /** Creates a campaign to `size` people that starts now, unless `fields` change that; returns its id. */
  campaign(size: number, fields?: Partial<CampaignBody>): number;
  /** Advances the clock to each due time within `ms`; the network answers meanwhile. */
  pass(ms: number): Promise<void>;
  /** Advances the clock until the campaign has finished, at most `ms`. */
  finish(id: number, ms?: number): Promise<void>;
  status(id: number): CampaignStatus;
  row2(id: number): Campaign;
  recipients(id: number): CampaignRecipient[];
  states(id: number): Record<string, number>;
}

export function office(): Office {
  const s = scene();
  const { tenant, clock, installation } = s;
  writeSetting(tenant, "campaignsEnabled", "true");
  writeSetting(tenant, "campaignDailyCap", "0");
  run(tenant.db, "UPDATE connection SET send_interval_ms = 0, new_chats_per_day = 0");
  // Without fsync, because there are thousands of commits; crashes are tested elsewhere.
  for (const { $client } of [tenant.db, installation.system]) $client.pragma("synchronous = OFF");
  installation.ports.plug(NumberCheckPort, {
    check: async (_tenant, _connectionId, number) => ({ exists: true, identities: [phone(number)] }),
  });
  const written: OutgoingMessage[] = [];
  s.provider.answers.send = (message) => {
    if (!o.line) return { state: "retry", detail: "no line" };
    written.push(message);
    return { state: "written" };
  };
  let lists = 0;
  const arrivals: Arrival[] = [];
  const o = {
    ...s,
    random: () => 0.5,
    refusal: () => null,
    line: true,
    arrivals,
    numberOf: (n: number) => `55119${String(80_000_000 + n)}`,
    list(size: number, valid: (n: number) => boolean | null = () => true) {
      lists += 1;
      return tenant.write((unit) => {
        const { id } = addList(unit, `Lista ${lists}`);
        for (let n = 0; n < size; n += 1) {
          const number = o.numberOf(n);
          const ok = valid(n);
          run(
            unit.db,
            `INSERT INTO contact_list_item (contact_list_id, name, number, match_key, email, is_whatsapp_valid, search,
              created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, '', 0, 0)`,
            ...[id, `Pessoa ${n}`, number, matchKey(number), `p${n}@example.com`],
            ok === null ? null : ok ? 1 : 0,
          );
          run(
            unit.db,
            "INSERT OR IGNORE INTO number_check (match_key, found, identities, checked_at) VALUES (?, 1, ?, ?)",
            ...[matchKey(number), JSON.stringify([phone(number)]), unit.now],
          );
        }
        return id;
      });
    },
    campaign: (size: number, fields: Partial<CampaignBody> = {}) =>
      createCampaign(s.admin, {
        name: "Promoção",
        message1: "Olá {nome}",
        contactListId: fields.contactListId === undefined ? o.list(size) : fields.contactListId,
        whatsappId: s.connectionId,
        scheduledAt: new Date(clock.now()).toISOString(),
        ...fields,
      }),
    async pass(ms: number) {
      const until = clock.now() + ms;
      await jobs();
      while (clock.now() < until) {
        clock.advance(Math.min(nextStep(), until - clock.now()));
        await jobs();
      }
    },
    async finish(id: number, ms = 90 * DAY) {
      const until = clock.now() + ms;
      await jobs();
      while (o.status(id) !== "finished" && clock.now() < until) {
        clock.advance(Math.min(nextStep(), until - clock.now()));
        await jobs();
      }
    },
    status: (id: number) => o.row2(id).status,
    row2: (id: number) =>
      s.row<Campaign>(
        `SELECT id, name, status, scheduled_at AS scheduledAt, started_at AS startedAt, completed_at AS completedAt,
         paused_at AS pausedAt, pause_reason AS pauseReason, contact_list_id AS contactListId,
         connection_id AS connectionId, freeze_phase AS freezePhase FROM campaign WHERE id = ?`,
        id,
      ) as Campaign,
    recipients: (id: number) =>
      s.rows<CampaignRecipient>(
        `SELECT id, position, contact_key AS contactKey, contact_id AS contactId, number, name, variant, state, reason,
         confirmation, delivered_at AS deliveredAt, confirmation_requested_at AS confirmationRequestedAt,
         confirmed_at AS confirmedAt, received_at AS receivedAt, read_at AS readAt, replied_at AS repliedAt
         FROM campaign_recipient WHERE campaign_id = ? ORDER BY position`,
        id,
      ),
    states: (id: number) =>
      Object.fromEntries(
        s
          .rows<{ what: string; n: number }>(
            `SELECT state || coalesce('(' || reason || ')', '') AS what, count(*) AS n FROM campaign_recipient
             WHERE campaign_id = ? GROUP BY what`,
            id,
          )
          .map(({ what, n }) => [what, n]),
      ),
  } as Office;
  installation.ports.plug(PaceRandomPort, () => o.random());

  const outbox = messageJobs.find(({ name }) => name === "outbox");
  const jobs = async () => {
    await campaignsJob.run(installation);
    // Repeats until nothing is being sent: an accepted message may start the next.
    for (;;) {
      await outbox?.run(installation);
      await s.settle();
      if (written.length === 0) break;
      for (const { to, providerId, content } of written.splice(0)) {
        const text = content.type === "text" ? content.text : content.type === "media" ? content.caption : "";
        const arrival = { at: clock.now(), to: to.split("@")[0] ?? "", text, providerId };
        const error = o.refusal(arrival);
        if (error === null) arrivals.push(arrival);
        const person = { name: "", identities: [phone(arrival.to)] };
        const ack = error === null ? 1 : -1;
        const through = s.row<{ id: number }>(
          "SELECT connection_id AS id FROM outbox WHERE provider_id = ?",
          providerId,
        );
        storeEvents(tenant, through?.id ?? s.connectionId, [
          about(person, "ack", providerId, { at: clock.now(), ack, error }),
        ]);
        while (processSlice(tenant)) {}
      }
    }
  };
  /** Time of the next due work, ms. */
  const nextStep = (): number => {
    const now = clock.now();
    const times = s.rows<{ at: number | null }>(
      `SELECT min(next_send_at) AS at FROM campaign_sender WHERE next_send_at > ?1
       UNION ALL SELECT min(next_try_at) FROM outbox WHERE state = 'queued' AND next_try_at > ?1`,
      now,
    );
    const next = Math.min(...times.flatMap(({ at }) => (at === null ? [] : [at])), now + MINUTE);
    return Math.max(1, next - now);
  };
  return o;
}
