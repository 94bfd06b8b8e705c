import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { matchKey } from "#contacts/index.ts";
import { one, run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Somebody whose every trace can be found again by its bytes. */
export const NUMBER = "5511976543210";
export const LID = "99887766554433";
export const NEEDLES = ["76543210", LID, "zulmira"] as const;
export const WORDS = "Zulmira pediu o contrato";

let tenant: Tenant;
let connection: number;
let person: number;
/** Whose company, connection and person are filled in from now on. */
export function about(where: Tenant, through: number, whom: number): void {
  tenant = where;
  connection = through;
  person = whom;
}

export const put = (table: string, row: Readonly<Record<string, string | number | null>>): number =>
  run(
    tenant.db,
    `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${Object.keys(row)
      .map(() => "?")
      .join(", ")})`,
    ...Object.values(row),
  ).id;

export interface World {
  readonly ticket: number;
  readonly group: number;
  readonly groupTicket: number;
  readonly file: number;
  readonly message: number;
  readonly integration: number;
  readonly campaign: number;
  readonly list: number;
  readonly load: number;
}
export const at = { created_at: 1, updated_at: 1 };
let made = 0;
export const ticketOf = (contact: number, isGroup = 0) => {
  made += 1;
  const names = { uuid: `u${made}`, protocol: `p${made}` };
  return put("ticket", {
    ...names,
    status: "closed",
    contact_id: contact,
    connection_id: connection,
    is_group: isGroup,
    last_message: WORDS,
    ...at,
  });
};
export const fileOf = async (name: string) => {
  made += 1;
  const path = `f${made}.bin`;
  await mkdir(tenant.mediaDirectory, { recursive: true });
  await Bun.write(join(tenant.mediaDirectory, path), `${WORDS} ${NUMBER}`);
  return put("media_file", { path, name, size: 30, created_at: 1 });
};
export const messageOf = (row: Readonly<Record<string, string | number | null>>) =>
  put("message", { connection_id: connection, body: WORDS, from_me: 0, origin: "contact", ...at, ...row });

/**
 * Every table that can tell of a person, with how the person comes into it. A table that is new must be written here
 * (and be erased), or below, with why it tells of nobody.
 */
export const ABOUT_PEOPLE: Readonly<Record<string, (world: World) => void | Promise<void>>> = {
  contact: () => void run(tenant.db, "UPDATE contact SET email = 'zulmira@example.com' WHERE id = ?", person),
  contact_identity: () =>
    void put("contact_identity", {
      contact_id: person,
      kind: "lid",
      value: LID,
      match_key: LID,
      address: `${LID}@lid`,
    }),
  contact_extra: () => void put("contact_extra", { contact_id: person, name: "Mãe", value: "Zulmira mãe" }),
  contact_merge: () => {
    const merge = { loser: `{"name":"Zulmira"}`, moved: "{}", automatic: 0, merged_at: 1 };
    put("contact_merge", { survivor_id: person, loser_id: 900, ...merge });
    // Somebody who became a part of somebody who became a part of them.
    put("contact_merge", { survivor_id: 900, loser_id: 901, ...merge });
  },
  number_check: () =>
    void put("number_check", {
      match_key: matchKey(NUMBER),
      found: 1,
      identities: NUMBER,
      checked_at: 1,
    }),
  group_member: ({ group }) => void put("group_member", { group_id: group, contact_id: person }),
  lead: () => void run(tenant.db, "INSERT OR IGNORE INTO lead VALUES (?, 1)", person),
  consent: () =>
    void put("consent", { contact_id: person, connection_id: connection, version: 1, told_at: 1 }),
  media_file: async () => {
    const id = await fileOf("zulmira.jpg");
    run(tenant.db, "UPDATE contact SET picture_id = ? WHERE id = ?", id, person);
  },
  ticket: () => undefined,
  ticket_note: ({ ticket }) =>
    void put("ticket_note", { ticket_id: ticket, contact_id: person, note: WORDS, created_at: 1 }),
  ticket_event: ({ ticket }) =>
    void put("ticket_event", { ticket_id: ticket, at: 1, kind: "x", to_state: `{"a":"${WORDS}"}` }),
  ticket_tag: () => undefined,
  ticket_tracking: ({ ticket, load }) =>
    void put("ticket_tracking", {
      id: load,
      ticket_id: ticket,
      connection_id: connection,
      created_at: 1,
      finished_at: 2,
    }),
  user_rating: ({ ticket, load }) =>
    void put("user_rating", { tracking_id: load, ticket_id: ticket, user_id: 1, rate: 3, created_at: 1 }),
  distribution_offer: ({ ticket }) =>
    void put("distribution_offer", { ticket_id: ticket, user_id: 1, offered_at: 1 }),
  message: async ({ groupTicket, group }) => {
    messageOf({
      ticket_id: groupTicket,
      contact_id: group,
      participant_id: person,
      transcript: WORDS,
      media_id: await fileOf("zulmira-grupo.pdf"),
    });
  },
  outbox: () =>
    void put("outbox", {
      connection_id: connection,
      contact_id: person,
      source: "call",
      source_key: `${NUMBER}:1`,
      payload: `{"text":"${WORDS}"}`,
      next_try_at: 1,
      created_at: 1,
    }),
  raw_event: () => {
    const event = { connection_id: connection, kind: "message", received_at: 1, state: "done" };
    put("raw_event", { ...event, chat_key: `pn:${NUMBER}`, event_key: "1", payload: WORDS });
    put("raw_event", {
      ...event,
      chat_key: "group:1",
      event_key: "2",
      payload: `{"from":"${LID}","t":"${WORDS}"}`,
    });
  },
  scheduled_message: async () => {
    put("scheduled_message", {
      body: WORDS,
      contact_id: person,
      send_at: 9e12,
      user_id: 1,
      series_start: "2026-01-01 00:00:00",
      media_id: await fileOf("zulmira-agendada.pdf"),
      ...at,
    });
  },
  shipping: ({ campaign }) =>
    void put("shipping", {
      campaign_id: campaign,
      position: 1,
      contact_key: NUMBER,
      contact_id: person,
      number: NUMBER,
      name: "Zulmira",
      email: "zulmira@example.com",
      search: `zulmira ${NUMBER}`,
    }),
  contact_list_item: ({ list }) =>
    void put("contact_list_item", {
      contact_list_id: list,
      name: "Zulmira",
      number: NUMBER,
      match_key: matchKey(NUMBER),
      search: `zulmira ${NUMBER}`,
      ...at,
    }),
  integration_delivery: ({ ticket, integration }) => {
    const delivery = {
      uuid: "d",
      integration_id: integration,
      event: "message",
      lane: "x",
      body: `{"number":"${NUMBER}","text":"${WORDS}"}`,
      state: "done",
      next_try_at: 1,
      began_at: 1,
      created_at: 1,
    };
    put("integration_delivery", { ...delivery, ticket_id: ticket });
    put("integration_delivery", { ...delivery, uuid: "e", ticket_id: null });
  },
  integration_session: ({ ticket, integration }) =>
    void put("integration_session", {
      ticket_id: ticket,
      integration_id: integration,
      nonce: "n",
      memory: `{"name":"Zulmira"}`,
      created_at: 1,
    }),
  ai_turn: ({ ticket, message }) =>
    void put("ai_turn", {
      kind: "answer",
      ticket_id: ticket,
      message_id: message,
      due_at: 1,
      created_at: 1,
      result: WORDS,
    }),
  ai_run: ({ ticket }) =>
    void put("ai_run", {
      purpose: "answer",
      ticket_id: ticket,
      model: "m",
      result: "answered",
      at: 1,
      trace: WORDS,
    }),
  api_call: () =>
    void put("api_call", {
      connection_id: connection,
      key: "k",
      hash: "h",
      answer: `{"number":"${NUMBER}","n":"Zulmira"}`,
      created_at: 1,
    }),
  api_closing: ({ ticket, message }) => void put("api_closing", { message_id: message, ticket_id: ticket }),
  billing_lookup: ({ ticket, integration }) =>
    void put("billing_lookup", {
      integration_id: integration,
      ticket_id: ticket,
      system: "ixc",
      action: "customer",
      document_hash: "zulmira-hash",
      result: "ok",
      created_at: 1,
    }),
  trust_unblock: ({ ticket }) =>
    void put("trust_unblock", {
      system: "ixc",
      contract: "zulmira-1",
      day: "2026-01-01",
      state: "sent",
      ticket_id: ticket,
      created_at: 1,
    }),
  contact_import: () =>
    void put("contact_import", {
      source: "file",
      state: "done",
      preview: `[["Zulmira","+55 (11) 97654-3210"]]`,
      created_at: 1,
    }),
  contact_import_problem: () => {
    const { id } = one<{ id: number }>(tenant.db, "SELECT max(id) AS id FROM contact_import") ?? { id: 0 };
    put("contact_import_problem", {
      import_id: id,
      row: 1,
      reason: "x",
      cells: `["Zulmira","+55 (11) 97654-3210"]`,
    });
    put("contact_import_problem", {
      import_id: id,
      row: 2,
      reason: "x",
      cells: `["","ZULMIRA@example.com"]`,
    });
  },
  // Filled by triggers, emptied with what they are made of.
  contact_search: () => undefined,
  message_search: () => undefined,
};
