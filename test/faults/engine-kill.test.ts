import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Subprocess } from "bun";
import type { InboundEvent } from "#channels/connections/provider.ts";
import { newMessageId } from "#channels/connections/whatsapp/translate/message-id.ts";
import { openDatabase } from "#platform/db/open.ts";
import { tinyJpeg } from "#simulator/media/pictures.ts";
import { type Network, startNetwork } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { noneLeft } from "#test/helpers/none-left.ts";

/** Kills per case: 3 in the ordinary run, 200 in the long one (`FAULT_KILLS=200`, or `LONG=1`). */
const KILLS = Number(process.env["FAULT_KILLS"] ?? (process.env["LONG"] ? 200 : 3));
const LIMIT_MS = 60_000 + KILLS * 10_000;
const CA = join(import.meta.dir, "..", "..", "simulator", "certs", "ca.pem");

type Said = { readonly type: "qr"; readonly qr: string } | { readonly type: "open" | "queued" };

let network: Network;
let shop: Phone;
let people: Phone[];
let picture: Uint8Array;
const directory = mkdtempSync(join(tmpdir(), "engine-kill-"));

const children = new Set<Child>();

/** The engine in its own process. */
class Child {
  readonly #process: Subprocess;
  readonly #said: Said[] = [];
  #wake: () => void = () => {};

  constructor() {
    children.add(this);
    const program = join(import.meta.dir, "engine-child.ts");
    this.#process = Bun.spawn([process.execPath, program, directory, network.url, network.rootKey], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: CA },
      stdout: "inherit",
      stderr: "inherit",
      ipc: (message) => {
        this.#said.push(message as Said);
        this.#wake();
      },
    });
  }

  async hears<T extends Said["type"]>(type: T): Promise<Extract<Said, { type: T }>> {
    for (;;) {
      const index = this.#said.findIndex((message) => message.type === type);
      if (index >= 0) return this.#said.splice(index, 1)[0] as Extract<Said, { type: T }>;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  send(messages: readonly { id: string; to: string; body: string }[]): void {
    this.#process.send(messages);
  }

  async kill(): Promise<void> {
    children.delete(this);
    this.#process.kill("SIGKILL");
    await this.#process.exited;
  }
}

function sink<Row>(sql: string): Row[] {
  const db = openDatabase(join(directory, "sink.sqlite"), { durability: "normal", readonly: true });
  const rows = db.prepare(sql).all() as Row[];
  db.close();
  return rows;
}

const ledger = () => network.ledger.of(shop.number);
const settled = () => ledger().filter((entry) => entry.settledAt !== null).length;

/** Waits until the engine has acknowledged this many more messages, so that each kill happens at another moment. */
async function afterSettled(more: number): Promise<void> {
  const goal = settled() + more;
  await eventually(() => settled() >= goal, "another message settled");
}

async function eventually(holds: () => boolean, what: string): Promise<void> {
  for (const end = Date.now() + 60_000; !holds(); await Bun.sleep(1)) {
    if (Date.now() > end) throw new Error(`never happened: ${what}`);
  }
}

