import { afterAll, beforeAll, expect, test } from "bun:test";
import { GRAPH_APP } from "#simulator/graph/app.ts";
import { addNumber, type CloudNumber, cloudOf, type SentByCloud } from "#simulator/graph/cloud-book.ts";
import { customerOf } from "#simulator/graph/cloud-people.ts";
import { type GraphSimulator, startGraph } from "#simulator/graph/server.ts";
import { noneLeft } from "#test/helpers/none-left.ts";
import { ServerProcess } from "#test/helpers/server-process.ts";
import { furnish, startPartners } from "./automatic-company.ts";
import { expected, ordered, Talks } from "./automatic-talks.ts";

/** Kills: 5 in the ordinary run, 200 in the long one (`FAULT_KILLS=200`). */
const KILLS = Number(process.env["FAULT_KILLS"] ?? 5);
/** The long run waits until sends with an unknown outcome fail, a minute later. */
const IS_LONG = KILLS > 20;
/** Prompts answer after 4 s: they begin early enough not to lengthen the ordinary run. */
const LAST_PROMPT = KILLS - 4;

let graph: GraphSimulator;
let server: ServerProcess;
let partners: ReturnType<typeof startPartners>;
let talks: Talks;
/**
 * Messages that were claimed but had not reached the network at a kill, by the customer's number. The network cannot recognise
 * repeated messages, so they are not sent again.
 */
const lost = new Map<string, readonly string[]>();

beforeAll(async () => {
  graph = startGraph();
  graph.repeatAfterMs = 100;
  partners = startPartners();
  server = new ServerProcess({ env: { META_GRAPH_URL: graph.url, ALLOW_PRIVATE_URLS: "true" } });
  await server.start();
  await server.signIn();
  graph.webhook = `${server.url}/webhooks/meta`;
  await server.call("PUT", "/settings/metaAppSecret", { key: "metaAppSecret", value: GRAPH_APP.secret });
  const numbers = { menu: addNumber(graph.book, "Aurora"), greeting: addNumber(graph.book, "Bairro") };
  await furnish(
    server,
    { menu: await connect(numbers.menu), greeting: await connect(numbers.greeting) },
    partners,
  );
  talks = new Talks({
    server,
    addCustomer: ({ to }, index) => addCustomer(numbers[to], index),
    lost: ({ number }) => lost.get(number)?.length ?? 0,
    watchArrivals(arrived) {
      const book = cloudOf(graph.book);
      book.onArrival = arrived;
      return () => {
        book.onArrival = () => undefined;
      };
    },
    patienceMs: IS_LONG ? 10 * 60_000 : 60_000,
  });
}, 300_000);
afterAll(async () => {
  await server?.remove();
  await graph?.stop();
  await partners?.stop();
});

/** Connects an official number that sends each text alone. */
async function connect({ name, id, businessId, token }: CloudNumber): Promise<number> {
  const account = { phoneNumberId: id, businessAccountId: businessId, accessToken: token };
  const fields = { name, provider: "cloud", bundleFor: "off" };
  return (await server.call<{ id: number }>("POST", "/whatsapp", { ...fields, ...account })).id;
}

function addCustomer(number: CloudNumber, index: number) {
  const phone = `5511982${String(100_000 + index)}`;
  const person = customerOf(graph, number, { name: `Cliente ${index}`, phone });
  return {
    number: phone,
    heard: () => cloudOf(graph.book).sent.flatMap((sent) => (sent.to === phone ? [textOf(sent)] : [])),
    // The next message leaves when the network has delivered this one.
    write(text: string) {
      cloudOf(graph.book).wroteAt.set(`${number.id}:${phone}`, Date.now());
      const message = { id: graph.book.newId("wamid.C"), type: "text", text: { body: text } };
      return graph.post(person.body(message, Date.now()));
    },
  };
}

/** The first line of a text: the options of a menu are buttons here. */
const firstLine = (text = ""): string => text.split("\n")[0] ?? "";
function textOf({ body }: SentByCloud): string {
  const { text, interactive } = body as {
    readonly text?: { readonly body: string };
    readonly interactive?: { readonly body: { readonly text: string } };
  };
  return firstLine(text?.body ?? interactive?.body.text);
}

