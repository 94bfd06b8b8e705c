import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { retryMessage } from "#inbox/messages/change/retry.ts";
import { TicketDeleting } from "#inbox/tickets/events.ts";
import { storedTicket } from "#inbox/tickets/index.ts";
import { DAY, HOUR, type Office, office, SECOND } from "#outreach/campaigns/testing.ts";
import { run } from "#platform/db/database.ts";
import { testConnection } from "#test/helpers/installation.ts";
import { cancelCampaign, pauseCampaign, restartCampaign, resumeCampaign } from "./control.ts";

let o: Office;
beforeEach(() => {
  o = office();
});
afterEach(() => o.close());

const seconds = () => o.arrivals.map(({ at }) => (at - (o.arrivals[0]?.at ?? 0)) / SECOND);

describe("a campaign", () => {
  test("a campaign sends to every item of its list once, in order, at its pace, and finishes", async () => {
    const id = o.campaign(25);
    await o.finish(id);
    expect(o.status(id)).toBe("finished");
    expect(o.arrivals.map(({ to }) => to)).toEqual(Array.from({ length: 25 }, (_, n) => o.numberOf(n)));
    expect(o.arrivals[3]?.text).toBe("Olá Pessoa 3");
    expect(o.states(id)).toEqual({ sent: 25 });
    expect(seconds().slice(0, 3)).toEqual([0, 20, 40]);
    expect(seconds().slice(19, 22)).toEqual([380, 440, 460]);
  });

  test("a campaign to hundreds keeps order, pace and counts exactly, with any random part", async () => {
    let seed = 7;
    const drawn: number[] = [];
    o.random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      drawn.push(seed / 2_147_483_647);
      return drawn.at(-1) ?? 0;
    };
    const id = o.campaign(300, { message1: "um {numero}", message3: "três {numero}" });
    await o.finish(id);
    expect(o.arrivals.map(({ text }) => text)).toEqual(
      Array.from({ length: 300 }, (_, n) => `${n % 2 === 0 ? "um" : "três"} ${o.numberOf(n)}`),
    );
    let at = o.arrivals[0]?.at ?? 0;
    for (const [n, arrival] of o.arrivals.entries()) {
      expect(arrival.at).toBe(at);
      const set = (n + 1) % 20 === 0 ? 60_000 : 20_000;
      at += Math.round(set * (0.8 + 0.4 * (drawn[n] ?? 0)));
    }
    const answer = await report(id);
    expect(answer).toMatchObject({ total: 300, valid: 300, delivered: 300, progress: 1 });
  }, 60_000);

  test("a campaign message is in the conversation, opens no ticket and moves none", async () => {
    const id = o.campaign(2);
    await o.finish(id);
    const tickets = o.rows(
      "SELECT status, origin, last_message AS last, unread_messages AS unread FROM ticket",
    );
    expect(tickets).toEqual([
      { status: "closed", origin: "campaign", last: "Olá Pessoa 0", unread: 0 },
      { status: "closed", origin: "campaign", last: "Olá Pessoa 1", unread: 0 },
    ]);
    expect(o.rows("SELECT origin, user_id AS user FROM message")).toEqual(
      Array(2).fill({ origin: "campaign", user: null }),
    );
    expect(o.heard.to(o.admin, "ticket").every(({ action }) => action === "update")).toBe(true);
  });

  test("invalid, opted-out and blocked recipients are skipped and each number gets one message", async () => {
    await o.finish(o.campaign(4));
    run(o.tenant.db, "UPDATE contact SET opted_out_at = 1 WHERE number = ?", o.numberOf(1));
    run(o.tenant.db, "UPDATE contact SET blocked = 1 WHERE number = ?", o.numberOf(2));
    o.arrivals.length = 0;
    const list = o.list(5, (n) => n !== 3);
    // The same number in its other spelling, without the ninth digit.
    const other = o.numberOf(0).replace(/^(55\d\d)9/, "$1");
    const tag = run(
      o.tenant.db,
      "INSERT INTO tag (name, color, created_at, updated_at) VALUES ('VIP', '#fff', 0, 0)",
    ).id;
    const ticket = o.row<{ id: number }>(
      "SELECT t.id FROM ticket t JOIN contact c ON c.id = t.contact_id WHERE c.number = ?",
      o.numberOf(0),
    );
    run(o.tenant.db, "UPDATE contact_identity SET value = ? WHERE value = ?", other, o.numberOf(0));
    run(o.tenant.db, "INSERT INTO ticket_tag VALUES (?, ?)", ticket?.id ?? 0, tag);
    const id = o.campaign(0, { contactListId: list, tagListId: tag });
    await o.finish(id);
    expect(o.states(id)).toEqual({
      sent: 2,
      "skipped(opt_out)": 1,
      "skipped(blocked)": 1,
      "skipped(invalid)": 1,
    });
    expect(await report(id)).toMatchObject({ total: 5, valid: 4, delivered: 2, skipped: { invalid: 1 } });
  });

  test("a campaign for a tag creates a list of its contacts", async () => {
    await o.finish(o.campaign(3));
    const tag = run(
      o.tenant.db,
      "INSERT INTO tag (name, color, created_at, updated_at) VALUES ('VIP', '#fff', 0, 0)",
    ).id;
    run(o.tenant.db, "INSERT INTO ticket_tag SELECT id, ? FROM ticket WHERE id <> 2", tag);
    const id = o.campaign(0, { contactListId: null, tagListId: tag });
    await o.finish(id);
    expect(o.states(id)).toEqual({ sent: 2 });
    const list = o.row(
      "SELECT name, contacts_count AS n FROM contact_list WHERE id = ?",
      o.row2(id).contactListId ?? 0,
    );
    expect(list).toEqual({ name: "campanha | TAG: VIP - 2026-11-20", n: 2 });
  });

  test("an unknown number that does not exist is skipped when it is sent to", async () => {
    const list = o.list(2, () => null);
    run(o.tenant.db, "UPDATE number_check SET found = 0, identities = '[]' WHERE match_key LIKE '%1'");
    const id = o.campaign(0, { contactListId: list });
    await o.finish(id);
    expect(o.states(id)).toEqual({ sent: 1, "skipped(invalid)": 1 });
  });

  test("campaigns of one connection take turns, one recipient each", async () => {
    const first = o.campaign(3, { message1: "A" });
    const second = o.campaign(3, { message1: "B" });
    await o.finish(first);
    await o.finish(second);
    expect(o.arrivals.map(({ text }) => text).join("")).toBe("ABABAB");
    expect(seconds()).toEqual([0, 20, 40, 60, 80, 100]);
  });

  test("campaigns of different connections do not wait for each other", async () => {
    const other = testConnection(o.tenant, { name: "Outra" });
    run(o.tenant.db, "UPDATE connection SET send_interval_ms = 0");
    o.campaign(3, { message1: "A" });
    const second = o.campaign(3, { message1: "B", whatsappId: other });
    await o.finish(second);
    expect(o.arrivals.map(({ text }) => text).join("")).toBe("ABABAB");
    expect(seconds()).toEqual([0, 0, 20, 20, 40, 40]);
  });

  test("a campaign that ran while the clock was ahead keeps its pace when the clock is set back", async () => {
    const before = o.clock.now();
    o.clock.set(before + HOUR);
    const id = o.campaign(4);
    await o.pass(21 * SECOND);
    expect(o.arrivals).toHaveLength(2);
    o.clock.set(before);
    await o.pass(19 * SECOND);
    expect(o.arrivals).toHaveLength(3);
    await o.pass(SECOND);
    expect([o.status(id), o.arrivals.length]).toEqual(["finished", 4]);
  });

  test("new intervals apply from the next wait", async () => {
    const id = o.campaign(4);
    await o.pass(0);
    writeSetting(o.tenant, "messageInterval", "5");
    await o.finish(id);
    expect(seconds()).toEqual([0, 20, 25, 30]);
  });

  test("messages of users go before campaign messages", async () => {
    const id = o.campaign(1);
    await o.finish(id);
    const rank = o.rows<{ priority: number }>("SELECT priority FROM outbox");
    expect(rank).toEqual([{ priority: 3 }]);
  });

  test("a campaign sends only in its window and stays running outside it", async () => {
    // Friday, 12:00 in São Paulo.
    writeSetting(o.tenant, "campaignWindow", JSON.stringify({ days: [1, 5], from: "08:00", to: "12:01" }));
    const id = o.campaign(6);
    await o.pass(DAY);
    expect(o.arrivals).toHaveLength(3);
    expect(o.row2(id)).toMatchObject({ status: "running", pausedAt: null, pauseReason: null });
    await o.finish(id);
    const monday = Date.parse("2026-11-23T08:00:00-03:00");
    expect(o.arrivals.slice(3).map(({ at }) => (at - monday) / SECOND)).toEqual([0, 20, 40]);
  });

  test("the daily cap counts cold contacts only, and the campaign continues the next day", async () => {
    writeSetting(o.tenant, "campaignDailyCap", "2");
    const id = o.campaign(5);
    await o.pass(HOUR);
    expect(o.arrivals).toHaveLength(2);
    expect(o.row2(id)).toMatchObject({ status: "running", pauseReason: null });
    await o.pass(DAY);
    expect(o.arrivals).toHaveLength(4);
    const midnight = Date.parse("2026-11-21T00:00:00-03:00");
    expect(o.arrivals[2]?.at).toBe(midnight);
    run(o.tenant.db, "UPDATE ticket SET last_customer_message_at = ?", o.clock.now());
    o.arrivals.length = 0;
    await o.finish(o.campaign(0, { contactListId: o.list(3), message1: "De novo" }), HOUR);
    expect(o.arrivals).toHaveLength(3);
  });

  test("a campaign on a new number starts with 5 new chats, and half as many more each day", async () => {
    run(o.tenant.db, "UPDATE connection SET new_number = 1, linked_at = ?", o.clock.now());
    writeSetting(o.tenant, "campaignDailyCap", "500");
    o.campaign(60);
    await o.pass(11 * HOUR);
    expect(o.arrivals).toHaveLength(5);
    await o.pass(DAY);
    expect(o.arrivals).toHaveLength(12);
  });
});