beforeAll(async () => {
  network = await startNetwork();
  picture = await tinyJpeg();
  shop = network.addPhone({ number: "5511966660001", name: "Padaria Aurora" });
  people = Array.from({ length: 8 }, (_, n) =>
    network.addPerson({
      number: `551196666${String(1000 + n)}`,
      name: `Cliente ${n}`,
      addressing: n % 2 === 0 ? "pn" : "lid",
    }),
  );
  const child = new Child();
  await shop.scan((await child.hears("qr")).qr);
  await child.hears("open");
  await child.kill();
}, 30_000);
afterEach(() => Promise.all([...children].map((child) => child.kill())));
afterAll(async () => {
  await network.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Text or picture by message id, of everything customers sent. */
const written = new Map<string, string>();

/** Every customer writes `each` messages at the same time, one in ten of them a picture. */
function burst(name: string, each: number): Promise<void>[] {
  return people.map(async (person, p) => {
    for (let n = 0; n < each; n++) {
      const body = `${name} ${p}/${n}`;
      const sent =
        n % 10 === 9
          ? await person.send.image(shop, picture, { caption: body })
          : await person.send.text(shop, body);
      written.set(sent.id, body);
    }
  });
}

async function expectEachOnce(): Promise<void> {
  await noneLeft(() => ledger().filter((entry) => entry.settledAt === null).length, "every message settled");
  const messages = () =>
    sink<{ body: string }>("SELECT body FROM event WHERE kind = 'message'").map(
      (row) => JSON.parse(row.body) as Extract<InboundEvent, { kind: "message" }>,
    );
  await noneLeft(
    () => written.size - new Set(messages().map(({ providerId }) => providerId)).size,
    "all stored",
  );
  const times = new Map<string, number>();
  const hash = createHash("sha256").update(picture).digest("hex");
  for (const { providerId, content } of messages()) {
    times.set(providerId, (times.get(providerId) ?? 0) + 1);
    const body = content.type === "text" ? content.text : content.type === "media" ? content.caption : "";
    expect(body).toBe(written.get(providerId) ?? "a message nobody sent");
    if (content.type !== "media") continue;
    const { file } = content.media;
    expect(file).toMatchObject({ state: "stored", sha256: hash });
    expect(file.state === "stored" && existsSync(file.path) && readFileSync(file.path).length).toBe(
      picture.length,
    );
  }
  const lost = [...written.keys()].filter((id) => !times.has(id));
  const doubled = [...times.values()].filter((count) => count > 1);
  expect({ lost: lost.length, doubled: doubled.length }).toEqual({ lost: 0, doubled: 0 });
}

test(
  `${KILLS} kills of the engine during an inbound burst lose and duplicate no message`,
  async () => {
    let child = new Child();
    for (let kill = 0; kill < KILLS; kill++) {
      await child.hears("open");
      const sending = burst(`rajada ${kill}`, 20);
      await afterSettled((kill * 37) % 150);
      await child.kill();
      await Promise.all(sending);
      child = new Child();
    }
    await expectEachOnce();
    await child.kill();
  },
  LIMIT_MS,
);

test(
  `${KILLS} kills of the engine during an offline backlog lose and duplicate no message`,
  async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      await Promise.all(burst(`fila ${kill}`, 30));
      const child = new Child();
      await afterSettled(1 + ((kill * 53) % 200));
      await child.kill();
    }
    const child = new Child();
    await expectEachOnce();
    await child.kill();
  },
  LIMIT_MS,
);

test(
  `${KILLS} kills of the engine while sending: every message reaches its phone exactly once and readable`,
  async () => {
    const sent = new Map<string, string>();
    let child = new Child();
    for (let kill = 0; kill < KILLS; kill++) {
      await child.hears("open");
      const messages = people.flatMap((person) =>
        Array.from({ length: 6 }, (_, n) => {
          const [address, server] = n % 2 === 0 ? [person.number, "s.whatsapp.net"] : [person.lid, "lid"];
          return { id: newMessageId(), to: `${address}@${server}`, body: `resposta ${kill}/${n}` };
        }),
      );
      for (const { id, body } of messages) sent.set(id, body);
      const inboxes = () => people.reduce((sum, person) => sum + person.inbox.length, 0);
      const goal = inboxes() + 1 + ((kill * 13) % (messages.length - 1));
      child.send(messages);
      await child.hears("queued");
      await eventually(() => inboxes() >= goal, "another message received");
      await child.kill();
      child = new Child();
    }
    await noneLeft(() => sink("SELECT id FROM outbox WHERE state <> 'sent'").length, "an empty outbox");
    const inbox = () => people.flatMap((person) => person.inbox);
    await noneLeft(() => sent.size - inbox().length, "everything received");
    await child.kill();
    const bodies = inbox().map(({ id, content }) => [id, content.extendedTextMessage?.text] as const);
    expect(bodies.length).toBe(sent.size);
    expect(new Map(bodies)).toEqual(new Map(sent));
    expect(network.problems).toEqual([]);
  },
  LIMIT_MS,
);
