import { join } from "node:path";
import { loadConfig } from "#config.ts";
import { systemClock } from "#platform/clock.ts";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { type Db, one, run } from "#platform/db/database.ts";
import { createLog } from "#platform/log.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import type { Size } from "./sizes.ts";
import { randomFrom, texts, WORDS } from "./texts.ts";

export const PASSWORD = "bench password";
export const adminEmail = "admin@bench.example";
export const attendantEmail = (n: number): string => `user${n}@bench.example`;

const DAY = 86_400_000;
const MINUTE = 60_000;

/** The installation key every bench runs with. */
export const APP_SECRET = "the key that only the benches know";
const benchConfig = (directory: string) => loadConfig({ DATA_DIR: directory, APP_SECRET });

/** Fills an empty data directory with one company of this size; the same size gives the same rows. */
export async function generate(directory: string, size: Size): Promise<void> {
  const { installation, close } = startInstallation({
    config: benchConfig(directory),
    clock: systemClock,
    log: createLog("silent"),
  });
  const now = systemClock.now();
  run(
    installation.system,
    "INSERT INTO plan (id, name, users, connections, queues, public, created_at, updated_at) VALUES (1, 'Bench', 1000, 1000, 1000, 0, ?, ?)",
    now,
    now,
  );
  const tenant = installation.tenants.create({
    id: 1,
    name: "Bench",
    planId: 1,
    email: "",
    phone: "",
    dueDate: null,
    recurrence: "monthly",
    active: true,
  });
  const { db } = tenant;
  db.$client.pragma("synchronous = OFF");
  const hash = await hashPassword(PASSWORD);
  db.$client.exec("BEGIN");
  people(db, installation.system, size, hash, now);
  conversations(db, size, now);
  texts(db, size, now);
  db.$client.exec("COMMIT");
  db.$client.exec("ANALYZE");
  db.$client.pragma("wal_checkpoint(TRUNCATE)");
  close();
}

function people(db: Db, system: Db, size: Size, hash: string, now: number): void {
  for (let n = 1; n <= size.queues; n += 1) {
    const color = `#${(n * 1_000_003).toString(16).padStart(6, "0").slice(-6)}`;
    run(
      db,
      "INSERT INTO queue (id, name, color, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
      n,
      `Fila ${n}`,
      color,
      now,
      now,
    );
  }
  for (let n = 1; n <= size.users; n += 1) {
    const email = n === 1 ? adminEmail : attendantEmail(n);
    run(
      db,
      `INSERT INTO user (id, name, email, password_hash, profile, super, multi_session, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?)`,
      n,
      `Atendente ${n}`,
      email,
      hash,
      n === 1 ? "admin" : "user",
      n === 1 ? 1 : 0,
      now,
      now,
    );
    run(system, "INSERT INTO login VALUES (?, 1, ?)", email, n);
    for (const offset of [0, 3, 7]) {
      const queue = ((n + offset) % size.queues) + 1;
      run(db, "INSERT OR IGNORE INTO user_queue VALUES (?, ?)", n, queue);
    }
  }
  run(
    db,
    "INSERT INTO connection (id, name, status, is_default, linked_at, created_at, updated_at) VALUES (1, 'Bench', 'DISCONNECTED', 1, ?, ?, ?)",
    now,
    now,
    now,
  );
  for (let n = 1; n <= 8; n += 1)
    run(
      db,
      "INSERT INTO tag (id, name, color, created_at, updated_at) VALUES (?, ?, '#0b72c4', ?, ?)",
      n,
      `Etiqueta ${n}`,
      now,
      now,
    );
}

const FIRST = [
  "Ana",
  "João",
  "Marina",
  "Tiago",
  "Cláudia",
  "Bruno",
  "Letícia",
  "Rafael",
  "Conceição",
  "Vítor",
  "Débora",
  "Luís",
];
const LAST = [
  "Silva",
  "Souza",
  "Ribeiro",
  "Albuquerque",
  "Ferreira",
  "Lima",
  "Araújo",
  "Gonçalves",
  "Pereira",
  "Nascimento",
];

