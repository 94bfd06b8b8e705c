/**
 * The raw yardstick: thin code on the same stack (Bun, Hono, better-sqlite3) over the same rows, without permissions,
 * events, validation or a session. `bun bench/harness/yardstick.ts <company.sqlite> <port>`.
 */
import Database from "better-sqlite3";
import { Hono } from "hono";
import { SHOWN as messageColumns, JOINS as messageJoins } from "#inbox/messages/present.sql.ts";
import { SHOWN as ticketColumns, JOINS as ticketJoins } from "#inbox/tickets/present.sql.ts";

const [, , file, port] = process.argv;
if (!file || !port) throw new Error("usage: bun bench/harness/yardstick.ts <company.sqlite> <port>");
const db = new Database(file);
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.pragma("mmap_size = 268435456");

// Reads the same columns by the same joins as the product; reading fewer would make the comparison unfair.
const tickets = db.prepare(
  `SELECT ${ticketColumns} FROM ticket t ${ticketJoins} WHERE t.status = ? ORDER BY t.updated_at DESC, t.id DESC LIMIT 41`,
);
const tags = db.prepare(
  "SELECT tt.ticket_id, g.id, g.name, g.color FROM ticket_tag tt JOIN tag g ON g.id = tt.tag_id WHERE tt.ticket_id IN (SELECT value FROM json_each(?))",
);
const ticket = db.prepare(`SELECT ${ticketColumns} FROM ticket t ${ticketJoins} WHERE t.id = ?`);
const messages = db.prepare(
  `SELECT ${messageColumns} FROM message m ${messageJoins} WHERE m.contact_id = ? ORDER BY m.id DESC LIMIT 21`,
);
const contactOf = db.prepare("SELECT contact_id FROM ticket WHERE id = ?").pluck();
const setStatus = db.prepare("UPDATE ticket SET status = ?, updated_at = ? WHERE id = ?");
const addMessage = db.prepare(
  "INSERT INTO message (ticket_id, contact_id, connection_id, body, from_me, origin, created_at, updated_at) VALUES (?, ?, 1, ?, 1, 'user', ?, ?)",
);
const addOutbox = db.prepare(
  "INSERT INTO outbox (message_id, connection_id, contact_id, source, source_key, payload, next_try_at, created_at) VALUES (?, 1, ?, 'user', ?, '{}', ?, ?)",
);
const hash = await Bun.password.hash("bench password", {
  algorithm: "argon2id",
  memoryCost: 19_456,
  timeCost: 2,
});

const app = new Hono();
app.get("/tickets", (c) => {
  const rows = tickets.all(c.req.query("status") ?? "open") as { id: number; tags?: unknown[] }[];
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const row of rows) row.tags = [];
  for (const tag of tags.all(JSON.stringify([...byId.keys()])) as { ticket_id: number }[])
    byId.get(tag.ticket_id)?.tags?.push(tag);
  return c.json({ tickets: rows });
});
app.get("/messages/:id", (c) => {
  const id = c.req.param("id");
  return c.json({ messages: messages.all(contactOf.get(id)), ticket: ticket.get(id) });
});
// The same figures computed from the rows: of the period, of the previous one, per attendant, and of today by the
// hour.
const figures = db.prepare(
  `SELECT count(*) FILTER (WHERE finished_at BETWEEN ?1 AND ?2) AS finished,
     avg(finished_at - started_at) FILTER (WHERE finished_at BETWEEN ?1 AND ?2) AS support,
     avg(started_at - queued_at) FILTER (WHERE started_at BETWEEN ?1 AND ?2) AS wait,
     avg(first_response_at - queued_at) FILTER (WHERE first_response_at BETWEEN ?1 AND ?2) AS response
   FROM ticket_period r JOIN ticket t ON t.id = r.ticket_id AND t.is_group = 0 AND t.origin NOT IN ('import', 'phone')
   WHERE r.created_at BETWEEN ?1 - 86400000 * 7 AND ?2`,
);
const attendants = db.prepare(
  `SELECT u.id, u.name, count(r.id) AS tickets, avg(r.finished_at - r.started_at) AS support, avg(g.rate) AS rating
   FROM user u LEFT JOIN ticket_period r ON r.user_id = u.id AND r.finished_at BETWEEN ?1 AND ?2
   LEFT JOIN user_rating g ON g.period_id = r.id GROUP BY u.id`,
);
const running = db.prepare(
  "SELECT status, count(*) AS n FROM ticket WHERE status <> 'closed' GROUP BY status",
);
const leads = db.prepare(
  `SELECT count(*) AS n FROM contact c WHERE c.created_at BETWEEN ?1 AND ?2
     AND EXISTS (SELECT 1 FROM ticket t WHERE t.contact_id = c.id AND t.last_customer_message_at IS NOT NULL)`,
);
const hours = db.prepare(
  "SELECT created_at / 3600000 AS hour, count(*) AS n FROM ticket_period WHERE created_at >= ? GROUP BY 1",
);
app.get("/dashboard", (c) => {
  const now = Date.now();
  const length = Number(c.req.query("days")) * 86_400_000;
  const span = (from: number, to: number) => ({ 1: from, 2: to });
  const [period, before] = [span(now - length, now), span(now - 2 * length, now - length)];
  return c.json({
    counters: [figures.get(period), leads.get(period), running.all()],
    previous: [figures.get(before), leads.get(before)],
    attendants: attendants.all(period),
    hours: hours.all(now - 86_400_000),
  });
});
app.put("/tickets/:id", async (c) => {
  const { status } = (await c.req.json()) as { status: string };
  setStatus.run(status, Date.now(), c.req.param("id"));
  return c.json({ ok: true });
});
const send = db.transaction((ticketId: string, body: string) => {
  const now = Date.now();
  const contact = contactOf.get(ticketId);
  const { lastInsertRowid } = addMessage.run(ticketId, contact, body, now, now);
  addOutbox.run(lastInsertRowid, contact, String(lastInsertRowid), now, now);
  return Number(lastInsertRowid);
});
app.post("/messages/:id", async (c) => {
  const { body } = (await c.req.json()) as { body: string };
  return c.json({ id: send.immediate(c.req.param("id"), body) });
});
app.post("/login", async (c) => c.json({ ok: await Bun.password.verify("bench password", hash) }));

const server = Bun.serve({ port: Number(port), hostname: "127.0.0.1", fetch: app.fetch });
process.stdout.write(`ready ${server.port}\n`);
