import { connection, NUMBER, person, put, type Tables, WORDS } from "./person.ts";

/** Tables of data sent to models, outside systems and programs. */
export const OTHERS: Tables = {
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
  ai_run: ({ ticket }) => {
    const answered = { model: "m", result: "answered", at: 1 };
    put("ai_run", { ...answered, purpose: "answer", ticket_id: ticket, trace: WORDS });
    // A run of the test bench with text of the person, without a ticket.
    put("ai_run", { ...answered, purpose: "bench", ticket_id: null, trace: `${NUMBER}: ${WORDS}` });
  },
  api_call: () =>
    void put("api_call", {
      connection_id: connection,
      key: "k",
      hash: "h",
      answer: `{"number":"${NUMBER}","n":"Zulmira"}`,
      created_at: 1,
    }),
  api_closing: ({ ticket, message }) => void put("api_closing", { message_id: message, ticket_id: ticket }),
  // An erasure keeps the price for the books and removes the reference to the person.
  message_cost: ({ ticket, message }) =>
    void put("message_cost", {
      ...{ message_id: message, connection_id: connection, ticket_id: ticket, contact_id: person },
      ...{ origin: "user", market: "Brazil", category: "service", billable: 1, state: "told" },
      ...{ scope: "1", day: "2026-11-20", at: 1 },
    }),
  read_receipt: ({ message }) =>
    void put("read_receipt", { message_id: message, connection_id: 1, read_at: 1, next_try_at: 1 }),
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
};
