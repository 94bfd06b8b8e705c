import { afterEach, beforeEach, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { liftRestriction, openRestriction, type RestrictionKind } from "#channels/connections/index.ts";
import type { Ban } from "#channels/connections/provider.ts";
import { createSchedule } from "#inbox/scheduled-messages/save.ts";
import { schedulesJob } from "#inbox/scheduled-messages/sending/sweep.ts";
import { createCampaign } from "#outreach/campaigns/editing/save.ts";
import { campaignsJob } from "#outreach/campaigns/sending/campaigns-job.ts";
import { addList, insertItem } from "#outreach/contact-lists/index.ts";
import {
  ana,
  beginHolding,
  byApi,
  byBot,
  byHand,
  customer,
  HOUR,
  held,
  inactive,
  MINUTE,
  openSession,
  pass,
  s,
  texts,
} from "./testing.ts";

/** Each kind of restriction is tested with each source of a message; schedules and campaigns use their own features. */
const KINDS: readonly RestrictionKind[] = [
  "reachout_lock",
  "new_chat_cap",
  "temp_ban",
  "locked",
  "banned",
  "account_restricted",
  "limit_reached",
];
type Person = ReturnType<typeof customer>;
const SOURCES: Readonly<Record<string, (person: Person) => Promise<void>>> = {
  ticket: async (person) => void byHand(person, "oi"),
  API: async (person) => void byApi(person, "oi"),
  bot: async (person) => void byBot(person, "oi"),
  async schedule({ contactId }) {
    const sendAt = new Date(s.clock.now()).toISOString();
    createSchedule(ana, { body: "oi, tudo bem?", contactId, sendAt });
    await schedulesJob.run(s.installation);
  },
  async campaign({ name, identities }) {
    writeSetting(s.tenant, "campaignsEnabled", "true");
    const { id } = s.tenant.write((unit) => {
      const list = addList(unit, "Clientes");
      insertItem(unit, list.id, { name, number: identities[0]?.value ?? "", email: "" });
      return list;
    });
    createCampaign(s.admin, {
      ...{ name: "Promoção", message1: "oi", contactListId: id, whatsappId: s.connectionId },
      scheduledAt: new Date(s.clock.now()).toISOString(),
    });
    for (let turn = 0; turn < 5; turn += 1) await campaignsJob.run(s.installation);
  },
};

beforeEach(() => {
  beginHolding();
  s.provider.answers.isEstablished = () => false;
});
afterEach(() => s.close());

const BANS: Readonly<Partial<Record<RestrictionKind, Ban>>> = {
  temp_ban: { reason: 402, code: 101, remainingMs: HOUR, text: "" },
  locked: { reason: 403, code: null, remainingMs: null, text: "" },
  banned: { reason: 406, code: null, remainingMs: null, text: "" },
};

/** The network restricts the number; a restriction of everything also ends the number's session. */
async function restrict(kind: RestrictionKind): Promise<void> {
  const ban = BANS[kind];
  if (!ban) {
    s.tenant.write((unit) => openRestriction(unit, { connectionId: s.connectionId, kind, endsAt: null }));
    return;
  }
  await openSession(inactive);
  const reason = kind === "temp_ban" ? "temp_ban" : "blocked";
  s.provider.say(s.key, { type: "closed", reason, detail: "", ban });
  await s.settle();
}
/** A locked or banned number is linked again. */
async function lift(kind: RestrictionKind): Promise<void> {
  if (kind === "temp_ban") s.provider.open(s.key);
  else if (BANS[kind]) await openSession(inactive);
  else s.tenant.write((unit) => liftRestriction(unit, s.connectionId, kind));
  await s.settle();
}
/** The error shown on the message while it waits. */
const errorOf = (kind: RestrictionKind) =>
  kind === "new_chat_cap" ? "ERR_NEW_CHAT_CAP" : "ERR_NUMBER_RESTRICTED";
const jobs = async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    await campaignsJob.run(s.installation);
    await pass(MINUTE);
  }
};

for (const kind of KINDS)
  for (const [source, write] of Object.entries(SOURCES)) {
    test(`${kind}: a new chat by ${source} waits for the end of the restriction and is sent once`, async () => {
      const person = customer(false);
      await restrict(kind);
      await write(person);
      await pass(5 * MINUTE);
      expect(texts()).toEqual([]);
      // A campaign has a recipient in the state `waiting` instead of a held message.
      expect(held().map(({ by }) => by)).toEqual(source === "campaign" ? [] : [kind]);
      const shown = s.row<{ error: string }>("SELECT send_error AS error FROM message WHERE from_me = 1");
      if (source !== "campaign") expect(shown?.error).toBe(errorOf(kind));
      await lift(kind);
      await jobs();
      expect(new Set(texts()).size).toBe(1);
      expect(new Set(s.provider.sent.map(({ providerId }) => providerId)).size).toBe(1);
    });

    test(`${kind}: a message of ${source} to an established chat is sent${BANS[kind] ? " after it" : ""}`, async () => {
      const person = customer(true);
      await restrict(kind);
      await write(person);
      await s.settle();
      if (BANS[kind]) {
        await pass(5 * MINUTE);
        expect([texts(), held()]).toEqual([[], []]);
        await lift(kind);
        await jobs();
      } else await pass(MINUTE);
      expect(new Set(texts()).size).toBe(1);
      expect(held()).toEqual([]);
    });
  }
