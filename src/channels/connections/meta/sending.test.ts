import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { all, one, run } from "#platform/db/database.ts";
import type { GraphPerson } from "#simulator/graph/people.ts";
import { type PagesApp, type PagesOffice, pagesOffice, quiet, startPagesApp } from "#test/helpers/pages.ts";

let world: PagesApp;
let office: PagesOffice;
beforeAll(async () => {
  world = await startPagesApp();
});
afterAll(() => world.stop());

interface Row {
  readonly body: string;
  readonly ack: number;
  readonly sendState: string | null;
  readonly sendError: string | null;
  readonly providerId: string | null;
  readonly origin: string;
}
const rows = (contact: string) =>
  all<Row>(
    office.tenant.db,
    `SELECT m.body, m.ack, m.send_state AS sendState, m.send_error AS sendError, m.provider_id AS providerId, m.origin
     FROM message m JOIN contact c ON c.id = m.contact_id WHERE c.name = ? ORDER BY m.id`,
    contact,
  );
const statusOf = (id: number) =>
  one<{ status: string; reason: string | null }>(
    office.tenant.db,
    "SELECT status, status_reason AS reason FROM connection WHERE id = ?",
    id,
  );

/** Sends a customer's message and assigns its ticket to Ana; returns the id of the ticket. */
async function meet(person: GraphPerson): Promise<number> {
  person.writes("Oi");
  await quiet(world.graph);
  const { id = 0 } = one<{ id: number }>(office.tenant.db, "SELECT max(id) AS id FROM ticket") ?? {};
  run(
    office.tenant.db,
    "UPDATE ticket SET status = 'open', user_id = ?, queue_id = ? WHERE id = ?",
    office.ana.actor.id,
    office.queueId,
    id,
  );
  return id;
}
const say = async (ticketId: number, body: string) => {
  await office.asAna.post(`/messages/${ticketId}`, { body });
  await quiet(world.graph);
};
const sentTo = (person: GraphPerson) =>
  world.graph.book.sent
    .filter(({ to }) => to === person.id)
    .map(({ text }) => text?.replace(/^\*Ana:\*\n/, ""));

describe.each(["facebook", "instagram"] as const)("%s", (channel) => {
  let person: GraphPerson;
  let ticketId = 0;
  const connectionId = () => (channel === "facebook" ? office.facebookId : office.instagramId);
  beforeAll(async () => {
    office = await pagesOffice(world);
    person = channel === "facebook" ? office.maria : office.joao;
    ticketId = await meet(person);
  });
  const name = () => (channel === "facebook" ? "Maria Souza" : "João Lima");

  test("%s: an answer is sent once under the network's id, and its echo is not a second message", async () => {
    await say(ticketId, "Bom dia!");
    const sent = rows(name()).at(-1);
    expect(sent).toMatchObject({ ack: 1, sendState: "sent", origin: "user" });
    expect(sent?.providerId).toBe(world.graph.book.sent.at(-1)?.mid ?? "");
    expect(rows(name())).toHaveLength(2);
  });

  test("%s: a message written in the network's own inbox is stored as ours", async () => {
    const place = person.place;
    await world.graph.post({
      object: place.on,
      entry: [
        {
          id: place.on === "page" ? place.page.id : place.page.instagram?.id,
          messaging: [
            {
              sender: { id: place.on === "page" ? place.page.id : place.page.instagram?.id },
              recipient: { id: person.id },
              timestamp: world.app.clock.now(),
              message: { mid: `m_inbox_${channel}`, is_echo: true, text: "Já envio a foto" },
            },
          ],
        },
      ],
    });
    await quiet(world.graph);
    expect(rows(name()).at(-1)).toMatchObject({
      body: "Já envio a foto",
      origin: "phone",
      sendState: "sent",
    });
  });

  test("%s: read receipts apply to all earlier messages", async () => {
    world.app.clock.advance(1000);
    person.reads();
    await quiet(world.graph);
    expect(
      rows(name())
        .filter(({ sendState }) => sendState)
        .map(({ ack }) => ack),
    ).toEqual([3, 3]);
  });

  test("%s: a lost response is settled by the echo without sending twice", async () => {
    world.graph.book.loseAnswers = 1;
    await say(ticketId, "Só uma vez");
    for (let minute = 0; minute < 3; minute++) {
      world.app.clock.advance(61_000);
      await world.app.app.runJob("outbox");
      await quiet(world.graph);
    }
    expect(sentTo(person).filter((text) => text === "Só uma vez")).toHaveLength(1);
    const row = rows(name()).find(({ body }) => body.endsWith("Só uma vez"));
    expect(row).toMatchObject({ sendState: "sent", providerId: world.graph.book.sent.at(-1)?.mid ?? "" });
  });

  test("%s: a message fails after a minute without response and echo, and is not sent again", async () => {
    world.graph.book.loseAnswers = 1;
    world.graph.book.echoes = false;
    await say(ticketId, "Ninguém sabe");
    for (let minute = 0; minute < 3; minute++) {
      world.app.clock.advance(61_000);
      await world.app.app.runJob("outbox");
      await quiet(world.graph);
    }
    world.graph.book.echoes = true;
    expect(sentTo(person).filter((text) => text === "Ninguém sabe")).toHaveLength(1);
    expect(rows(name()).at(-1)).toMatchObject({ sendState: "failed", sendError: "ERR_SENDING_WAPP_MSG" });
    const reason = one<{ error: string }>(
      office.tenant.db,
      "SELECT error FROM outbox ORDER BY id DESC LIMIT 1",
    );
    expect(reason?.error).toBe("unknown_outcome");
  });

  test("%s: messages stay in the outbox during an outage and are delivered in order", async () => {
    world.graph.book.down = true;
    for (const body of ["um", "dois", "três"]) await say(ticketId, body);
    expect(statusOf(connectionId())?.status).not.toBe("CONNECTED");
    for (let minute = 0; minute < 20; minute++) {
      world.app.clock.advance(61_000);
      await world.app.app.runJob("outbox");
      await quiet(world.graph);
    }
    expect(statusOf(connectionId())?.status).toBe("TIMEOUT");
    expect(
      rows(name())
        .slice(-3)
        .map(({ sendState }) => sendState),
    ).toEqual(["queued", "queued", "queued"]);
    world.graph.book.down = false;
    for (let minute = 0; minute < 8; minute++) {
      world.app.clock.advance(61_000);
      await world.app.app.runJob("outbox");
      await quiet(world.graph);
    }
    expect(statusOf(connectionId())?.status).toBe("CONNECTED");
    expect(sentTo(person).slice(-3)).toEqual(["um", "dois", "três"]);
  });

  test("%s: an invalid token stops the connection; waiting messages are sent with a new one", async () => {
    world.graph.book.revoke(office.page);
    await say(ticketId, "Depois");
    expect(statusOf(connectionId())).toEqual({ status: "DISCONNECTED", reason: "token_invalid" });
    expect(rows(name()).at(-1)?.sendState).toBe("queued");
    const again = await office.asAdmin.post("/facebook", {
      addInstagram: true,
      facebookUserId: "me",
      facebookUserToken: office.userToken,
    });
    expect(again.status).toBe(200);
    await quiet(world.graph);
    expect(statusOf(connectionId())?.status).toBe("CONNECTED");
    expect(sentTo(person).at(-1)).toBe("Depois");
  });
});
