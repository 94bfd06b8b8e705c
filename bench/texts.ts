import { type Db, run } from "#platform/db/database.ts";
import type { Size } from "./sizes.ts";

/** What attendants keep for later: 400 quick replies, and a message planned for every fifth contact. */
export function texts(db: Db, size: Size, now: number): void {
  for (let n = 1; n <= 400; n += 1)
    run(
      db,
      "INSERT INTO quick_reply (shortcode, message, shared, user_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
      `resposta${n}`,
      `Resposta número ${n}`,
      n % 2,
      (n % size.users) + 1,
      now,
      now,
    );
  for (let contact = 5; contact <= size.contacts; contact += 5)
    run(
      db,
      `INSERT INTO scheduled_message (body, contact_id, send_at, user_id, status, series_start, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, '2026-01-01 09:00:00', ?, ?)`,
      `Lembrete ${contact}`,
      contact,
      now + (contact % 2 === 0 ? contact : -contact) * 600 * 1000,
      (contact % size.users) + 1,
      contact % 2 === 0 ? "PENDENTE" : "ENVIADA",
      now,
      now,
    );
}
