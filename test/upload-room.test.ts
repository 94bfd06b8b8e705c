import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { importDirectory, importFile } from "#operations/backups/imports/rows.ts";
import { type Db, run } from "#platform/db/database.ts";
import { newUuid } from "#platform/ids.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";

// The reserve for databases is larger than any disk: every upload must be rejected.
let app: TestApp;
let admin: UserCtx;
let provider: UserCtx;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off", DISK_RESERVE_MB: "90000000" } });
  admin = testUser(app.company("Loja"), { profile: "admin" });
  provider = testUser(await ensureProviderCompany(app.installation, "Provedor"), { profile: "admin" });
  run(provider.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", provider.actor.id);
});
afterAll(() => app.stop());

/** Inserts a row with these columns and both timestamps; returns its id. */
function row(db: Db, table: string, columns: Readonly<Record<string, string | number>>): number {
  const names = [...Object.keys(columns), "created_at", "updated_at"];
  const values = [...Object.values(columns), 1, 1];
  const sql = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
  return run(db, sql, ...values).id;
}
const TOKEN = "kV7mQ2xN9pR4tW8zB3cF6hJ5dG1sL0aE";

/** Each route that accepts files, with a function that creates its target and returns the path. */
const ROUTES: Readonly<Record<string, () => string | Promise<string>>> = {
  "/queue/:id/media-upload": () => `/queue/${testQueue(admin.tenant)}/media-upload`,
  "/queue-options/:id/media-upload"() {
    const fields = { queue_id: testQueue(admin.tenant), title: "Vendas", option: "1" };
    return `/queue-options/${row(admin.tenant.db, "queue_option", fields)}/media-upload`;
  },
  "/action-files": () => "/action-files",
  "/brand/logo": () => "/brand/logo",
  "/company-brand/logo": () => "/company-brand/logo",
  "/whatsapp/:id/templates/media"() {
    const { db, installation } = admin.tenant;
    const id = testConnection(admin.tenant);
    run(db, "UPDATE connection SET provider = 'cloud' WHERE id = ?", id);
    run(
      db,
      `INSERT INTO meta_account (connection_id, kind, external_id, parent_id, token, checked_at)
       VALUES (?, 'phone', '1', '2', ?, 1)`,
      id,
      installation.secrets.encrypt("token"),
    );
    return `/whatsapp/${id}/templates/media`;
  },
  "/messages/:ticketId"() {
    const fields = {
      uuid: newUuid(),
      status: "open",
      user_id: admin.actor.id,
      contact_id: testContact(admin.tenant),
      connection_id: testConnection(admin.tenant),
      protocol: newUuid(),
    };
    return `/messages/${row(admin.tenant.db, "ticket", fields)}`;
  },
  "/quick-messages/:id/media-upload"() {
    const fields = { shortcode: "oi", message: "Oi", user_id: admin.actor.id };
    return `/quick-messages/${row(admin.tenant.db, "quick_reply", fields)}/media-upload`;
  },
  "/follow-ups/:id/steps/:step/media-upload"() {
    const steps = '[{"waitMinutes":60,"text":"Oi","template":null,"fileId":null}]';
    const fields = { name: "Orçamento", owner_id: admin.actor.id, steps };
    return `/follow-ups/${row(admin.tenant.db, "follow_up", fields)}/steps/1/media-upload`;
  },
  "/schedules/:id/media-upload"() {
    const fields = {
      body: "Oi",
      contact_id: testContact(admin.tenant),
      connection_id: testConnection(admin.tenant),
      send_at: app.clock.now() + 86_400_000,
      user_id: admin.actor.id,
      series_start: "2030-01-01 10:00",
    };
    return `/schedules/${row(admin.tenant.db, "scheduled_message", fields)}/media-upload`;
  },
  "/contacts/import": () => "/contacts/import",
  "/contact-lists/:id/upload": () =>
    `/contact-lists/${row(admin.tenant.db, "contact_list", { name: "Clientes" })}/upload`,
  "/files/uploadList/:id"() {
    const id = row(admin.tenant.db, "file_list", { name: "Catálogo", message: "" });
    run(
      admin.tenant.db,
      "INSERT INTO file_list_option (id, file_list_id, position, name) VALUES (1, ?, 1, 'a')",
      id,
    );
    return `/files/uploadList/${id}`;
  },
  "/campaigns/:id/media-upload": () =>
    `/campaigns/${row(admin.tenant.db, "campaign", { name: "Natal" })}/media-upload`,
  "/chats/:id/messages"() {
    const { db } = admin.tenant;
    const id = row(db, "chat", { uuid: newUuid(), title: "Equipe", owner_id: admin.actor.id });
    run(db, "INSERT INTO chat_member (chat_id, user_id, joined_at) VALUES (?, ?, 1)", id, admin.actor.id);
    return `/chats/${id}/messages`;
  },
  async "/messages/send"() {
    const id = testConnection(admin.tenant);
    const { status } = await app.api(admin).put(`/whatsapp/${id}`, { name: "Envios", token: TOKEN });
    if (status !== 200) throw new Error("no token");
    return "/messages/send";
  },
  "/announcements/:id/media-upload": () =>
    `/announcements/${row(app.installation.system, "announcement", { title: "Novo", text: "x" })}/media-upload`,
  "/companies/import/:id/pieces"() {
    const { id } = run(
      app.installation.system,
      `INSERT INTO company_import (file_name, size_bytes, asked_by, asked_name, started_at, touched_at)
       VALUES ('a.tar', 5000, ?, 'Ana', ?, ?)`,
      provider.actor.id,
      app.clock.now(),
      app.clock.now(),
    );
    mkdirSync(importDirectory(app.installation), { recursive: true });
    writeFileSync(importFile(app.installation, id), "");
    return `/companies/import/${id}/pieces?at=0`;
  },
};

/** A form with a file and the other fields that routes require. */
function form(path: string): FormData {
  const data = new FormData();
  const fields = path.includes("/pieces") ? {} : { id: "1", number: "5511987654321", body: "Oi" };
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  data.set("file", new File([`nome;numero\n${"Ana;5511987654321\n".repeat(50)}`], "clientes.csv"));
  return data;
}

async function upload(path: string, access: string): Promise<{ status: number; body: unknown }> {
  if (access !== "public") return app.api(access === "super" ? provider : admin).post(path, form(path));
  const response = await fetch(`${app.url}/api${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}` },
    body: form(path),
  });
  return { status: response.status, body: await response.json() };
}

/** Non-empty files below the data directory that are not databases. */
function files(): string[] {
  return readdirSync(app.directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.sqlite|secret|lock|\.key/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => Bun.file(path).size > 0);
}

test("no route stores an upload in the disk space reserved for databases, and no part of it remains", async () => {
  const taking = app.app.routes.filter(({ rawBody }) => rawBody === true);
  expect(taking.map(({ path }) => path).toSorted()).toEqual(Object.keys(ROUTES).toSorted());
  const before = files();
  for (const { path, access } of taking) {
    const made = await ROUTES[path]?.();
    const { status, body } = await upload(made ?? path, access);
    expect([path, status, body]).toMatchObject([path, 507, { error: "ERR_STORAGE_FULL" }]);
  }
  expect(files()).toEqual(before);
  // A rejected import is not in the list of imports.
  expect((await app.api(admin).get("/contacts/import/list")).body).toEqual([]);
});
