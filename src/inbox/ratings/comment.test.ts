import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { about, wrote } from "#inbox/messages/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { talk } from "#test/helpers/talk.ts";

const MINUTE = 60_000;
const REASON = "Obrigado pela avaliação! Qual foi o motivo da sua nota?";
const BYE = "Até logo, Maria Souza!";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(async () => {
  t.meet();
  writeSetting(t.tenant, "userRating", "enabled");
  writeSetting(t.tenant, "ratingComment", "low");
  run(t.tenant.db, "UPDATE connection SET completion_message = 'Até logo, {{nome}}!'");
  await accept();
});

const accept = () => {
  run(t.tenant.db, "UPDATE ticket SET status = 'pending', user_id = NULL WHERE id = ?", t.ticketId);
  return t.asAna.put(`/tickets/${t.ticketId}`, { status: "open", userId: t.ana.actor.id });
};
/** Ana closes the ticket, and the undo window passes. */
const close = async (body: object = {}) => {
  await t.asAna.put(`/tickets/${t.ticketId}`, { status: "closed", ...body });
  t.app.clock.advance(5_000);
  await t.app.app.runJob("close_settle");
};
const says = (text: string, agoMs = 0) => t.receive(wrote(t.customer, text, t.app.clock.now() - agoMs));
const said = () =>
  all<{ body: string }>(t.tenant.db, "SELECT body FROM message WHERE from_me = 1 ORDER BY id").map(
    ({ body }) => body,
  );
/** Texts to the customer after the rating request. */
const saidAfter = () => said().slice(1);
const ratings = () => all(t.tenant.db, "SELECT scale, rate, comment FROM user_rating");
const status = () =>
  one<{ status: string }>(t.tenant.db, "SELECT status FROM ticket ORDER BY id DESC LIMIT 1")?.status;
const later = (minutes: number) => {
  t.app.clock.advance(minutes * MINUTE);
  t.asAna = t.app.api(t.ana);
};
/** The network's id of a message with this text. */
const idOf = (body: string) =>
  one<{ id: string }>(t.tenant.db, "SELECT provider_id AS id FROM message WHERE body = ?", body)?.id ?? "";
const job = () => t.app.app.runJob("rating_window");

describe("the scale of a rating", () => {
  test("a rating keeps the scale of its request when the setting changes before the customer answers", async () => {
    writeSetting(t.tenant, "ratingKind", "nps");
    await close();
    expect(said()[0]).toStartWith("De 0 a 10, quanto você recomendaria o nosso atendimento a um amigo?");
    writeSetting(t.tenant, "ratingKind", "five");
    says("9");
    expect(ratings()).toEqual([{ scale: "nps", rate: 9, comment: null }]);
  });

  test("a rating outside the scale gets a hint that names the scale", async () => {
    writeSetting(t.tenant, "ratingKind", "five");
    await close();
    expect(said()[0]).toEndWith("*4* - Satisfeito\n*5* - Muito satisfeito");
    says("9");
    expect(said().at(-1)).toBe("Responda apenas com um número de 1 a 5.");
    says("5");
    expect(ratings()).toEqual([{ scale: "five", rate: 5, comment: null }]);
  });
});