describe("a user who controls a campaign", () => {
  test("a cancelled campaign sends nothing more, and a restart sends only the rest", async () => {
    const id = o.campaign(6);
    await o.pass(45 * SECOND);
    cancelCampaign(o.admin, id);
    expect(o.status(id)).toBe("cancelled");
    await o.pass(DAY);
    expect(o.arrivals).toHaveLength(3);
    restartCampaign(o.admin, id);
    await o.finish(id);
    expect(o.arrivals.map(({ to }) => to)).toEqual(Array.from({ length: 6 }, (_, n) => o.numberOf(n)));
    expect(o.states(id)).toEqual({ sent: 6 });
  });

  test("a message that is held back by its connection is withdrawn when its campaign is cancelled, and sent once after a restart", async () => {
    const id = o.campaign(2);
    o.line = false;
    await o.pass(1);
    expect(o.row("SELECT state FROM outbox")).toEqual({ state: "queued" });
    cancelCampaign(o.admin, id);
    expect(o.row("SELECT state FROM outbox")).toEqual({ state: "cancelled" });
    o.line = true;
    await o.pass(HOUR);
    expect(o.arrivals).toEqual([]);
    restartCampaign(o.admin, id);
    await o.finish(id);
    expect(o.arrivals.map(({ to }) => to)).toEqual([o.numberOf(0), o.numberOf(1)]);
    // All attempts for the first recipient have one message id.
    const ids = o.provider.sent.filter(({ to }) => to.startsWith(o.numberOf(0)));
    expect(new Set(ids.map(({ providerId }) => providerId)).size).toBe(1);
  });

  test("a restarted campaign reaches new items of its list and recipients with a temporary failure", async () => {
    const list = o.list(3);
    o.refusal = ({ to }) => (to === o.numberOf(1) ? "500" : null);
    const id = o.campaign(0, { contactListId: list });
    await o.pass(30 * SECOND);
    cancelCampaign(o.admin, id);
    o.refusal = () => null;
    run(
      o.tenant.db,
      `INSERT INTO contact_list_item (contact_list_id, name, number, match_key, is_whatsapp_valid, search, created_at, updated_at)
       VALUES (?, 'Nova', '551133334444', '551133334444', 1, '', 0, 0)`,
      list,
    );
    restartCampaign(o.admin, id);
    await o.finish(id);
    expect(o.arrivals.map(({ to }) => to)).toEqual([
      o.numberOf(0),
      o.numberOf(1),
      o.numberOf(2),
      "551133334444",
    ]);
    expect(o.states(id)).toEqual({ sent: 4 });
  });

  test("pausing and resuming restarts the pace", async () => {
    const id = o.campaign(30);
    await o.pass(19 * 20 * SECOND - 1);
    expect(o.arrivals).toHaveLength(19);
    pauseCampaign(o.admin, id);
    await o.pass(HOUR);
    expect(o.arrivals).toHaveLength(19);
    resumeCampaign(o.admin, id);
    await o.pass(25 * SECOND);
    // The 20th recipient of the campaign is the first one since the resume, so no longer wait follows.
    expect(o.arrivals).toHaveLength(21);
    expect(() => resumeCampaign(o.admin, id)).toThrow("ERR_CAMPAIGN_STATE");
  });
});

