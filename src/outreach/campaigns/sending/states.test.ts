import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { deleteConnection } from "#channels/connections/crud/delete.ts";
import { SessionChanged } from "#channels/connections/events.ts";
import { liftRestriction } from "#channels/connections/index.ts";
import { updateCampaign } from "#outreach/campaigns/editing/save.ts";
import { deleteCampaign } from "#outreach/campaigns/editing/write.ts";
import { DAY, HOUR, MINUTE, type Office, office, SECOND } from "#outreach/campaigns/testing.ts";
import { ContactDeleting } from "#people/contacts/events.ts";
import { contactById } from "#people/contacts/index.ts";
import { one, run } from "#platform/db/database.ts";
import { campaignsJob } from "./campaigns-job.ts";
import { cancelCampaign, pauseCampaign, restartCampaign, resumeCampaign } from "./control.ts";

let o: Office;
beforeEach(() => {
  o = office();
});
afterEach(() => o.close());

const later = (ms: number) => new Date(o.clock.now() + ms).toISOString();
const notices = () => o.rows<{ code: string }>("SELECT code FROM notice ORDER BY id").map(({ code }) => code);
const session = (before: string, after: string) => {
  const state = { statusReason: null, qrcode: "", retries: 0, health: "ok" } as const;
  run(o.tenant.db, "UPDATE connection SET status = ?", after);
  o.tenant.write((unit) =>
    unit.emit(SessionChanged, {
      connectionId: o.connectionId,
      before: { ...state, status: before as "CONNECTED" },
      after: { ...state, status: after as "CONNECTED" },
    }),
  );
};

