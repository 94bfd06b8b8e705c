import { expect } from "bun:test";
import type { LedgerEntry } from "#simulator/messaging/ledger.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import type { LinkedCompany } from "./cluster-world.ts";
import { damage, differentFiles, rowsOf } from "./compare-files.ts";
import type { Book } from "./load.ts";
import { ownerOf } from "./pair.ts";

const CALM_MS = 180_000;

/** `cluster status` counts a node as alive for 10 s after its last heartbeat. */
async function doNodesAnswer({ nodes }: Pick<LinkedCompany, "nodes">): Promise<boolean> {
  const asked = nodes.map(({ url }) => fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1000) }));
  const answers = await Promise.allSettled(asked);
  return answers.every((answer) => answer.status === "fulfilled" && answer.value.ok);
}

/** Waits until both nodes run and `cluster status` finds no problem: the standby is current, and so are all NATS servers. */
export const untilCurrent = (
  world: Pick<LinkedCompany, "nodes">,
  what = "a current standby",
): Promise<string> => {
  let last = "";
  return eventually(
    async () => {
      if (!(await doNodesAnswer(world))) return undefined;
      return world.nodes[0].command("cluster", "status").catch((error: Error) => {
        last = error.message;
        return undefined;
      });
    },
    what,
    CALM_MS,
  ).catch((error: Error) => {
    throw new Error(`${error.message}\n${last}`);
  });
};

/** Waits until WhatsApp has all receipts, the outbox is empty and every campaign is finished. */
export async function calm(world: LinkedCompany, { inbound }: Book): Promise<void> {
  const open = () => world.network.ledger.of(world.shop.number).filter(({ settledAt }) => settledAt === null);
  await eventually(
    async () => (open().length === 0 ? true : undefined),
    "every stanza settled",
    CALM_MS,
  ).catch(async (error: Error) => {
    throw new Error(`${error.message}: ${await unsettled(world, open())}`);
  });
  let last = "";
  await eventually(
    async () => {
      const { directory } = await ownerOf(world.nodes);
      const [row] = rowsOf<{ waiting: number; stored: number; running: number }>(
        directory,
        world.file,
        `SELECT (SELECT count(*) FROM outbox WHERE state IN ('queued', 'sending')) AS waiting,
                (SELECT count(*) FROM message WHERE from_me = 0) AS stored,
                (SELECT count(*) FROM campaign WHERE status <> 'finished') AS running`,
      );
      last = JSON.stringify({ ...row, inbound: inbound.size });
      await Bun.sleep(200);
      return row && row.waiting + row.running === 0 && row.stored >= inbound.size ? true : undefined;
    },
    "an empty outbox, no running campaign and every message stored",
    CALM_MS,
  ).catch((error: Error) => {
    throw new Error(`${error.message}: ${last}`);
  });
}

/** Describes messages without a receipt: whether the connection is down, and whether the owner has stored them. */
async function unsettled(world: LinkedCompany, open: readonly LedgerEntry[]): Promise<string> {
  const { directory } = await ownerOf(world.nodes);
  const isStored = (id: string) =>
    rowsOf(directory, world.file, `SELECT 1 FROM message WHERE provider_id = '${id}'`).length > 0;
  const links = rowsOf<{ status: string }>(directory, world.file, "SELECT status FROM connection");
  const devices = [...world.shop.companions.values()].map(
    ({ id, wire, isLive, queue }) =>
      `${id} ${wire ? "connected" : "away"} ${isLive ? "live" : "not live"} ${queue.size}`,
  );
  const first = open
    .slice(0, 5)
    .map(
      ({ id, device, queuedAt }) =>
        `${id} to ${device} ${Date.now() - queuedAt} ms ago, stored: ${isStored(id)}`,
    );
  return `${open.length} open; ${first.join("; ")}; connections ${JSON.stringify(links)}; devices ${devices.join(", ")}`;
}

/**
 * Checks that the owner's files have everything that clients and customers know exactly once, and the phones everything that
 * was sent exactly once.
 */
export async function checkBook(
  world: LinkedCompany,
  book: Book,
  customers: readonly Phone[],
): Promise<void> {
  const { directory } = await ownerOf(world.nodes);
  const tags = rowsOf<{ name: string }>(directory, world.file, "SELECT name FROM tag").map(
    ({ name }) => name,
  );
  const stored = new Set(tags);
  const messages = rowsOf<{ id: string; body: string }>(
    directory,
    world.file,
    "SELECT provider_id AS id, body FROM message WHERE from_me = 0",
  );
  const byId = new Map(messages.map(({ id, body }) => [id, body]));
  const received = customers.flatMap((customer) =>
    customer.inbox.map(({ content }) => {
      const text = content.conversation ?? content.extendedTextMessage?.text ?? "";
      return `${customer.number}:${text.replace(/^\*[^*]+:\*\n/, "")}`;
    }),
  );
  const sent = [
    ...book.outbound.map(({ body, number }) => `${number}:${body}`),
    ...book.campaigns.flatMap((body) => customers.map(({ number }) => `${number}:${body}`)),
  ];
  const phone = new Set(received);
  const [tickets] = rowsOf<{ n: number }>(
    directory,
    world.file,
    "SELECT count(*) AS n FROM (SELECT 1 FROM ticket WHERE status <> 'closed' GROUP BY connection_id, contact_id HAVING count(*) > 1)",
  );
  expect({
    lostWrites: book.acknowledged.filter((name) => !stored.has(name)),
    doubledWrites: tags.length - stored.size,
    lostMessages: [...book.inbound].filter(([id, body]) => byId.get(id) !== body).length,
    doubledMessages: messages.length - byId.size,
    lostSends: sent.filter((text) => !phone.has(text)),
    doubledSends: received.filter((text, index) => received.indexOf(text) !== index),
    doubledTickets: tickets?.n,
  }).toEqual({
    lostWrites: [],
    doubledWrites: 0,
    lostMessages: 0,
    doubledMessages: 0,
    lostSends: [],
    doubledSends: [],
    doubledTickets: 0,
  });
}

/** Checks that both nodes have the same bytes and that SQLite finds no damage. */
export async function checkFiles(world: Pick<LinkedCompany, "nodes">): Promise<void> {
  await untilCurrent(world);
  const owner = await ownerOf(world.nodes);
  const standby = world.nodes.find((node) => node !== owner);
  if (!standby) throw new Error("no standby");
  owner.signal("SIGSTOP");
  await Bun.sleep(1500);
  const different = differentFiles(owner.directory, standby.directory);
  const damaged = [...damage(owner.directory), ...damage(standby.directory)];
  owner.signal("SIGCONT");
  expect({ different, damaged }).toEqual({ different: [], damaged: [] });
}
