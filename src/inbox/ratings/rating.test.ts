import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import type { InboundContent } from "#channels/connections/index.ts";
import { wrote } from "#inbox/messages/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { talk } from "#test/helpers/talk.ts";

const MINUTE = 60_000;
const QUESTION =
  "Como você avalia o nosso atendimento?\n\n*1* - Insatisfeito\n*2* - Satisfeito\n*3* - Muito Satisfeito";
const HINT = "Responda apenas com 1, 2 ou 3.";
const BYE = "Até logo, Maria Souza!";
const picture = (isSticker: boolean): InboundContent => ({
  type: "media",
  caption: "",
  media: {
    kind: "image",
    mimeType: "image/webp",
    fileName: null,
    sticker: isSticker,
    voice: false,
    duration: null,
    file: { state: "missing", handle: "x" },
  },
});

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(async () => {
  t.meet();
  await accept();
  writeSetting(t.tenant, "userRating", "enabled");
  run(t.tenant.db, "UPDATE connection SET completion_message = 'Até logo, {{nome}}!'");
});

/** Ana accepts the ticket, as she would on the page. */
const accept = () => {
  run(t.tenant.db, "UPDATE ticket SET status = 'pending', user_id = NULL WHERE id = ?", t.ticketId);
  return t.asAna.put(`/tickets/${t.ticketId}`, { status: "open", userId: t.ana.actor.id });
};
/** Ana closes the ticket, and the undo window passes. */
const close = async (body: object = {}, ticketId = t.ticketId) => {
  await t.asAna.put(`/tickets/${ticketId}`, { status: "closed", ...body });
  t.app.clock.advance(5_000);
  await t.app.app.runJob("close_settle");
};
const says = (content: string | InboundContent, agoMs = 0) =>
  t.receive(wrote(t.customer, content, t.app.clock.now() - agoMs));
const said = () =>
  all<{ body: string }>(t.tenant.db, "SELECT body FROM message WHERE from_me = 1 ORDER BY id").map(
    ({ body }) => body,
  );
const ratings = () =>
  all(t.tenant.db, "SELECT user_id AS userId, rate, ticket_id AS ticketId FROM user_rating");
const status = () =>
  one<{ status: string }>(t.tenant.db, "SELECT status FROM ticket ORDER BY id DESC LIMIT 1")?.status;
const later = (minutes: number) => {
  t.app.clock.advance(minutes * MINUTE);
  t.asAna = t.app.api(t.ana);
};
const job = () => t.app.app.runJob("rating_window");

describe("the close of a ticket", () => {
  test("a close sends the rating request when ratings are on, and the farewell after the answer", async () => {
    await close();
    expect(said()).toEqual([QUESTION]);
    says("3");
    expect(said()).toEqual([QUESTION, BYE]);
    expect(ratings()).toEqual([{ userId: t.ana.actor.id, rate: 3, ticketId: t.ticketId }]);
    expect(status()).toBe("closed");
    const { events } = (await t.asAna.get(`/tickets/${t.ticketId}/events`)).body;
    expect(events.at(-1)).toMatchObject({ kind: "rated", to: { rate: 3 } });
  });

  test.each([
    [
      "en",
      "How would you rate our service?\n\n*1* - Dissatisfied\n*2* - Satisfied\n*3* - Very satisfied",
      "Please reply with 1, 2 or 3 only.",
    ],
    [
      "es",
      "¿Cómo califica nuestra atención?\n\n*1* - Insatisfecho\n*2* - Satisfecho\n*3* - Muy satisfecho",
      "Responda solo con 1, 2 o 3.",
    ],
  ])("the rating request and its hint have the company's language (%s)", async (language, question, hint) => {
    writeSetting(t.tenant, "language", language);
    await close();
    says("good");
    expect(said()).toEqual([question, hint]);
  });

  test("the rating request has the text of the queue, else of the connection", async () => {
    run(t.tenant.db, "UPDATE connection SET rating_message = 'Que tal, {{firstName}}?'");
    await close();
    expect(said().at(-1)).toStartWith("Que tal, Maria?\n\n*1* - Insatisfeito");
    later(120);
    t.ticketId = t.begin();
    await accept();
    run(t.tenant.db, "UPDATE queue SET rating_message = 'Vendas foi bem?'");
    await close();
    expect(said().at(-1)).toStartWith("Vendas foi bem?\n\n*1*");
  });

  test("a close sends the farewell immediately when ratings are off, or when the attendance had no attendant or no message", async () => {
    writeSetting(t.tenant, "userRating", "disabled");
    await close();
    expect(said()).toEqual([BYE]);
    writeSetting(t.tenant, "userRating", "enabled");
    later(120);
    says("Oi de novo");
    const id = one<{ id: number }>(t.tenant.db, "SELECT max(id) AS id FROM ticket")?.id ?? 0;
    run(t.tenant.db, "UPDATE ticket SET queue_id = ? WHERE id = ?", t.queueId, id);
    await close({}, id);
    expect(said()).toEqual([BYE, BYE]);
    later(1);
    await t.asAna.put(`/tickets/${id}`, { status: "open" });
    await close({}, id);
    expect(said()).toEqual([BYE, BYE, BYE]);
  });

  test("a silent close sends neither rating request nor farewell", async () => {
    await close({ silent: true });
    says("3");
    expect(said()).toEqual([]);
    expect(ratings()).toEqual([]);
    expect(status()).toBe("pending");
  });
});

