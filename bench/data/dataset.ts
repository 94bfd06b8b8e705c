import { fillIndex } from "#platform/db/late-index.ts";
import { join } from "node:path";
import { loadConfig } from "#config.ts";
import { systemClock } from "#platform/clock.ts";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { type Db, one, run } from "#platform/db/database.ts";
import { createLog } from "#platform/log.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import { type Size, insert, randomFrom, texts, WORDS } from "./sizes.ts";
import { reservedForTests } from "#tenants/reserve.ts";

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
  insert(installation.system, "plan", {
    ...{ id: 1, name: "Bench", users: 1000, connections: 1000, queues: 1000, public: 0 },
    ...{ created_at: now, updated_at: now },
  });
  const tenant = installation.tenants.create({
    id: 1,
    name: "Bench",
    planId: 1,
    email: "",
    phone: "",
    dueDate: null,
    recurrence: "monthly",
    active: true,
  }, reservedForTests());
  const { db } = tenant;
  db.$client.pragma("synchronous = OFF");
  const hash = await hashPassword(PASSWORD);
  db.$client.exec("BEGIN");
  people(db, installation.system, size, hash, now);
  conversations(db, size, now);
  texts(db, size, now);
  db.$client.exec("COMMIT");
  fillIndex(db, "contact");
  fillIndex(db, "message");
  // No ANALYZE: the files of companies have no statistics either (docs/adr/0013-queries.md).
  db.$client.pragma("wal_checkpoint(TRUNCATE)");
  close();
}

function people(db: Db, system: Db, size: Size, hash: string, now: number): void {
  const times = { created_at: now, updated_at: now };
  for (let id = 1; id <= size.queues; id += 1) {
    const color = `#${(id * 1_000_003).toString(16).padStart(6, "0").slice(-6)}`;
    insert(db, "queue", { id, name: `Fila ${id}`, color, ...times });
  }
  for (let id = 1; id <= size.users; id += 1) {
    const email = id === 1 ? adminEmail : attendantEmail(id);
    insert(db, "user", {
      ...{ id, name: `Atendente ${id}`, email, password_hash: hash, multi_session: 1 },
      ...{ profile: id === 1 ? "admin" : "user", super: id === 1 ? 1 : 0, ...times },
    });
    run(system, "INSERT INTO login VALUES (?, 1, ?)", email, id);
    for (const offset of [0, 3, 7])
      run(db, "INSERT OR IGNORE INTO user_queue VALUES (?, ?)", id, ((id + offset) % size.queues) + 1);
  }
  const connection = { id: 1, name: "Bench", status: "DISCONNECTED", is_default: 1, linked_at: now };
  insert(db, "connection", { ...connection, ...times });
  for (let id = 1; id <= 8; id += 1)
    insert(db, "tag", { id, name: `Etiqueta ${id}`, color: "#0b72c4", ...times });
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
  for (let id = 1; id <= size.contacts; id += 1) addContact(db, size, { id, now, random });
  for (let id = 1; id <= size.tickets; id += 1) addTicket(db, size, { id, now, random });
}

interface Addition {
  readonly id: number;
  readonly now: number;
  readonly random: () => number;
}

const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const sentence = (random: () => number): string =>
  Array.from({ length: 4 + Math.floor(random() * 12) }, () => pick(random, WORDS)).join(" ");

function addContact(db: Db, size: Size, { id, now, random }: Addition): void {
  const number = `55119${String(10_000_000 + id * 7)}`;
  insert(db, "contact", {
    id,
    uuid: `contact-${id}`,
    name: `${pick(random, FIRST)} ${pick(random, LAST)} ${id}`,
    number,
    created_at: now - Math.floor((300 * DAY * (size.contacts - id)) / size.contacts),
    updated_at: now,
  });
  insert(db, "contact_identity", {
    contact_id: id,
    kind: "pn",
    value: number,
    match_key: `5511${number.slice(5)}`,
    address: `${number}@s.whatsapp.net`,
    exists_state: "yes",
  });
}

/** Adds a ticket with its attendance, rating, tag and messages. */
function addTicket(db: Db, size: Size, { id, now, random }: Addition): void {
  // Only the newest ticket of a contact may be active. By default one in five of these tickets is open or pending.
  const live = id > size.tickets - size.contacts && id % (size.openOneIn ?? 5) === 0;
  const status = live ? (id % 2 === 0 ? "open" : "pending") : "closed";
  const contactId = ((id - 1) % size.contacts) + 1;
  const queueId = Math.floor(random() * size.queues) + 1;
  const userId = status === "pending" ? null : Math.floor(random() * size.users) + 1;
  const at = Math.floor(now - 300 * DAY + (id * 300 * DAY) / size.tickets);
  insert(db, "ticket", {
    ...{ id, uuid: `ticket-${id}`, status, contact_id: contactId, connection_id: 1, queue_id: queueId },
    ...{ user_id: userId, protocol: `20260101${String(id).padStart(6, "0")}`, last_message: "" },
    unread_messages: live ? id % 4 : 0,
    last_message_at: at,
    last_customer_message_at: at,
    waiting_since: status === "pending" ? at : null,
    closed_at: status === "closed" ? at + 1000 : null,
    close_reason: status === "closed" ? "user" : null,
    created_at: at,
    updated_at: at,
  });
  const [started, answered, finished] = attendanceTimes(id, at, status, now);
  insert(db, "ticket_period", {
    ...{ id, ticket_id: id, user_id: userId, queue_id: queueId, connection_id: 1, created_at: at },
    ...{ queued_at: at, started_at: started, first_response_at: answered, finished_at: finished },
  });
  if (status === "closed" && id % 4 === 0)
    insert(db, "user_rating", {
      ...{ period_id: id, ticket_id: id, user_id: userId, scale: "three", rate: (id % 3) + 1 },
      created_at: Math.min(at + 100 * MINUTE, now),
    });
  if (id % 3 === 0) insert(db, "ticket_tag", { ticket_id: id, tag_id: (id % 8) + 1 });
  let last = { last_message: "", last_message_id: 0, last_message_from_me: 0 };
  for (let n = 0; n < Math.floor(size.messages / size.tickets); n += 1) {
    const fromMe = n % 2;
    const body = sentence(random);
    const messageId = insert(db, "message", {
      ...{ ticket_id: id, contact_id: contactId, connection_id: 1, provider_id: `P${id}-${n}`, body },
      ...{ from_me: fromMe, origin: fromMe ? "user" : "contact", user_id: fromMe ? userId : null },
      ...{ ack: fromMe ? 4 : 0, send_state: fromMe ? "sent" : null, read: 1 },
      ...{ created_at: at + n * 1000, updated_at: at + n * 1000 },
    });
    last = { last_message: body, last_message_id: messageId, last_message_from_me: fromMe };
  }
  run(
    db,
    "UPDATE ticket SET last_message = ?, last_message_id = ?, last_message_from_me = ? WHERE id = ?",
    ...Object.values(last),
    id,
  );
}

/** Start, first answer and end of an attendance that began at `at`: minutes to hours later, derived from its number. */
function attendanceTimes(
  n: number,
  at: number,
  status: string,
  now: number,
): [started: number | null, answered: number | null, finished: number | null] {
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

/** Path of the company's database inside a data directory. */
export const companyFile = (directory: string): string => join(directory, "companies", "1", "company.sqlite");