function conversations(db: Db, size: Size, now: number): void {
  const random = randomFrom(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const sentence = () => Array.from({ length: 4 + Math.floor(random() * 12) }, () => pick(WORDS)).join(" ");
  for (let n = 1; n <= size.contacts; n += 1) {
    const number = `55119${String(10_000_000 + n * 7)}`;
    run(
      db,
      "INSERT INTO contact (id, uuid, name, number, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
      n,
      `contact-${n}`,
      `${pick(FIRST)} ${pick(LAST)} ${n}`,
      number,
      now - Math.floor((300 * DAY * (size.contacts - n)) / size.contacts),
      now,
    );
    run(
      db,
      "INSERT INTO contact_identity (contact_id, kind, value, match_key, address, exists_state) VALUES (?, 'pn', ?, ?, ?, 'yes')",
      n,
      number,
      `5511${number.slice(5)}`,
      `${number}@s.whatsapp.net`,
    );
  }
  const perTicket = Math.floor(size.messages / size.tickets);
  const start = now - 300 * DAY;
  const step = (300 * DAY) / size.tickets;
  for (let n = 1; n <= size.tickets; n += 1) {
    // The newest ticket of each contact may still run; one in five of those is open or waits.
    const newest = n > size.tickets - size.contacts;
    const live = newest && n % 5 === 0;
    const status = live ? (n % 2 === 0 ? "open" : "pending") : "closed";
    const contact = ((n - 1) % size.contacts) + 1;
    const queue = Math.floor(random() * size.queues) + 1;
    const user = status === "pending" ? null : Math.floor(random() * size.users) + 1;
    const at = Math.floor(start + n * step);
    run(
      db,
      `INSERT INTO ticket (id, uuid, status, contact_id, connection_id, queue_id, user_id, protocol, unread_messages, last_message,
         last_message_at, last_customer_message_at, waiting_since, closed_at, close_reason, created_at, updated_at)
       VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, '', ?, ?, ?, ?, ?, ?, ?)`,
      n,
      `ticket-${n}`,
      status,
      contact,
      queue,
      user,
      `20260101${String(n).padStart(6, "0")}`,
      live ? n % 4 : 0,
      at,
      at,
      status === "pending" ? at : null,
      status === "closed" ? at + 1000 : null,
      status === "closed" ? "user" : null,
      at,
      at,
    );
    run(
      db,
      `INSERT INTO ticket_period (id, ticket_id, user_id, queue_id, connection_id, created_at, queued_at, started_at,
         first_response_at, finished_at) VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?)`,
      n,
      n,
      user,
      queue,
      at,
      at,
      ...attendanceTimes(n, at, status, now),
    );
    if (status === "closed" && n % 4 === 0)
      run(
        db,
        "INSERT INTO user_rating (period_id, ticket_id, user_id, rate, created_at) VALUES (?, ?, ?, ?, ?)",
        n,
        n,
        user,
        (n % 3) + 1,
        Math.min(at + 100 * MINUTE, now),
      );
    if (n % 3 === 0) run(db, "INSERT INTO ticket_tag VALUES (?, ?)", n, (n % 8) + 1);
    let last = { id: 0, body: "", fromMe: 0 };
    for (let m = 0; m < perTicket; m += 1) {
      const fromMe = m % 2;
      const body = sentence();
      const { id } = run(
        db,
        `INSERT INTO message (ticket_id, contact_id, connection_id, provider_id, body, from_me, origin, user_id, ack, send_state, read, created_at, updated_at)
         VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`,
        n,
        contact,
        `P${n}-${m}`,
        body,
        fromMe,
        fromMe ? "user" : "contact",
        fromMe ? user : null,
        fromMe ? 4 : 0,
        fromMe ? "sent" : null,
        at + m * 1000,
        at + m * 1000,
      );
      last = { id, body, fromMe };
    }
    run(
      db,
      "UPDATE ticket SET last_message = ?, last_message_id = ?, last_message_from_me = ? WHERE id = ?",
      last.body,
      last.id,
      last.fromMe,
      n,
    );
  }
}

/** Start, first answer and end of an attendance that began at `at`: minutes to hours, by its number. */
function attendanceTimes(n: number, at: number, status: string, now: number): (number | null)[] {
  if (status === "pending") return [null, null, null];
  const started = Math.min(at + (n % 31) * MINUTE, now);
  const answered = Math.min(started + (n % 7) * MINUTE, now);
  return [started, answered, status === "closed" ? Math.min(started + (5 + (n % 83)) * MINUTE, now) : null];
}

/** Number of messages in a generated directory; shows whether a data set is complete. */
export function messagesIn(directory: string): number {
  try {
    const { installation, close } = startInstallation({
      config: benchConfig(directory),
      clock: systemClock,
      log: createLog("silent"),
    });
    const found = installation.tenants.exists(1)
      ? one<{ n: number }>(installation.tenants.open(1).db, "SELECT count(*) AS n FROM message")
      : undefined;
    close();
    return found?.n ?? 0;
  } catch {
    return 0;
  }
}

/** Where the company's database of a data directory lies. */
export const companyFile = (directory: string): string => join(directory, "companies", "1", "company.sqlite");
