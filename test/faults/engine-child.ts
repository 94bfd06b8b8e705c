import { join } from "node:path";
import type { InboundEvent, SessionKey } from "#channels/connections/provider.ts";
import { createWhatsappProvider } from "#channels/connections/whatsapp/index.ts";
import { openDatabase } from "#platform/db/open.ts";

// A program with only the WhatsApp engine and a table of its events, to be killed at any moment. It sends the
// messages of its outbox, with ids created beforehand, until the network has acknowledged them.

const [directory = "", url = "", rootKey = ""] = process.argv.slice(2);
const key: SessionKey = { companyId: 1, connectionId: 1 };

const sink = openDatabase(join(directory, "sink.sqlite"), { durability: "normal" });
sink.exec(`
  CREATE TABLE IF NOT EXISTS event (
    id INTEGER PRIMARY KEY, chat TEXT, kind TEXT, event_key TEXT, body TEXT, UNIQUE (chat, kind, event_key)
  );
  CREATE TABLE IF NOT EXISTS outbox (id TEXT PRIMARY KEY, recipient TEXT, body TEXT, state TEXT);
`);
const insert = sink.prepare("INSERT OR IGNORE INTO event (chat, kind, event_key, body) VALUES (?, ?, ?, ?)");
const setState = sink.prepare("UPDATE outbox SET state = ? WHERE id = ?");
const nextRow = sink.prepare(
  "SELECT id, recipient, body FROM outbox WHERE state = 'queued' ORDER BY rowid LIMIT 1",
);

const store = sink.transaction((events: readonly InboundEvent[]) => {
  for (const event of events) {
    insert.run(event.chatKey, event.kind, event.eventKey, JSON.stringify(event));
    if (event.kind === "ack" && event.ack >= 1) setState.run("sent", event.providerId);
  }
});

const provider = createWhatsappProvider({
  url,
  rootKey,
  sealingKey: new Uint8Array(32).fill(1),
  log: () => {},
  events: {
    session(_key, event) {
      if (event.type === "qr") process.send?.(event);
      if (event.type === "open") {
        process.send?.({ type: "open" });
        void work();
      }
      if (event.type === "closed") {
        // Messages written but not acknowledged are sent again with the same id.
        sink.exec("UPDATE outbox SET state = 'queued' WHERE state = 'written'");
        setTimeout(start, 50);
      }
    },
    inbound(_key, batch) {
      store(batch.events);
      provider.accept(key, batch.id);
    },
  },
});

let working = false;
async function work(): Promise<void> {
  if (working) return;
  working = true;
  for (let row = nextRow.get(); row; row = nextRow.get()) {
    const { id, recipient, body } = row as { id: string; recipient: string; body: string };
    setState.run("written", id);
    const content = { type: "text" as const, text: body };
    const result = await provider.send(key, { to: recipient, providerId: id, content, quoted: null });
    if (result.state === "retry") {
      setState.run("queued", id);
      break;
    }
  }
  working = false;
}

const start = () =>
  provider.start(key, {
    directory: join(directory, "session"),
    mediaDirectory: join(directory, "media"),
    rejectCalls: false,
  });

process.on("message", (message: { id: string; to: string; body: string }[]) => {
  const add = sink.prepare(
    "INSERT OR IGNORE INTO outbox (id, recipient, body, state) VALUES (?, ?, ?, 'queued')",
  );
  sink.transaction(() => {
    for (const { id, to, body } of message) add.run(id, to, body);
  })();
  process.send?.({ type: "queued" });
  void work();
});
process.on("disconnect", () => process.exit());
sink.exec("UPDATE outbox SET state = 'queued' WHERE state = 'written'");
await start();
