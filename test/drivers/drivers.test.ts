import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { testQueue } from "#test/helpers/installation.ts";
import { type PagesApp, startPagesApp } from "#test/helpers/pages.ts";
import { type Desk, deskOf } from "./desk.ts";
import { type Line, type SampleFile, until } from "./line.ts";
import { officialLine } from "./official-line.ts";
import { pageLine } from "./page-line.ts";
import { phoneLine } from "./phone-line.ts";
import { fileOf, sampleFiles } from "./samples.ts";

// Scenarios shared by all channels. Where networks differ, `connections/provider/abilities.ts` decides.
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let meta: PagesApp;
let phone: Awaited<ReturnType<typeof phoneLine>>;
let files: readonly SampleFile[];
beforeAll(async () => {
  [meta, phone, files] = await Promise.all([startPagesApp(), phoneLine(), sampleFiles()]);
}, 30_000);
afterAll(async () => {
  await Promise.all([meta.stop(), phone.stop()]);
});

const LINES: Readonly<Record<string, () => Promise<Line>>> = {
  "WhatsApp by QR code": async () => phone,
  "the official WhatsApp": () => officialLine(meta),
  Messenger: () => pageLine(meta, "facebook"),
  Instagram: () => pageLine(meta, "instagram"),
};

describe.each(Object.keys(LINES))("%s", (name) => {
  let desk: Desk;
  let line: Line;
  beforeAll(async () => {
    line = await (LINES[name] as () => Promise<Line>)();
    desk = deskOf(line);
  });
  const db = () => line.ana.tenant.db;

  test("a customer's first message opens one ticket under their name, and the answer reaches them once", async () => {
    const talk = await desk.meet("Maria Souza");
    await talk.shows(({ body, fromMe }) => body === "Oi" && !fromMe, "her words");
    const answer = await talk.say("Bom dia! *Posso* ajudar?\nTemos 🍰");
    await talk.reached(answer, "Bom dia! *Posso* ajudar?\nTemos 🍰");
    await talk.person.writes("Quero um");
    await talk.shows(({ body }) => body === "Quero um", "what she answered");
    expect(talk.person.arrived()).toHaveLength(1);
    expect(
      all(
        db(),
        "SELECT id FROM ticket WHERE contact_id = (SELECT id FROM contact WHERE name = 'Maria Souza')",
      ),
    ).toHaveLength(1);
  });

  test("a customer without a phone number is a complete contact", async () => {
    const talk = await desk.meet(undefined, { phone: false });
    const contact = one<{ number: string | null }>(
      db(),
      "SELECT number FROM contact WHERE name = ?",
      talk.person.name,
    );
    expect(contact).toEqual({ number: null });
    await talk.reached(await talk.say("Anotado"), "Anotado");
  });

  test("read receipts of the customer arrive at their messages", async () => {
    const talk = await desk.meet();
    const answer = await talk.say("Chegou?");
    await talk.reached(answer, "Chegou?");
    line.app.clock.advance(SECOND);
    await talk.person.reads();
    const read = await talk.shows(({ id, ack }) => id === answer.id && ack >= 3, "the mark");
    expect(read.ack).toBe(desk.can.marks === "message" ? 4 : 3);
  });

  test("every kind of file from a customer is stored unchanged", async () => {
    const talk = await desk.meet();
    for (const file of files.filter(({ kind }) => kind !== "document" || desk.can.documents)) {
      await talk.person.sends(file);
      const type = file.kind === "document" ? "application" : file.kind;
      const shown = await talk.shows(
        ({ mediaType, mediaState }) => mediaType === type && mediaState === "stored",
        type,
      );
      const stored = await fetch(`${line.app.url}${shown.mediaUrl}`);
      expect(Buffer.from(await stored.arrayBuffer()).equals(Buffer.from(file.bytes))).toBe(true);
    }
  });

  test("every kind of file from an attendant arrives unchanged, with its caption or followed by it", async () => {
    const talk = await desk.meet();
    for (const file of files) {
      await desk.later(3 * SECOND);
      const before = talk.person.arrived().length;
      const { status, message } = await talk.sendFile(fileOf(file), `Veja: ${file.kind}`);
      if (file.kind === "document" && !desk.can.documents) {
        expect(status).toBe(415);
        continue;
      }
      expect([status, message?.mediaType]).toEqual([
        200,
        file.kind === "document" ? "application" : file.kind,
      ]);
      // Audio has no caption.
      const withWords = desk.can.caption && file.kind !== "audio";
      const [sent, words] = await until(() => {
        const fresh = talk.person.arrived().slice(before);
        return fresh.length >= (desk.can.caption ? 1 : 2) ? fresh : undefined;
      }, file.kind);
      expect([sent?.kind, sent?.text]).toEqual([file.kind, withWords ? `Veja: ${file.kind}` : ""]);
      if (!desk.can.caption) expect(words?.text).toBe(`Veja: ${file.kind}`);
      expect(Buffer.from((await sent?.bytes()) ?? []).equals(Buffer.from(file.bytes))).toBe(true);
    }
  });

  test("quotes refer to the quoted message in both directions", async () => {
    const talk = await desk.meet();
    const ours = await talk.say("Bolo ou torta?");
    await talk.reached(ours, "Bolo ou torta?");
    const id = await talk.person.writes("Esse!", { quotes: talk.person.arrived()[0]?.id ?? "" });
    const theirs = await talk.shows(({ body }) => body === "Esse!", "the answer");
    expect(theirs.quotedMsg).toMatchObject({ id: ours.id, fromMe: true });
    const back = await talk.say("Ótimo", { quotedMsg: { id: theirs.id } });
    await talk.reached(back, "Ótimo");
    expect(talk.person.arrived().at(-1)?.quotes).toBe(id);
  });

  test("a customer's reaction is shown and disappears when it is removed", async () => {
    const talk = await desk.meet();
    const ours = await talk.say("Obrigada!");
    await talk.reached(ours, "Obrigada!");
    const id = talk.person.arrived()[0]?.id ?? "";
    await talk.person.reacts(id, "❤️");
    const loved = await talk.shows((each) => each.id === ours.id && each.reactions.length > 0, "the heart");
    expect(loved.reactions).toMatchObject([{ emoji: "❤️" }]);
    line.app.clock.advance(SECOND);
    await talk.person.reacts(id, "");
    await talk.shows((each) => each.id === ours.id && each.reactions.length === 0, "no heart");
  });

  test("an attendant's reaction reaches the customer or is refused with a reason", async () => {
    const talk = await desk.meet();
    const id = await talk.person.writes("Adorei o bolo");
    const theirs = await talk.shows(({ body }) => body === "Adorei o bolo", "the praise");
    const { status, body } = await desk.api().put(`/messages/${theirs.id}/reaction`, { emoji: "👍" });
    expect([status, body.error]).toEqual(desk.can.react ? [200, undefined] : [400, "ERR_NOT_SUPPORTED"]);
    if (desk.can.react) await until(() => talk.person.reactionTo(id) === "👍", "our reaction");
    else expect((await talk.messages()).flatMap(({ reactions }) => reactions)).toEqual([]);
  });

  test("a message that the customer deletes or edits is shown as deleted or edited", async () => {
    const talk = await desk.meet();
    const id = await talk.person.writes("São dez");
    await talk.shows(({ body }) => body === "São dez", "the words");
    if (desk.can.editedByCustomer) {
      await talk.person.edits(id, "São doze");
      await talk.shows(({ body, isEdited }) => body === "São doze" && isEdited, "the change");
    }
    await talk.person.deletes(id);
    await talk.shows(({ isDeleted }) => isDeleted, "the deletion");
  });

  test("an attendant's edit and deletion reach the customer or are refused with a reason", async () => {
    const talk = await desk.meet();
    const ours = await talk.say("São R$ 10");
    await talk.reached(ours, "São R$ 10");
    const changed = await desk.api().put(`/messages/${ours.id}`, { body: "São R$ 12" });
    expect([changed.status, changed.body.error]).toEqual(
      desk.can.edit ? [200, undefined] : [400, "ERR_NOT_SUPPORTED"],
    );
    if (desk.can.edit) await until(() => talk.person.arrived()[0]?.text === "São R$ 12", "the change");
    const deleted = await desk.api().delete(`/messages/${ours.id}`);
    expect(deleted.body?.error).toBe(desk.can.delete ? undefined : "ERR_NOT_SUPPORTED");
    if (desk.can.delete) await until(() => talk.person.arrived()[0]?.isDeleted, "the deletion");
  });

  test("the customer sees that a message was read and that an attendant is typing", async () => {
    const talk = await desk.meet();
    const socket = await line.app.socket(line.ana, { watch: [talk.ticketId] });
    socket.send({ t: "joinChatBox", ticketId: talk.ticketId });
    const id = await talk.person.writes("Alguém aí?");
    await until(() => talk.person.hasSeenReading(id), "the mark of reading");
    socket.send({ t: "typing", ticketId: talk.ticketId });
    await until(() => talk.person.hasSeenTyping(), "typing…");
    socket.close();
  });

  test("a message sent outside the product is in the conversation, and nothing answers it", async () => {
    const talk = await desk.meet();
    await talk.person.isWrittenToBesideUs("Respondi por fora");
    const echo = await talk.shows(({ body }) => body === "Respondi por fora", "the echo");
    expect(echo).toMatchObject({ fromMe: true, origin: "phone", sendState: "sent" });
  });

  test("a message that arrives twice or late is stored once, in one ticket", async () => {
    const talk = await desk.meet();
    const now = line.app.clock.now();
    line.repeats(true);
    await talk.person.writes("segundo", { at: now });
    await talk.person.writes("primeiro", { at: now - 40 * SECOND });
    line.repeats(false);
    await talk.person.writes("fim", { at: now });
    await talk.shows(({ body }) => body === "fim", "the last one");
    const words = (await talk.messages()).map(({ body }) => body).sort();
    expect(words).toEqual(["Oi", "fim", "primeiro", "segundo"]);
  });

  test("a text longer than the network allows is refused before it is stored", async () => {
    const talk = await desk.meet();
    const { status, body } = await desk
      .api()
      .post(`/messages/${talk.ticketId}`, { body: "a".repeat(desk.can.longestText + 1) });
    expect([status, body.details?.fields]).toEqual([400, { body: "too_long" }]);
    expect(await talk.messages()).toHaveLength(1);
    const most = "a".repeat(desk.can.longestText - "*Ana:*\n".length);
    await talk.reached(await talk.say(most), most);
  });

  test("menus are answered by number on every channel, and by button where the channel has buttons", async () => {
    const [first, second] = ["Bolos", "Tortas"].map((title) =>
      testQueue(line.ana.tenant, `${title} ${line.driver}`),
    );
    for (const queue of [first, second])
      run(db(), "INSERT INTO connection_queue VALUES (?, ?)", line.connectionId, queue ?? 0);
    run(db(), "UPDATE connection SET greeting_message = 'Escolha:' WHERE id = ?", line.connectionId);
    writeSetting(line.ana.tenant, "chatBotType", "button");
    const [typing, pressing] = [line.person("Quem Digita"), line.person("Quem Aperta")];
    const queueOf = (name: string) =>
      one<{ id: number | null }>(
        db(),
        "SELECT t.queue_id AS id FROM ticket t JOIN contact c ON c.id = t.contact_id WHERE c.name = ?",
        name,
      )?.id;
    const menus = (who: typeof typing) => who.arrived().filter(({ text }) => text.startsWith("Escolha:"));
    for (const person of [typing, pressing]) {
      await person.writes("Oi");
      await until(() => menus(person).length === 1, "the menu");
    }
    line.app.clock.advance(5 * SECOND);
    await typing.writes("2");
    await until(() => queueOf(typing.name) === second, "the second queue");
    const shown = pressing.pressable();
    expect(shown.length).toBe(desk.can.menus === "text" ? 0 : 2);
    expect(menus(pressing)[0]?.text.includes("*2* - Tortas")).toBe(desk.can.menus !== "pressed");
    if (shown[1]) await pressing.presses(shown[1]);
    else await pressing.writes(`Tortas ${line.driver}`);
    await until(() => queueOf(pressing.name) === second, "the pressed queue");
    run(db(), "DELETE FROM connection_queue WHERE connection_id = ?", line.connectionId);
    run(db(), "UPDATE connection SET greeting_message = '' WHERE id = ?", line.connectionId);
  });

  test("after a lost response of the network the customer has the message at most once and its state is shown", async () => {
    const talk = await desk.meet();
    const found = line.losesWord();
    const ours = await talk.say("Só uma vez");
    await until(() => talk.person.arrived().length === 1, "the message");
    const settled = await until(async () => {
      await desk.later(61 * SECOND);
      await Bun.sleep(15);
      const state = (await talk.messages()).find(({ id }) => id === ours.id)?.sendState;
      return state === "sent" || state === "failed" ? state : undefined;
    }, "a verdict");
    found();
    // On networks where we create the id, the message is sent again with it and the network drops the duplicate;
    // elsewhere the outcome is unknown and a person decides.
    expect(settled).toBe(desk.can.ids === "ours" ? "sent" : "failed");
    expect(talk.person.arrived()).toHaveLength(1);
  });

  test("messages above the rate limit of the network wait and are sent in order", async () => {
    const talk = await desk.meet();
    line.limits(6);
    for (const body of ["um", "dois", "três"]) await talk.say(body);
    await until(async () => {
      await desk.later(21 * SECOND);
      await Bun.sleep(15);
      return talk.person.arrived().length === 3;
    }, "all three");
    expect(talk.person.arrived().map(({ text }) => text)).toEqual(["um", "dois", "três"]);
    await until(
      async () => (await talk.messages()).every(({ fromMe, sendState }) => !fromMe || sendState === "sent"),
      "all are sent",
    );
    expect(desk.status().status).toBe("CONNECTED");
  });

  test("messages of an outage stay in the outbox and are delivered in order", async () => {
    const talk = await desk.meet();
    line.outage(true);
    for (const body of ["um", "dois", "três"]) await talk.say(body);
    await until(() => desk.status().status !== "CONNECTED", "the outage is seen");
    for (let turn = 0; turn < 4; turn++) await desk.later(61 * SECOND);
    expect(talk.person.arrived()).toEqual([]);
    expect((await talk.messages()).slice(-3).map(({ sendState }) => sendState)).toEqual([
      "queued",
      "queued",
      "queued",
    ]);
    line.outage(false);
    await until(async () => {
      await desk.later(61 * SECOND);
      await Bun.sleep(20);
      return talk.person.arrived().length === 3;
    }, "all three");
    expect(talk.person.arrived().map(({ text }) => text)).toEqual(["um", "dois", "três"]);
    await until(() => desk.status().status === "CONNECTED", "the connection is back");
  });

  test("messages read during an outage are shown as read on the customer's phone after it", async () => {
    const talk = await desk.meet();
    const id = await talk.person.writes("Chegou?");
    const isStored = () => one(db(), "SELECT 1 FROM message WHERE provider_id = ?", id) !== undefined;
    await until(isStored, "the message is stored");
    line.outage(true);
    await talk.messages();
    await until(() => desk.status().status !== "CONNECTED", "the outage is noticed");
    expect(talk.person.hasSeenReading(id)).toBe(false);
    line.outage(false);
    await until(async () => {
      await desk.later(61 * SECOND);
      await Bun.sleep(20);
      return talk.person.hasSeenReading(id);
    }, "the read receipt");
    await until(() => one(db(), "SELECT 1 FROM read_receipt") === undefined, "no stored receipts");
    await until(() => desk.status().status === "CONNECTED", "the connection is back");
  });

  test("a day after the customer's last message only what the network allows is sent, with a reason for the rest", async () => {
    const talk = await desk.meet();
    run(
      db(),
      "UPDATE ticket SET last_customer_message_at = ? WHERE id = ?",
      line.app.clock.now() - 25 * HOUR,
      talk.ticketId,
    );
    const { status, body } = await desk.api().post(`/messages/${talk.ticketId}`, { body: "Ainda aí?" });
    const refused = desk.can.afterADay === "templates";
    expect([status, body.error]).toEqual(refused ? [400, "ERR_WINDOW_CLOSED"] : [200, undefined]);
    if (!refused) await talk.reached(body.message, "Ainda aí?");
    const ticket = await desk.api().get(`/tickets/${talk.ticketId}`);
    expect(ticket.body.windowExpiresAt === null).toBe(desk.can.afterADay === "everything");
  });

  test("a withdrawn access token stops the connection, notifies the admins and loses no message", async () => {
    const talk = await desk.meet();
    const bell = await line.app.socket(line.admin);
    const renew = line.endsAccess();
    const waiting = await talk.say("Depois");
    const reason = renew ? "token_invalid" : "logged_out";
    await until(() => desk.status().status === "DISCONNECTED", "the end");
    expect(desk.status().reason).toBe(reason);
    await bell.next((frame) => frame.t === "event" && frame.data["code"] === `connection_${reason}`);
    bell.close();
    await talk.shows(({ id, sendState }) => id === waiting.id && sendState === "queued", "the message waits");
    if (!renew) return;
    await renew();
    await talk.reached(waiting, "Depois");
  });
});
