/**
 * Bare Baileys with a durable key store: the yardstick of the engine. It keeps keys and received texts in one SQLite
 * file and does nothing else. `bun bench/harness/bare-baileys.ts <simulator control> <number> <directory>`, commands on stdin:
 * `count` prints how many messages were stored, `send <jid> <n>` sends n texts and prints the seconds it took.
 */
import { join } from "node:path";
import {
  BufferJSON,
  initAuthCreds,
  makeWASocket,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type WASocket,
} from "@whiskeysockets/baileys";
import Database from "better-sqlite3";
import pino from "pino";
import { RemoteNetwork } from "#simulator/control/remote.ts";

// libsignal prints whole sessions.
console.info = () => {};

const [, , control, number, directory] = process.argv;
if (!control || !number || !directory)
  throw new Error("usage: bun bench/harness/bare-baileys.ts <control> <number> <directory>");
const network = new RemoteNetwork(control);
const { url } = await network.call("info", {});

const db = new Database(join(directory, "bare.sqlite"));
db.pragma("journal_mode = WAL");
db.pragma("synchronous = NORMAL");
db.exec(
  "CREATE TABLE key (type TEXT, id TEXT, value TEXT, PRIMARY KEY (type, id)) WITHOUT ROWID; CREATE TABLE message (id TEXT PRIMARY KEY, body TEXT)",
);
const read = db.prepare("SELECT value FROM key WHERE type = ? AND id = ?").pluck();
const write = db.prepare("INSERT OR REPLACE INTO key VALUES (?, ?, ?)");
const remove = db.prepare("DELETE FROM key WHERE type = ? AND id = ?");
const keep = db.prepare("INSERT OR IGNORE INTO message VALUES (?, ?)");

const creds = initAuthCreds();
const keys = {
  get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
    const found: Record<string, SignalDataTypeMap[T]> = {};
    for (const id of ids) {
      const text = read.get(type, id) as string | undefined;
      if (text === undefined) continue;
      const value = JSON.parse(text, BufferJSON.reviver);
      found[id] = type === "app-state-sync-key" ? proto.Message.AppStateSyncKeyData.fromObject(value) : value;
    }
    return found;
  },
  set: db.transaction((data: SignalDataSet) => {
    for (const [type, entries] of Object.entries(data))
      for (const [id, value] of Object.entries(entries ?? {})) {
        if (value) write.run(type, id, JSON.stringify(value, BufferJSON.replacer));
        else remove.run(type, id);
      }
  }),
};

let stored = 0;
let socket = {} as WASocket;
const connect = (opened: () => void) => {
  socket = makeWASocket({ auth: { creds, keys }, waWebSocketUrl: url, logger: pino({ level: "silent" }) });
  socket.ev.on("creds.update", (update) => Object.assign(creds, update));
  socket.ev.on("connection.update", ({ qr, connection, lastDisconnect }) => {
    if (qr) void network.call("scan", { number, qr });
    if (connection === "open") opened();
    const status = (lastDisconnect?.error as { output?: { statusCode?: number } } | undefined)?.output
      ?.statusCode;
    if (connection === "close" && status === 515) connect(opened);
  });
  socket.ev.on("messages.upsert", ({ messages }) => {
    db.transaction(() => {
      for (const message of messages) {
        const text = message.message?.conversation;
        if (message.key.fromMe || !text) continue;
        keep.run(message.key.id, text);
        stored += 1;
      }
    })();
  });
};
await new Promise<void>((resolve) => connect(resolve));
console.log("ready");

for await (const line of console) {
  const [word, jid, count] = line.split(" ");
  if (word === "count") console.log(String(stored));
  if (word === "send" && jid) {
    const jids = jid.split(",");
    const at = performance.now();
    for (let n = 0; n < Number(count); n += 1)
      await socket.sendMessage(`${jids[n % jids.length]}@s.whatsapp.net`, { text: `mensagem ${n}` });
    console.log(String((performance.now() - at) / 1000));
  }
}