describe("one message of a campaign", () => {
  test("a failed message retried by a user counts once it is accepted", async () => {
    o.refusal = ({ to }) => (to === o.numberOf(1) ? "500" : null);
    const id = o.campaign(2);
    await o.finish(id);
    expect(o.states(id)).toEqual({ sent: 1, "failed(ERR_SENDING_WAPP_MSG)": 1 });
    o.refusal = () => null;
    const failed = o.row<{ id: number }>("SELECT id FROM message WHERE send_state = 'failed'");
    retryMessage(o.admin, failed?.id ?? 0);
    await o.pass(SECOND);
    expect(o.states(id)).toEqual({ sent: 2 });
    expect(await report(id)).toMatchObject({ delivered: 2, failed: {} });
  });

  test("a message deleted with its ticket does not block the campaign", async () => {
    const id = o.campaign(1);
    o.line = false;
    await o.pass(1);
    expect(o.states(id)).toEqual({ queued: 1 });
    o.tenant.write((unit) => unit.emit(TicketDeleting, { ticket: storedTicket(unit.db, 1) }));
    expect(o.states(id)).toEqual({ "failed(ERR_NO_TICKET_FOUND)": 1 });
    expect(o.status(id)).toBe("finished");
  });
});

describe("a campaign with files", () => {
  const file = (name: string, mimeType: string) => {
    const now = o.clock.now();
    return run(
      o.tenant.db,
      `INSERT INTO media_file (path, name, mime_type, size, state, created_at) VALUES (?, ?, ?, 10, 'stored', ?)`,
      `${name}.bin`,
      name,
      mimeType,
      now,
    ).id;
  };
  test("files of the list are sent first, then the campaign's file with the caption, two seconds apart", async () => {
    run(
      o.tenant.db,
      "INSERT INTO file_list (id, name, message, created_at, updated_at) VALUES (1, 'Lista', 'Para {nome}:', 0, 0)",
    );
    for (const [position, name] of ["Tabela", "Manual"].entries())
      run(
        o.tenant.db,
        "INSERT INTO file_list_option (file_list_id, position, name, media_id) VALUES (1, ?, ?, ?)",
        ...[position, name, file(name, "application/pdf")],
      );
    const id = o.campaign(2, { fileListId: 1, scheduledAt: null });
    run(o.tenant.db, "UPDATE campaign SET media_id = ? WHERE id = ?", file("foto", "application/zip"), id);
    restartable(id);
    restartCampaign(o.admin, id);
    await o.finish(id);
    expect(o.arrivals.map(({ text }) => text)).toEqual([
      "Para Pessoa 0:\n\nTabela",
      "Manual",
      "Olá Pessoa 0",
      "Para Pessoa 1:\n\nTabela",
      "Manual",
      "Olá Pessoa 1",
    ]);
    const keys = o.rows<{ key: string }>("SELECT source_key AS key FROM outbox ORDER BY id");
    expect(keys.slice(0, 3).map(({ key }) => key.split(":").at(-1))).toEqual(["file-1", "file-2", "main"]);
    // The files leave at most three seconds apart, the other parts two.
    expect(seconds()[0]).toBe(0);
    expect((seconds()[1] ?? 0) >= 2).toBe(true);
    expect(o.states(id)).toEqual({ sent: 2 });
  });

  test("the text of a voice note is sent as its own message", async () => {
    run(
      o.tenant.db,
      "INSERT INTO file_list (id, name, message, created_at, updated_at) VALUES (1, 'Lista', 'Ouça:', 0, 0)",
    );
    run(
      o.tenant.db,
      "INSERT INTO file_list_option (file_list_id, position, name, media_id) VALUES (1, 0, 'Recado', ?)",
      file("recado", "audio/mpeg"),
    );
    const id = o.campaign(1, { fileListId: 1, scheduledAt: null });
    run(o.tenant.db, "UPDATE campaign SET media_id = ? WHERE id = ?", file("outro", "audio/mpeg"), id);
    restartable(id);
    restartCampaign(o.admin, id);
    await o.finish(id);
    expect(o.arrivals.map(({ text }) => text)).toEqual(["Ouça:", "", "", "Olá Pessoa 0"]);
    expect(o.states(id)).toEqual({ sent: 1 });
  });

  const restartable = (id: number) =>
    run(o.tenant.db, "UPDATE campaign SET status = 'cancelled' WHERE id = ?", id);
});

async function report(id: number) {
  const { reportOf } = await import("#outreach/campaigns/report/report.ts");
  return reportOf(o.tenant.db, id);
}
