import { afterEach, describe, expect, test } from "bun:test";
import { journalBacklog } from "#channels/connections/index.ts";
import { createIntake } from "#channels/connections/intake.ts";
import { createLog } from "#platform/log.ts";
import { testUser } from "#test/helpers/installation.ts";
import { messageBacklogs } from "./backlog.ts";
import { storeEvents } from "./inbox/store.ts";
import { processSlice } from "./inbox/worker.ts";
import { writeMessage } from "./send/write.ts";
import { about, maria, type Scene, scene, wrote } from "./testing.ts";

let s: Scene;
afterEach(() => s.close());

interface Line {
  readonly msg: string;
  readonly networkId?: string;
  readonly outbox?: number;
  readonly message?: number;
}
const logged: Line[] = [];
const debugLog = () => {
  logged.length = 0;
  return createLog("debug", (line) => void logged.push(JSON.parse(line) as Line));
};
const linesOf = (wanted: (line: Line) => boolean) => logged.filter(wanted).map(({ msg }) => msg);

describe("the log of one message", () => {
  test("the log contains the network's message id at every step from the stored event to the broadcast", () => {
    s = scene({}, debugLog());
    const event = wrote(maria, "Bom dia", s.clock.now());
    s.receive(event);
    expect(linesOf(({ networkId }) => networkId === event.eventKey)).toEqual([
      "inbound event stored",
      "inbound event processed",
      "message broadcast",
    ]);
  });

  test("the log links the outbox id of a queued send to the network's id and to its receipts", async () => {
    s = scene({}, debugLog());
    s.receive(wrote(maria, "Bom dia", s.clock.now()));
    const ana = testUser(s.tenant, { name: "Ana", profile: "admin" });
    s.rows("UPDATE ticket SET status = 'open', user_id = ? RETURNING id", ana.actor.id);
    const message = writeMessage(ana, {
      ticketId: 1,
      body: "Olá",
      quotedId: null,
      clientMessageId: undefined,
    });
    await s.settle();
    const sent = logged.find(({ msg }) => msg === "send handed to the network");
    for (const ack of [1, 4] as const)
      s.receive(about(maria, "ack", String(sent?.networkId), { at: s.clock.now(), ack, error: null }));
    expect(
      linesOf(({ outbox, networkId }) => outbox === sent?.outbox || networkId === sent?.networkId),
    ).toEqual(
      expect.arrayContaining(["send queued", "send handed to the network", "send ended", "receipt stored"]),
    );
    expect(message).toBeDefined();
  });
});

describe("the backlog metrics", () => {
  test("the inbox metric counts received events until they are processed, with the age of the oldest", () => {
    s = scene();
    expect(messageBacklogs(s.installation).inbox).toEqual({ rows: 0, oldestSeconds: 0 });
    storeEvents(s.tenant, s.connectionId, [
      wrote(maria, "Oi", s.clock.now()),
      wrote(maria, "Tudo bem?", s.clock.now()),
    ]);
    s.clock.advance(90_000);
    expect(messageBacklogs(s.installation).inbox).toEqual({ rows: 2, oldestSeconds: 90 });
    while (processSlice(s.tenant)) {}
    expect(messageBacklogs(s.installation).inbox).toEqual({ rows: 0, oldestSeconds: 0 });
  });

  test("the outbox metric counts due sends of connected numbers, not those of offline numbers", () => {
    s = scene();
    s.receive(wrote(maria, "Bom dia", s.clock.now()));
    s.rows(
      `INSERT INTO outbox (connection_id, contact_id, source, source_key, payload, next_try_at, created_at)
       VALUES (?, 1, 'test', 'a', '{}', ?, ?) RETURNING id`,
      s.connectionId,
      s.clock.now(),
      s.clock.now(),
    );
    s.clock.advance(5000);
    expect(messageBacklogs(s.installation).outbox).toEqual({ rows: 1, oldestSeconds: 5 });
    s.rows("UPDATE connection SET status = 'DISCONNECTED' RETURNING id");
    expect(messageBacklogs(s.installation).outbox).toEqual({ rows: 0, oldestSeconds: 0 });
  });

  test("the journal metric counts the rows that a WhatsApp session announced until their events are stored", () => {
    s = scene();
    expect(journalBacklog(s.installation)).toEqual({ rows: 0, oldestSeconds: 0 });
    const batch = { id: 1, events: [wrote(maria, "Oi", s.clock.now())], behind: 7 };
    createIntake(s.installation).inbound(s.key, batch);
    s.clock.advance(3000);
    expect(journalBacklog(s.installation)).toEqual({ rows: 7, oldestSeconds: 3 });
    createIntake(s.installation).inbound(s.key, { ...batch, id: 2, behind: 0 });
    expect(journalBacklog(s.installation)).toEqual({ rows: 0, oldestSeconds: 0 });
  });
});
