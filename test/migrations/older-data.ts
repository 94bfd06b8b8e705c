/** Test data for upgrades: databases with only the first migrations, and invented migrations of a later release. */
import { systemMigrations } from "#migrations/system/index.ts";
import { tenantMigrations } from "#migrations/tenant/index.ts";
import { type Migration, migrate } from "#platform/db/migrate.ts";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";

/** Number of messages in its conversation. */
export const MESSAGES = 3000;

/** Migrations of a later release that rewrite every message. */
export const laterMigrations: readonly Migration[] = [1, 2, 3, 4].map((step) => ({
  name: `999${step}_rewrite_messages_${step}`,
  sql: `ALTER TABLE message ADD COLUMN later_${step} TEXT;
    UPDATE message SET later_${step} = body || ' ${step}';
    CREATE INDEX message_later_${step} ON message (later_${step});`,
}));
export const upgradedTenantMigrations = [...tenantMigrations, ...laterMigrations];

/** The first migration whose files accept conversations, because triggers of tickets write the metrics. */
export const CONVERSATIONS_STEP =
  1 + tenantMigrations.findIndex(({ name }) => name.endsWith("create_metrics"));

export const open = (path: string): Sqlite => openDatabase(path, { durability: "full" });
export const made = (path: string, migrations: readonly Migration[], steps: number): Sqlite => {
  const db = open(path);
  migrate(db, migrations.slice(0, steps), 1000);
  return db;
};

/** Creates the company file of an earlier release: a user, a customer, a ticket with messages. */
export function companyAt(path: string, steps: number, passwordHash: string): void {
  const db = made(path, tenantMigrations, steps);
  db.transaction(() => {
    db.prepare(
      "INSERT INTO user (id, name, email, password_hash, profile, created_at, updated_at) VALUES (1, 'Ana', 'ana@example.com', ?, 'admin', 1, 1)",
    ).run(passwordHash);
    db.exec(`INSERT INTO connection (id, name, created_at, updated_at) VALUES (1, 'Loja', 1, 1);
      INSERT INTO contact (id, uuid, name, number, created_at, updated_at) VALUES (1, 'c-1', 'Maria Souza', '5511987650001', 1, 1);
      INSERT INTO ticket (id, uuid, status, contact_id, connection_id, user_id, protocol, last_message_at, created_at, updated_at)
        VALUES (1, 't-1', 'open', 1, 1, 1, 'p-1', 1, 1, 1)`);
    const message = db.prepare(
      "INSERT INTO message (ticket_id, contact_id, connection_id, body, from_me, origin, created_at, updated_at) VALUES (1, 1, 1, ?, 0, 'contact', ?, ?)",
    );
    for (let count = 1; count <= MESSAGES; count += 1) message.run(`Mensagem ${count}`, count, count);
  })();
  db.close();
}

export function systemAt(path: string, steps: number): void {
  const db = made(path, systemMigrations, steps);
  db.exec(`INSERT INTO plan (id, name, users, connections, queues, created_at, updated_at) VALUES (1, 'Ouro', 9, 9, 9, 1, 1);
    INSERT INTO company (id, name, plan_id, created_at, updated_at) VALUES (1, 'Padaria', 1, 1, 1);
    INSERT INTO login (email, company_id, user_id) VALUES ('ana@example.com', 1, 1)`);
  db.close();
}
