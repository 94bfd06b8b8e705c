import { randomBytes } from "node:crypto";
import type { Phone } from "#simulator/phones/phone.ts";
import { untilCurrent } from "./checker.ts";
import type { LinkedCompany } from "./cluster-world.ts";
import { otherNode } from "./fault.ts";
import { newerProgram } from "./other-programs.ts";
import { ownerOf } from "./pair.ts";

/** What clients and customers know. The checker compares it with the files of every node. */
export interface Book {
  /** Tags whose creation was answered with 2xx. */
  readonly acknowledged: string[];
  /** Tags whose creation failed: each exists at most once. */
  readonly unknown: string[];
  /** Messages of customers, by id. */
  readonly inbound: Map<string, string>;
  /** Texts of attendants that were accepted, with the number they go to. */
  readonly outbound: { readonly body: string; readonly number: string }[];
  /** Texts of campaigns that were accepted; each is sent to every customer once. */
  readonly campaigns: string[];
  /** Times of acknowledged writes, ms. */
  readonly acknowledgedAt: number[];
}

/** What the owner does when a fault happens. */
export const WORKS = [
  "idle",
  "light",
  "burst in",
  "sending",
  "campaign",
  "checkpoint",
  "large batch",
  // Only in long runs: both nodes get a newer program.
  "migration",
] as const;
export type Work = (typeof WORKS)[number];

/** How often things happen while the work is `light`. */
export interface Pace {
  readonly writers: number;
  readonly pauseMs: number;
  /** Pause between two messages of one customer, and of an attendant; null = none are sent. */
  readonly inMs: number | null;
  readonly outMs: number | null;
}

const LIGHT: Pace = { writers: 4, pauseMs: 40, inMs: 200, outMs: 200 };
/** One writer never pauses; the gaps between its acknowledged writes are the measured pauses. */
const PACES: Readonly<Record<Work, Pace>> = {
  idle: { writers: 1, pauseMs: 100, inMs: null, outMs: null },
  light: LIGHT,
  "burst in": { ...LIGHT, writers: 1, inMs: 10, outMs: null },
  sending: { ...LIGHT, writers: 1, inMs: null, outMs: 10 },
  campaign: LIGHT,
  checkpoint: { ...LIGHT, writers: 16, pauseMs: 0 },
  "large batch": LIGHT,
  migration: LIGHT,
};
const MOST_WRITERS = Math.max(...Object.values(PACES).map(({ writers }) => writers));
const TURN_MS = 20;
/** Pause of a client after a refused request, ms. */
const REFUSED_MS = 100;
/** Rows of 700 bytes that a migration adds: its batch has many parts, and the disks of the nodes are small. */
const MIGRATED_ROWS = 4000;
/** A batch of about 3 MB that does not compress well, so it has several parts: a message of the log has at most 0.9 MB. */
const LARGE = { messages: 60, bytes: 36_000 };