describe("a campaign", () => {
  test("a campaign is inactive without a time and scheduled with one", () => {
    const id = o.campaign(1, { scheduledAt: null });
    expect(o.status(id)).toBe("inactive");
    updateCampaign(o.admin, id, { scheduledAt: later(2 * HOUR) });
    expect(o.status(id)).toBe("scheduled");
    updateCampaign(o.admin, id, { scheduledAt: "" });
    expect(o.status(id)).toBe("inactive");
  });

  test("the time of a campaign is in the company's time zone and not in the past", () => {
    const id = o.campaign(1, { scheduledAt: "2026-11-21 09:30:00" });
    expect(o.row2(id).scheduledAt).toBe(Date.parse("2026-11-21T09:30:00-03:00"));
    expect(() => o.campaign(1, { scheduledAt: later(-5 * MINUTE - 1) })).toThrow("ERR_VALIDATION");
    expect(o.status(o.campaign(1, { scheduledAt: later(-5 * MINUTE) }))).toBe("scheduled");
  });

  test("a campaign starts at its time with the recipients of an hour before", async () => {
    const list = o.list(2);
    const id = o.campaign(0, { contactListId: list, scheduledAt: later(2 * HOUR) });
    await o.pass(HOUR - MINUTE);
    expect(o.recipients(id)).toEqual([]);
    await o.pass(2 * MINUTE);
    expect(o.recipients(id)).toHaveLength(2);
    run(o.tenant.db, "DELETE FROM contact_list_item WHERE contact_list_id = ?", list);
    await o.pass(HOUR - MINUTE - 1);
    expect([o.status(id), o.arrivals.length]).toEqual(["scheduled", 0]);
    await o.pass(1);
    expect(o.row2(id)).toMatchObject({ status: "running", startedAt: o.clock.now() });
    await o.finish(id);
    expect(o.arrivals).toHaveLength(2);
  });

  test("a campaign is locked an hour before its time, while running and when finished", async () => {
    const id = o.campaign(1, { scheduledAt: later(HOUR) });
    expect(() => updateCampaign(o.admin, id, { name: "Outra" })).toThrow("ERR_CAMPAIGN_LOCKED");
    expect(() => deleteCampaign(o.admin, id)).toThrow("ERR_CAMPAIGN_LOCKED");
    await o.pass(HOUR);
    await o.finish(id);
    expect(() => updateCampaign(o.admin, id, { name: "Outra" })).toThrow("ERR_CAMPAIGN_LOCKED");
    deleteCampaign(o.admin, id);
    await o.pass(SECOND);
    expect(o.rows("SELECT 1 FROM campaign UNION ALL SELECT 1 FROM campaign_recipient")).toEqual([]);
    expect(o.rows("SELECT 1 FROM message")).toHaveLength(1);
  });

  test("only scheduled or running campaigns are cancelled and only cancelled ones restarted", async () => {
    const id = o.campaign(3, { scheduledAt: null });
    for (const verb of [cancelCampaign, restartCampaign, pauseCampaign, resumeCampaign])
      expect(() => verb(o.admin, id)).toThrow("ERR_CAMPAIGN_STATE");
    updateCampaign(o.admin, id, { scheduledAt: later(2 * HOUR) });
    cancelCampaign(o.admin, id);
    expect(o.status(id)).toBe("cancelled");
    expect(() => cancelCampaign(o.admin, id)).toThrow("ERR_CAMPAIGN_STATE");
    restartCampaign(o.admin, id);
    expect(o.status(id)).toBe("running");
    expect(() => restartCampaign(o.admin, id)).toThrow("ERR_CAMPAIGN_STATE");
    await o.finish(id);
    expect(() => cancelCampaign(o.admin, id)).toThrow("ERR_CAMPAIGN_STATE");
  });

  test("a cancelled campaign is scheduled by a future time and stays cancelled with a past one", () => {
    const id = o.campaign(1, { scheduledAt: later(2 * HOUR) });
    cancelCampaign(o.admin, id);
    updateCampaign(o.admin, id, { scheduledAt: later(-DAY) });
    expect(o.status(id)).toBe("cancelled");
    updateCampaign(o.admin, id, { scheduledAt: null });
    expect(o.status(id)).toBe("cancelled");
    updateCampaign(o.admin, id, { scheduledAt: later(HOUR) });
    expect(o.status(id)).toBe("scheduled");
  });

  test("a campaign with a new list sends to the items of that list", async () => {
    const id = o.campaign(3);
    await o.pass(SECOND);
    cancelCampaign(o.admin, id);
    const list = o.list(1, () => true);
    run(
      o.tenant.db,
      "UPDATE contact_list_item SET number = '551133334444', match_key = '551133334444' WHERE contact_list_id = ?",
      list,
    );
    updateCampaign(o.admin, id, { contactListId: list });
    restartCampaign(o.admin, id);
    await o.finish(id);
    expect(o.arrivals.map(({ to }) => to)).toEqual([o.numberOf(0), "551133334444"]);
  });

  test("a campaign without message, recipients or connection cannot be scheduled", () => {
    expect(() => o.campaign(1, { message1: "  " })).toThrow("ERR_CAMPAIGN_NO_MESSAGE");
    expect(() => o.campaign(0, { contactListId: null })).toThrow("ERR_CAMPAIGN_NO_RECIPIENTS");
    const id = o.campaign(1, { scheduledAt: null, message1: "" });
    expect(() => updateCampaign(o.admin, id, { scheduledAt: later(HOUR) })).toThrow(
      "ERR_CAMPAIGN_NO_MESSAGE",
    );
    run(o.tenant.db, "UPDATE connection SET is_default = 0");
    expect(() => o.campaign(1, { whatsappId: null })).toThrow("ERR_NO_DEF_WAPP_FOUND");
    expect(() => o.campaign(1, { contactListId: 99 })).toThrow("ERR_NOT_FOUND");
    expect(() => o.campaign(1, { tagListId: 99 })).toThrow("ERR_NOT_FOUND");
    expect(() => o.campaign(1, { whatsappId: 99 })).toThrow("ERR_NO_WAPP_FOUND");
    expect(() => o.campaign(1, { campaignReplyQueueId: 99 })).toThrow("ERR_NO_QUEUE_FOUND");
  });

  test("a campaign without recipients finishes immediately", async () => {
    const id = o.campaign(0, { contactListId: o.list(2, () => false) });
    await o.pass(1);
    expect(o.status(id)).toBe("finished");
  });

  test("a campaign starts once, however often the job runs", async () => {
    const id = o.campaign(2);
    await Promise.all([campaignsJob.run(o.installation), campaignsJob.run(o.installation)]);
    await o.finish(id);
    expect(o.arrivals).toHaveLength(2);
    expect(o.recipients(id)).toHaveLength(2);
  });
});