interface Send {
  readonly temporaryId: string;
  readonly number: string;
  readonly state: string;
  readonly error: string | null;
}
const unsent = () =>
  talks.stored<Send>(
    `SELECT o.provider_id AS temporaryId, i.value AS number, o.state, o.error
     FROM outbox o JOIN message m ON m.id = o.message_id
     JOIN contact_identity i ON i.contact_id = m.contact_id AND i.kind = 'pn' WHERE o.state <> 'sent' ORDER BY o.id`,
  );

/** Notes the claimed sends that never arrived. */
async function noteLost(): Promise<void> {
  // A call that was on its way at the kill still arrives.
  await Bun.sleep(100);
  const arrived = new Set(cloudOf(graph.book).sent.map(({ body }) => body["biz_opaque_callback_data"]));
  for (const { temporaryId, number, state } of unsent()) {
    const known = lost.get(number) ?? [];
    if (state === "sending" && !arrived.has(temporaryId) && !known.includes(temporaryId))
      lost.set(number, [...known, temporaryId]);
  }
}

/** The texts of each customer's ticket, without the lost ones, in the order of the conversation. */
function notLost(lostIds: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const rows = talks.stored<{ number: string; text: string; temporaryId: string | null }>(
    `SELECT i.value AS number, m.body AS text, o.provider_id AS temporaryId
     FROM message m JOIN contact_identity i ON i.contact_id = m.contact_id AND i.kind = 'pn'
     LEFT JOIN outbox o ON o.message_id = m.id WHERE m.from_me = 1 ORDER BY m.place`,
  );
  const left = rows.filter(({ temporaryId }) => !lostIds.has(temporaryId ?? ""));
  const groups = Map.groupBy(left, ({ number }) => number);
  return new Map([...groups].map(([number, group]) => [number, group.map(({ text }) => firstLine(text))]));
}

test(
  `customers of official numbers get each automatic text at most once and in order, and tickets show which did not arrive, across ${KILLS} kills`,
  async () => {
    const hits = { queued: 0, sending: 0, undecided: 0, called: 0 };
    for (let kills = 0; kills < KILLS; kills += 1)
      await talks.killAndGoOn(
        kills,
        ({ name }) => name !== "prompt" || kills < LAST_PROMPT,
        async () => {
          for (const [key, rows] of Object.entries(talks.undone()))
            if (rows > 0) hits[key as keyof typeof hits] += 1;
          await noteLost();
        },
      );
    await talks.goOn(0);
    const lostIds = new Set([...lost.values()].flat());
    const waiting = () => {
      const { sending, ...others } = talks.undone();
      const unknown = IS_LONG
        ? []
        : unsent().filter((row) => row.state === "sending" && lostIds.has(row.temporaryId));
      return Object.values(others).reduce((sum, rows) => sum + rows, sending - unknown.length);
    };
    await noneLeft(waiting, "nothing under way", IS_LONG ? 120_000 : 60_000);
    await graph.settled();
    if (IS_LONG)
      console.log(
        `kills with such rows, of ${KILLS}: ${JSON.stringify({ ...hits, lost: lostIds.size, talks: talks.all.length })}`,
      );

    const [shown, arrived] = [talks.shown(), notLost(lostIds)];
    for (const { dialog, customer } of talks.all) {
      const compared = (texts: readonly string[] = []) => [
        dialog.name,
        ...ordered(dialog, texts.map(firstLine)),
      ];
      expect(compared(shown.get(customer.number))).toEqual(compared(expected(dialog)));
      expect(compared(customer.heard())).toEqual(compared(arrived.get(customer.number)));
    }
    const left = unsent();
    expect(new Set(left.map(({ temporaryId }) => temporaryId))).toEqual(lostIds);
    for (const { state, error } of left)
      if (IS_LONG || state !== "sending") expect([state, error]).toEqual(["failed", "unknown_outcome"]);
    expect(talks.count("message WHERE from_me = 1 AND send_state = 'failed'")).toBe(
      left.filter(({ state }) => state === "failed").length,
    );
    expect(hits.queued + hits.sending).toBeGreaterThan(0);
  },
  10 * 60_000 + KILLS * 30_000,
);