/** Creates tags through the proxy, and sends messages of customers and attendants, until it is stopped. */
export function startLoad(
  world: LinkedCompany,
  customers: readonly Phone[],
  ticketOf: Map<string, number>,
  light = LIGHT,
) {
  const paceOf = (present: Work): Pace => (present === "light" ? light : PACES[present]);
  const book: Book = {
    acknowledged: [],
    unknown: [],
    inbound: new Map(),
    outbound: [],
    campaigns: [],
    acknowledgedAt: [],
  };
  let work: Work = "light";
  let isStopped = false;
  let next = 0;
  async function writer(index: number): Promise<void> {
    while (!isStopped) {
      const { writers, pauseMs } = paceOf(work);
      await Bun.sleep(index < writers ? pauseMs : TURN_MS);
      if (index >= writers) continue;
      next += 1;
      const name = `tag ${next}`;
      await world.call("POST", "/tags", { name, color: "#112233" }).then(
        () => {
          book.acknowledged.push(name);
          book.acknowledgedAt.push(performance.now());
        },
        async () => {
          book.unknown.push(name);
          await Bun.sleep(REFUSED_MS);
        },
      );
    }
  }
  async function say(phone: Phone, body: string): Promise<void> {
    const { id } = await phone.send.text(world.shop, body);
    book.inbound.set(id, body);
  }
  async function customer(phone: Phone): Promise<void> {
    for (let n = 0; !isStopped; ) {
      const { inMs } = paceOf(work);
      await Bun.sleep(inMs ?? TURN_MS);
      if (inMs === null) continue;
      n += 1;
      await say(phone, `cliente ${phone.number} mensagem ${n}`);
    }
  }
  async function attendant(): Promise<void> {
    for (let n = 0; !isStopped; ) {
      const { outMs } = paceOf(work);
      await Bun.sleep(outMs ?? TURN_MS);
      if (outMs === null) continue;
      n += 1;
      const [number, ticketId] = [...ticketOf][n % Math.max(1, ticketOf.size)] ?? [];
      const body = `resposta ${n}`;
      if (number !== undefined)
        await world
          .call("POST", `/messages/${ticketId}`, { body, clientMessageId: crypto.randomUUID() })
          .then(
            () => book.outbound.push({ body, number }),
            () => {},
          );
    }
  }
  const running = [
    ...Array.from({ length: MOST_WRITERS }, (_, index) => writer(index)),
    ...customers.map(customer),
    attendant(),
  ];
  let listId = 0;
  let versions = 0;
  return {
    book,
    /** Changes what happens; resolves when it happens. */
    async turnTo(wanted: Work): Promise<void> {
      work = wanted;
      if (wanted === "campaign") {
        if (listId === 0) listId = await makeList(world, customers);
        book.campaigns.push(await startCampaign(world, listId, book.campaigns.length));
      }
      if (wanted === "migration") {
        versions += 1;
        await beginMigration(world, newerProgram(world.folder, versions, MIGRATED_ROWS));
      }
      if (wanted === "large batch")
        await Promise.all(
          Array.from({ length: LARGE.messages }, (_, n) =>
            say(customers[n % customers.length] as Phone, randomBytes(LARGE.bytes).toString("base64")),
          ),
        );
    },
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

/** Gives both nodes this program and the cell to the standby, which migrates the company's file then. */
async function beginMigration(world: LinkedCompany, version: readonly string[]): Promise<void> {
  const owner = await ownerOf(world.nodes);
  const standby = otherNode(world, owner);
  await standby.stop();
  standby.version = version;
  standby.start();
  await untilCurrent(world, "a standby with a newer program");
  owner.version = version;
  await owner.command("cluster", "promote", standby.name);
  while (await owner.ownsCell()) await Bun.sleep(20);
}

async function makeList({ call }: LinkedCompany, customers: readonly Phone[]): Promise<number> {
  await call("PUT", "/settings/campaignsEnabled", { key: "campaignsEnabled", value: "true" });
  await call("PUT", "/settings/campaignDailyCap", { value: "0" });
  await call("POST", "/campaign-settings", { settings: { messageInterval: 0, longerIntervalAfter: 0 } });
  const { id } = await call<{ id: number }>("POST", "/contact-lists", { name: "Clientes" });
  for (const { number } of customers)
    await call("POST", "/contact-list-items", { name: number, number, email: "", contactListId: id });
  return id;
}

/** Starts a campaign to all customers, one message a second; returns its text. */
async function startCampaign(
  { call, connectionId }: LinkedCompany,
  contactListId: number,
  index: number,
): Promise<string> {
  const message1 = `promo ${index}`;
  await call("POST", "/campaigns", {
    ...{ name: `Promo ${index}`, message1, contactListId, whatsappId: connectionId },
    scheduledAt: new Date(Date.now() + 1000).toISOString(),
  });
  return message1;
}