describe("within the undo window", () => {
  const resolve = () => t.asAna.put(`/tickets/${t.ticketId}`, { status: "closed" });
  const pass = async (ms: number) => {
    t.app.clock.advance(ms);
    await t.app.app.runJob("close_settle");
  };

  test("no rating request and no farewell is sent within the undo window of a close or after an undo", async () => {
    await resolve();
    await pass(4_000);
    const undone = await t.asAna.post(`/tickets/${t.ticketId}/undo-close`, {});
    expect(undone).toMatchObject({ status: 200, body: { status: "open", closeSettlesAt: null } });
    await pass(60_000);
    expect([said(), status()]).toEqual([[], "open"]);
  });

  test("a customer's question within the undo window reopens the ticket with its attendant, and no rating is requested", async () => {
    await resolve();
    says("E o prazo de entrega?");
    await pass(60_000);
    expect([said(), status()]).toEqual([[], "open"]);
    expect(one(t.tenant.db, "SELECT user_id AS userId FROM ticket")).toEqual({ userId: t.ana.actor.id });
  });

  test("a customer's goodbye within the undo window is stored, and the ticket stays closed", async () => {
    await resolve();
    says("Obrigada!");
    expect(status()).toBe("closed");
    await pass(5_000);
    expect([said(), status()]).toEqual([[QUESTION], "closed"]);
  });
});

describe("within the rating window", () => {
  beforeEach(async () => {
    await close();
  });

  test("a first reply that is not a rating gets a hint and is stored in the closed ticket; a later rating counts", () => {
    says("Foi bom");
    expect([said().at(-1), status()]).toEqual([HINT, "closed"]);
    says("2");
    expect(ratings()).toMatchObject([{ rate: 2 }]);
    expect(said()).toEqual([QUESTION, HINT, BYE]);
    expect(all(t.tenant.db, "SELECT DISTINCT ticket_id FROM message")).toHaveLength(1);
  });

  test("a second reply that is not a rating closes the rating window and is handled as a normal message", () => {
    says("7");
    says("Preciso de mais ajuda");
    expect(status()).toBe("pending");
    expect(said()).toEqual([QUESTION, HINT]);
    says("3");
    expect(ratings()).toEqual([]);
  });

  test("a file closes the rating window and is handled as a normal message", () => {
    says(picture(false));
    expect(status()).toBe("pending");
    expect(said()).toEqual([QUESTION]);
  });

  test("a sticker closes the rating window and opens no ticket", () => {
    says(picture(true));
    expect(status()).toBe("closed");
    later(6);
    says("3");
    expect(ratings()).toEqual([]);
    expect(status()).toBe("pending");
  });

  test("an attendance can be rated only once", () => {
    says("1");
    later(6);
    says("3");
    expect(ratings()).toMatchObject([{ rate: 1 }]);
    expect(status()).toBe("pending");
  });

  test("a reopen by the attendant closes the rating window", async () => {
    await t.asAna.put(`/tickets/${t.ticketId}`, { status: "open" });
    says("3");
    expect(ratings()).toEqual([]);
    later(40);
    await job();
    expect(said()).toEqual([QUESTION]);
    await close();
    says("2");
    expect(ratings()).toMatchObject([{ rate: 2 }]);
  });

  test("a rating written within the window but delivered late counts, and no second farewell is sent", async () => {
    later(31);
    await job();
    expect(said()).toEqual([QUESTION, BYE]);
    says("3", 10 * MINUTE);
    expect(ratings()).toMatchObject([{ rate: 3 }]);
    expect(said()).toEqual([QUESTION, BYE]);
    expect(status()).toBe("closed");
  });

  test("the rating window lasts as long as configured in the connection; after it a digit is a normal message", async () => {
    later(30);
    await job();
    later(0.5);
    says("3");
    expect(ratings()).toEqual([]);
    expect(status()).toBe("pending");
  });
});

describe("a rating request without answer", () => {
  beforeEach(async () => {
    await close();
  });

  test("the farewell is sent once when the rating window expires", async () => {
    later(29);
    await job();
    expect(said()).toEqual([QUESTION]);
    later(1);
    await job();
    await job();
    expect(said()).toEqual([QUESTION, BYE]);
    expect(t.app.installation.tenants.dueCompanies("rating_window", Number.MAX_SAFE_INTEGER)).toEqual([]);
  });

  test("the farewell is not sent when the customer replied within the rating window", async () => {
    says("Foi bom");
    later(30);
    await job();
    expect(said()).toEqual([QUESTION, HINT]);
  });

  test("after downtime, a farewell that is a day late is not sent", async () => {
    later(30 + 24 * 60);
    await job();
    expect(said()).toEqual([QUESTION]);
  });
});

describe("a goodbye after the end", () => {
  beforeEach(async () => {
    writeSetting(t.tenant, "userRating", "disabled");
    await close();
  });

  test("a goodbye of the customer opens no ticket for five minutes after the close", () => {
    later(4.9);
    says("Obrigada!");
    says("👍");
    says(picture(true));
    expect(status()).toBe("closed");
    expect(said()).toEqual([BYE]);
    expect(one(t.tenant.db, "SELECT unread_messages AS unread FROM ticket")).toEqual({ unread: 0 });
  });

  test("a goodbye of the customer more than five minutes after the close opens a ticket", () => {
    later(5.1);
    says("Obrigada!");
    expect(status()).toBe("pending");
  });

  test("any other message after the close opens a ticket immediately", () => {
    says("Obrigada, só mais uma coisa");
    expect(status()).toBe("pending");
  });
});

test("a rating restarts the five minutes in which a goodbye opens no ticket", async () => {
  await close();
  later(20);
  says("3");
  later(4);
  says("Valeu");
  expect(status()).toBe("closed");
});