describe("after downtime", () => {
  test("a campaign due up to 12 hours ago starts after downtime", async () => {
    const id = o.campaign(2, { scheduledAt: later(HOUR) });
    o.clock.advance(13 * HOUR);
    await o.pass(1);
    expect([o.status(id), o.arrivals.length]).toEqual(["running", 1]);
  });

  test("a campaign due longer ago is not started and admins are notified", async () => {
    const id = o.campaign(1, { scheduledAt: later(HOUR) });
    o.clock.advance(13 * HOUR + 1);
    await o.pass(1);
    expect(o.row2(id)).toMatchObject({ status: "inactive", scheduledAt: null });
    expect(notices()).toEqual(["campaign_missed"]);
  });

  test("a running campaign continues after downtime at its pace", async () => {
    const id = o.campaign(4);
    await o.pass(SECOND);
    const before = o.arrivals.length;
    // One hour without any job run.
    run(o.tenant.db, "UPDATE connection SET status = 'OPENING'");
    await o.pass(HOUR);
    session("OPENING", "CONNECTED");
    await o.pass(1);
    expect(o.arrivals.length - before).toBe(1);
    await o.finish(id);
    const [, second, third] = o.arrivals.map(({ at }) => at);
    expect((third ?? 0) - (second ?? 0)).toBe(20 * SECOND);
  });
});

describe("a campaign that pauses automatically", () => {
  test("a campaign pauses when its number goes offline and resumes 2 minutes after it is back", async () => {
    const id = o.campaign(5);
    await o.pass(SECOND);
    session("CONNECTED", "DISCONNECTED");
    expect(o.row2(id)).toMatchObject({ status: "running", pauseReason: "disconnected" });
    expect(notices()).toEqual(["campaign_paused"]);
    await o.pass(HOUR);
    session("OPENING", "CONNECTED");
    await o.pass(2 * MINUTE - 1);
    expect(o.arrivals).toHaveLength(1);
    await o.pass(MINUTE);
    expect(o.arrivals.length).toBeGreaterThan(1);
    await o.finish(id);
    expect(o.states(id)).toEqual({ sent: 5 });
  });

  test("a short reconnect does not pause a campaign", async () => {
    const id = o.campaign(2);
    await o.pass(SECOND);
    session("CONNECTED", "OPENING");
    await o.pass(MINUTE);
    expect([o.arrivals.length, o.row2(id).pauseReason]).toEqual([1, null]);
    session("OPENING", "CONNECTED");
    await o.finish(id, MINUTE);
    expect(o.arrivals).toHaveLength(2);
  });

  test("a locked number holds its cold recipients, and its campaigns continue automatically after the lock", async () => {
    o.refusal = ({ to }) => (to === o.numberOf(2) ? "463" : null);
    const id = o.campaign(5);
    await o.pass(10 * MINUTE);
    const before = o.arrivals.length;
    expect(o.row2(id).pauseReason).toBeNull();
    expect(o.states(id)).toEqual({ sent: 2, queued: 1, waiting: 2 });
    await o.pass(HOUR);
    expect(o.arrivals).toHaveLength(before);
    o.refusal = () => null;
    // The network has confirmed the lock meanwhile.
    run(o.tenant.db, "UPDATE connection_restriction SET checked_at = 1");
    o.tenant.write((unit) => liftRestriction(unit, o.connectionId, "reachout_lock"));
    await o.finish(id, DAY);
    expect(o.states(id)).toEqual({ sent: 5 });
  });

  test("a rate limit of the network pauses no campaign: its messages wait a minute and are sent", async () => {
    let refused = 0;
    o.refusal = () => {
      refused += 1;
      return refused <= 2 ? "429" : null;
    };
    const id = o.campaign(5);
    await o.pass(2 * MINUTE);
    expect([o.row2(id).pauseReason, o.states(id)["failed(ERR_SENDING_WAPP_MSG)"]]).toEqual([null, undefined]);
    await o.finish(id, HOUR);
    expect(o.states(id)).toEqual({ sent: 5 });
    expect([o.arrivals.length, refused]).toEqual([5, 7]);
  });

  test("a campaign pauses when 5 of the last 20 messages failed", async () => {
    o.refusal = ({ to }) => (Number(to) % 4 === 0 ? "500" : null);
    const id = o.campaign(40);
    await o.pass(HOUR);
    expect(o.row2(id)).toMatchObject({ pauseReason: "failure_rate" });
    expect(o.states(id)["failed(ERR_SENDING_WAPP_MSG)"]).toBe(5);
    o.refusal = () => null;
    resumeCampaign(o.admin, id);
    await o.finish(id);
    expect(o.status(id)).toBe("finished");
  });

  test("an expired subscription pauses campaigns", async () => {
    const id = o.campaign(3);
    await o.pass(SECOND);
    run(o.installation.system, "UPDATE company SET due_date = '2026-11-19'");
    o.installation.tenants.refresh(o.tenant.id);
    await o.pass(HOUR);
    expect(o.row2(id).pauseReason).toBe("subscription");
    expect(o.arrivals).toHaveLength(1);
  });

  test("campaigns pause when the plan no longer includes them", async () => {
    const id = o.campaign(3);
    await o.pass(SECOND);
    writeSetting(o.tenant, "campaignsEnabled", "false");
    await o.pass(HOUR);
    expect([o.row2(id).pauseReason, o.arrivals.length]).toEqual(["plan", 1]);
  });

  test("a campaign pauses when its connection is deleted", async () => {
    const id = o.campaign(3);
    await o.pass(SECOND);
    deleteConnection(o.admin, o.connectionId, null);
    expect(o.row2(id).pauseReason).toBe("connection_deleted");
    await o.pass(HOUR);
    expect(o.arrivals).toHaveLength(1);
  });
});

