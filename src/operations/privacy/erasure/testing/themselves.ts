import { matchKey } from "#people/contacts/index.ts";
import { one, run } from "#platform/db/database.ts";
import { connection, fileOf, LID, NUMBER, person, put, type Tables, tenant } from "./person.ts";

const ORDER = { position: 1, created_at: 1, updated_at: 1 };

/** Tables about the contact itself, and those of imported files and sheets. */
export const THEMSELVES: Tables = {
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
  field_value: () => {
    const field_id = put("field", { owner: "contact", key: "mae", label: "Mãe", kind: "text", ...ORDER });
    put("field_value", { field_id, contact_id: person, text: "Zulmira mãe", folded: "zulmira mae" });
  },
  message_move: () => void put("message_move", { from_contact_id: person, to_contact_id: 900, moved_at: 1 }),
  ticket_move: () => void put("ticket_move", { from_contact_id: person, ticket_id: 1 }),
  author_move: () => void put("author_move", { from_contact_id: person, message_id: 1 }),
  reconciliation_chat: () =>
    void put("reconciliation_chat", { connection_id: 1, contact_id: person, proven_to: 1 }),
  removed_message: () =>
    void put("removed_message", { connection_id: 1, provider_id: "3A1", contact_id: person, at: 1 }),
  message_gap: ({ message }) => {
    const run = put("reconciliation_run", {
      connection_id: 1,
      cause: "night",
      state: "done",
      due_at: 1,
      most_chats: 1,
      created_at: 1,
    });
    put("message_gap", {
      run_id: run,
      connection_id: 1,
      contact_id: person,
      provider_id: "3A0",
      at: 1,
      found_at: 1,
      message_id: message,
    });
  },
  contact_merge: () => {
    const merge = { loser: `{"name":"Zulmira"}`, moved: "{}", automatic: 0, merged_at: 1 };
    put("contact_merge", { survivor_id: person, merged_contact_id: 900, ...merge });
    // A merge of two steps: into a contact that was itself merged into this one.
    put("contact_merge", { survivor_id: 900, merged_contact_id: 901, ...merge });
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
  first_contact: () =>
    void put("first_contact", {
      connection_id: connection,
      contact_id: person,
      at: 1,
      source: "api",
      text_hash: "zulmira-hash",
    }),
  media_file: async () => {
    const id = await fileOf("zulmira.jpg");
    run(tenant.db, "UPDATE contact SET picture_id = ? WHERE id = ?", id, person);
  },
  contact_import: () => {
    const done = { source: "file", state: "done", created_at: 1 };
    put("contact_import", { ...done, preview: `[["Zulmira","+55 (11) 97654-3210"]]` });
    put("contact_import", { ...done, preview: `[["","ZULMIRA@example.com"]]` });
  },
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
};
