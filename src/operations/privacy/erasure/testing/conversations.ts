import { matchKey } from "#people/contacts/index.ts";
import { at, connection, fileOf, LID, messageOf, NUMBER, person, put, type Tables, WORDS } from "./person.ts";

const RULE = {
  ...{ name: "Regra", event: "message_received", actions: "[]", position: 1, once_per: "event" },
  ...{ created_at: 1, updated_at: 1 },
};

/** Tables of conversations with a person, and their inbox and outbox. */
export const CONVERSATIONS: Tables = {
  ticket: () => undefined,
  ticket_note: ({ ticket }) =>
    void put("ticket_note", { ticket_id: ticket, contact_id: person, note: WORDS, created_at: 1 }),
  draft: ({ ticket }) =>
    void put("draft", {
      user_id: 1,
      ticket_id: ticket,
      mode: "message",
      body: WORDS,
      version: 1,
      updated_at: 1,
    }),
  reminder: ({ ticket }) => void put("reminder", { user_id: 1, ticket_id: ticket, at: 1, note: WORDS }),
  ticket_referral: ({ ticket }) => {
    const words = { source_url: WORDS, headline: WORDS, body: WORDS, click_id: WORDS };
    put("ticket_referral", {
      ticket_id: ticket,
      network: "whatsapp",
      source_type: "ad",
      source_id: "1",
      at: 1,
      ...words,
    });
  },
  rule_run: ({ ticket }) => {
    const rule_id = put("rule", RULE);
    put("rule_run", {
      ...{ rule_id, event_key: "m1", ticket_id: ticket, contact_id: person, at: 1, outcome: "failed" },
      conditions: `[{"found":"${WORDS}"}]`,
    });
  },
  rule_event: ({ ticket }) =>
    void put("rule_event", { event: "rated", event_key: "r1", ticket_id: ticket, contact_id: person, at: 1 }),
  rule_text: ({ ticket }) =>
    void put("rule_text", { rule_id: put("rule", RULE), ticket_id: ticket, action: "{}", due_at: 1 }),
  rule_message: ({ message }) =>
    void put("rule_message", { message_id: message, rule_id: 1, rule_name: "Regra" }),
  message_star: ({ message }) => void put("message_star", { user_id: 1, message_id: message, at: 1 }),
  message_link: ({ message }) =>
    void put("message_link", {
      message_id: message,
      url: `https://x.com.br/${WORDS}`,
      title: WORDS,
      text: WORDS,
    }),
  message_translation: ({ message }) =>
    void put("message_translation", { message_id: message, language: "pt", body: WORDS, at: 1 }),
  message_receipt: ({ groupTicket, group }) => {
    const message_id = messageOf({ ticket_id: groupTicket, contact_id: group, from_me: 1, body: "Bom dia" });
    put("message_receipt", { message_id, contact_id: person, delivered_at: 1, read_at: 2 });
  },
  ticket_event: ({ ticket }) =>
    void put("ticket_event", { ticket_id: ticket, at: 1, kind: "x", to_state: `{"a":"${WORDS}"}` }),
  ticket_participant: ({ ticket }) =>
    void put("ticket_participant", { ticket_id: ticket, user_id: 1, via: "invited", added_at: 1 }),
  bulk_item: ({ ticket }) => {
    const run = { user_id: 1, request_id: "r", actions: "[]", total: 1, state: "done", created_at: 1 };
    put("bulk_item", { run_id: put("bulk_run", run), ticket_id: ticket });
  },
  macro_run: ({ ticket }) =>
    void put("macro_run", {
      run_id: "r",
      macro_id: 1,
      macro_name: "Orçamento",
      ticket_id: ticket,
      user_id: 1,
      at: 1,
    }),
  follow_up_run: ({ ticket }) => {
    const run = { ticket_id: ticket, connection_id: connection, name: "x", only_in_hours: 0, started_at: 1 };
    put("follow_up_run", { ...run, steps: `[{"text":"${WORDS}"}]`, ending: "{}", state: "ended" });
  },
  follow_up_step: ({ ticket, message }) => {
    const run = { ticket_id: ticket, connection_id: connection, name: "x", only_in_hours: 0, started_at: 1 };
    const run_id = put("follow_up_run", { ...run, steps: "[]", ending: "{}", state: "ended" });
    put("follow_up_step", { run_id, step: 0, connection_id: connection, message_id: message, queued_at: 1 });
  },
  notification: ({ ticket }) =>
    void put("notification", { user_id: 1, kind: "mention", ticket_id: ticket, created_at: 1 }),
  ticket_tag: () => undefined,
  ticket_pin: ({ ticket }) => void put("ticket_pin", { user_id: 1, ticket_id: ticket, at: 1 }),
  ticket_period: ({ ticket, load }) =>
    void put("ticket_period", {
      id: load,
      ticket_id: ticket,
      connection_id: connection,
      created_at: 1,
      finished_at: 2,
    }),
  attendance_user: ({ load }) => void put("attendance_user", { period_id: load, user_id: 1, started_at: 1 }),
  sla_clock: ({ ticket, load }) => {
    const policy = {
      name: "p",
      position: 1,
      hours: "clock",
      starts_at: "queue",
      created_at: 1,
      updated_at: 1,
    };
    const times = { started_at: 1, target_ms: 1, remaining_ms: 1, counted_from: 1, due_at: 2 };
    const policy_id = put("sla_policy", policy);
    put("sla_clock", { period_id: load, ticket_id: ticket, policy_id, target: "first", ...times });
  },
  user_rating: ({ ticket, load }) =>
    void put("user_rating", {
      period_id: load,
      ticket_id: ticket,
      user_id: 1,
      scale: "three",
      rate: 3,
      comment: WORDS,
      created_at: 1,
    }),
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
  inbound_event: () => {
    const event = { connection_id: connection, kind: "message", received_at: 1, state: "done" };
    put("inbound_event", { ...event, chat_key: `pn:${NUMBER}`, event_key: "1", payload: WORDS });
    put("inbound_event", {
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
  campaign_recipient: ({ campaign }) =>
    void put("campaign_recipient", {
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
};