test("an erased contact remains in a campaign only as a count in the report", async () => {
  const id = o.campaign(2);
  await o.pass(SECOND);
  const contact = contactById(o.tenant.db, 1);
  o.tenant.write((unit) => contact && unit.emit(ContactDeleting, { contact }));
  expect(o.recipients(id)[0]).toMatchObject({ number: "", name: "", contactId: null });
  await o.finish(id);
  expect(o.states(id)).toEqual({ sent: 2 });
});

test("100,000 recipients are frozen in small steps, and other work runs between them", async () => {
  const list = o.list(0);
  run(
    o.tenant.db,
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99999)
     INSERT INTO contact_list_item (contact_list_id, name, number, match_key, is_whatsapp_valid, search, created_at, updated_at)
     SELECT ?, 'P' || i, '5511' || (300000000 + i), '5511' || (300000000 + i), 1, '', 0, 0 FROM n`,
    list,
  );
  const id = o.campaign(0, { contactListId: list, scheduledAt: later(HOUR / 2) });
  // Rows added in each turn of the event loop.
  const pieces: number[] = [];
  let before = 0;
  let looking = true;
  const look = () => {
    if (!looking) return;
    const taken =
      one<{ n: number | null }>(o.tenant.db, "SELECT max(rowid) AS n FROM campaign_recipient")?.n ?? 0;
    pieces.push(taken - before);
    before = taken;
    setImmediate(look);
  };
  setImmediate(look);
  const rss = process.memoryUsage().rss;
  for (let turn = 0; turn < 20 && o.row2(id).freezePhase !== "done"; turn += 1)
    await campaignsJob.run(o.installation);
  looking = false;
  expect(o.row("SELECT count(*) AS n, max(position) AS last FROM campaign_recipient")).toEqual({
    n: 100_000,
    last: 99_999,
  });
  expect(Math.max(...pieces)).toBeLessThanOrEqual(400);
  expect(process.memoryUsage().rss - rss).toBeLessThan(200e6);
}, 30_000);