describe("the comment of a rating", () => {
  test("a low rating is followed by the question for its reason; the next text is the comment and opens no ticket", async () => {
    await close();
    says("1");
    expect(saidAfter()).toEqual([REASON]);
    later(9);
    says("Demorou demais");
    expect(saidAfter()).toEqual([REASON, BYE]);
    expect(ratings()).toEqual([{ scale: "three", rate: 1, comment: "Demorou demais" }]);
    expect(status()).toBe("closed");
    const { events } = (await t.asAna.get(`/tickets/${t.ticketId}/events`)).body;
    expect(events.at(-1)).toMatchObject({ kind: "rating_comment" });
    later(11);
    await job();
    expect(saidAfter()).toEqual([REASON, BYE]);
  });

  test("a good rating is followed by the question only when comments are always requested", async () => {
    await close();
    says("3");
    expect(saidAfter()).toEqual([BYE]);
    later(60);
    writeSetting(t.tenant, "ratingComment", "always");
    t.ticketId = t.begin();
    await accept();
    await close();
    says("3");
    expect(said().at(-1)).toBe(REASON);
  });

  test("the completion text is sent once when ten minutes pass without a comment, and later texts open a ticket", async () => {
    await close();
    says("1");
    later(9.9);
    await job();
    expect(saidAfter()).toEqual([REASON]);
    later(0.1);
    await job();
    await job();
    expect(saidAfter()).toEqual([REASON, BYE]);
    later(6);
    says("Demorou demais");
    expect(ratings()).toEqual([{ scale: "three", rate: 1, comment: null }]);
    expect(status()).toBe("pending");
  });

  test("a comment written in time but delivered late is stored, and no second completion text is sent", async () => {
    await close();
    says("1");
    later(11);
    await job();
    says("Demorou demais", 5 * MINUTE);
    expect(ratings()).toEqual([{ scale: "three", rate: 1, comment: "Demorou demais" }]);
    expect(saidAfter()).toEqual([REASON, BYE]);
    expect(status()).toBe("closed");
  });

  test("a second text after the comment opens a ticket", async () => {
    await close();
    says("1");
    says("Demorou demais");
    says("E ainda preciso do boleto");
    expect(ratings()).toEqual([{ scale: "three", rate: 1, comment: "Demorou demais" }]);
    expect(status()).toBe("pending");
  });

  test("reopening the ticket ends the comment window without a completion text", async () => {
    await close();
    says("1");
    await t.asAna.put(`/tickets/${t.ticketId}`, { status: "open" });
    says("Demorou demais");
    later(11);
    await job();
    expect(saidAfter()).toEqual([REASON]);
    expect(ratings()).toEqual([{ scale: "three", rate: 1, comment: null }]);
  });

  test("after downtime, a completion text that is a day late is not sent", async () => {
    await close();
    says("1");
    later(10 + 24 * 60);
    await job();
    expect(saidAfter()).toEqual([REASON]);
  });

  test("after a silent close neither a rating nor a comment is requested", async () => {
    await close({ silent: true });
    says("1");
    later(20);
    await job();
    expect([said(), ratings()]).toEqual([[], []]);
  });

  test("a comment that the customer deletes on the phone is deleted, and the rating is kept", async () => {
    await close();
    says("1");
    says("Demorou demais");
    t.receive(about(t.customer, "revoke", idOf("Demorou demais"), { at: t.app.clock.now(), fromMe: false }));
    expect(ratings()).toEqual([{ scale: "three", rate: 1, comment: null }]);
  });

  test("a comment that the customer edits on the phone is stored with its new text", async () => {
    await close();
    says("1");
    says("Demorou demais");
    const edit = { at: t.app.clock.now(), fromMe: false, body: "Demorou um pouco" };
    t.receive(about(t.customer, "edit", idOf("Demorou demais"), edit));
    expect(ratings()).toEqual([{ scale: "three", rate: 1, comment: "Demorou um pouco" }]);
  });

  test("a rating and its comment are kept when the customer deletes the rating's message on the phone", async () => {
    await close();
    says("1");
    says("Demorou demais");
    t.receive(about(t.customer, "revoke", idOf("1"), { at: t.app.clock.now(), fromMe: false }));
    expect(ratings()).toEqual([{ scale: "three", rate: 1, comment: "Demorou demais" }]);
  });

  test("a comment is deleted with its message", async () => {
    await close();
    says("1");
    says("Demorou demais");
    run(t.tenant.db, "DELETE FROM message WHERE body = 'Demorou demais'");
    expect(ratings()).toEqual([{ scale: "three", rate: 1, comment: null }]);
  });
});
