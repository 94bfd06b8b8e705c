import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { notificationRetention } from "#accounts/notifications/job.ts";
import { type Notification, notify, withdrawNotifications } from "#accounts/notifications/notify.ts";
import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { removeTicket } from "#inbox/tickets/index.ts";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { all, run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { createApi } from "#test/helpers/api.ts";
import { testUser } from "#test/helpers/installation.ts";
import { talk } from "#test/helpers/talk.ts";

const DAY = 24 * 60 * 60_000;
const tell = (tenant: Tenant, to: readonly UserCtx[], what: Partial<Notification> = {}) =>
  tenant.write((unit) =>
    notify(
      unit,
      to.map(({ actor }) => actor.id),
      { kind: "mention", ticketId: null, ...what },
    ),
  );

describe("notifications over HTTP", () => {
  const t = talk();
  beforeAll(() => t.start());
  afterAll(() => t.stop());
  beforeEach(() => t.meet());

  test("a user lists only own notifications, newest first, each with its ticket and the user who caused it", async () => {
    const bia = testUser(t.tenant, { name: "Bia", queueIds: [t.queueId] });
    tell(t.tenant, [t.ana], { ticketId: t.ticketId, subjectId: 7, by: bia.actor.id });
    tell(t.tenant, [t.ana, bia], { kind: "rule_notice", details: { ruleId: 3 } });
    const { body } = await t.asAna.get("/notifications");
    expect(body).toMatchObject({ unread: 2, count: 2, hasMore: false });
    expect(body.notifications).toMatchObject([
      { kind: "rule_notice", ticket: null, by: null, details: { ruleId: 3 }, readAt: null },
      {
        kind: "mention",
        ticketId: t.ticketId,
        ticket: { id: t.ticketId, name: "Maria Souza" },
        subjectId: 7,
        by: { name: "Bia" },
      },
    ]);
    expect((await t.app.api(bia).get("/notifications")).body.count).toBe(1);
  });

  test("a notification does not name a ticket that its reader may not see", async () => {
    const stranger = testUser(t.tenant);
    tell(t.tenant, [stranger], { ticketId: t.ticketId });
    const { notifications } = (await t.app.api(stranger).get("/notifications")).body;
    expect(notifications).toMatchObject([{ ticketId: t.ticketId, ticket: null }]);
  });

  test("notifications are read by id or all together; ids of others change nothing", async () => {
    const bia = testUser(t.tenant);
    for (let n = 0; n < 3; n += 1) tell(t.tenant, [t.ana]);
    tell(t.tenant, [bia]);
    const ids = (await t.asAna.get("/notifications")).body.notifications.map(({ id }: { id: number }) => id);
    const others = (await t.app.api(bia).get("/notifications")).body.notifications[0].id;
    const reply = await t.asAna.put("/notifications/read", { ids: [ids[0], others] });
    expect(reply.body).toEqual({ unread: 2 });
    expect((await t.asAna.get("/notifications?unread=true")).body).toMatchObject({ count: 2 });
    expect((await t.asAna.put("/notifications/read", { all: true })).body).toEqual({ unread: 0 });
    expect((await t.app.api(bia).get("/notifications")).body.unread).toBe(1);
    expect((await t.asAna.put("/notifications/read", {})).status).toBe(400);
  });

  test("opening a ticket reads its notifications and no other ones, on all pages of the user", async () => {
    tell(t.tenant, [t.ana], { ticketId: t.ticketId });
    tell(t.tenant, [t.ana]);
    const page = await t.app.socket(t.ana);
    page.send({ t: "joinChatBox", ticketId: t.ticketId });
    expect(await page.event("notification", "update")).toMatchObject({ unread: 1 });
    expect((await t.asAna.get("/notifications?unread=true")).body.notifications).toMatchObject([
      { ticketId: null },
    ]);
  });

  test("a notification is broadcast to its user alone, with the number of unread ones", async () => {
    const [own, other] = [
      await t.app.socket(t.ana),
      await t.app.socket(testUser(t.tenant, { profile: "admin" })),
    ];
    tell(t.tenant, [t.ana], { ticketId: t.ticketId });
    expect(await own.event("notification", "create")).toMatchObject({
      notification: { kind: "mention", ticket: { name: "Maria Souza" } },
      unread: 1,
    });
    await t.app.settled(t.ana, own);
    expect(other.events("notification")).toEqual([]);
  });

  test("a support session of the provider has neither notifications nor preferences", async () => {
    const root = testUser(await ensureProviderCompany(t.app.installation, "Provedor"), { profile: "admin" });
    run(root.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", root.actor.id);
    const { body } = await t.app.api(root).post(`/companies/${t.tenant.id}/support`, {});
    const support = createApi(t.app.url, body.token);
    const replies = [
      await support.get("/notifications"),
      await support.put("/notifications/read", { all: true }),
      await support.get("/users/me/preferences"),
      await support.put("/users/me/preferences", { singleKeys: false }),
    ];
    for (const reply of replies)
      expect(reply).toMatchObject({ status: 403, body: { error: "ERR_NO_PERMISSION" } });
  });
});

describe("notifications in the database", () => {
  let desk: Desk;
  let ana: UserCtx;
  beforeEach(() => {
    desk = openDesk();
    ana = desk.attendant();
  });
  afterEach(() => desk.close());
  const rows = () => all(desk.tenant.db, "SELECT user_id AS userId, kind FROM notification ORDER BY id");

  test("every user is notified once, except the user who caused the notification and deleted users", () => {
    const [bia, gone] = [desk.attendant(), desk.attendant()];
    run(desk.tenant.db, "UPDATE user SET deleted_at = 1 WHERE id = ?", gone.actor.id);
    tell(desk.tenant, [ana, bia, ana, gone], { by: bia.actor.id });
    expect(rows()).toEqual([{ userId: ana.actor.id, kind: "mention" }]);
  });

  test("an unread notification can be withdrawn, a read one stays", () => {
    tell(desk.tenant, [ana], { subjectId: 1 });
    tell(desk.tenant, [ana], { subjectId: 2 });
    run(desk.tenant.db, "UPDATE notification SET read_at = 1 WHERE subject_id = 2");
    for (const subjectId of [1, 2])
      desk.tenant.write((unit) =>
        withdrawNotifications(unit, [ana.actor.id], { kind: "mention", ticketId: null, subjectId }),
      );
    expect(all(desk.tenant.db, "SELECT subject_id AS id FROM notification")).toEqual([{ id: 2 }]);
    expect(desk.broadcasts.to(ana, "notification").at(-1)).toMatchObject({ action: "delete", unread: 0 });
  });

  test("the deletion of a ticket removes its notifications from the bells of all users who had one", () => {
    const ticket = desk.attended(ana, desk.sales);
    const bia = desk.attendant({ name: "Bia" });
    tell(desk.tenant, [ana, bia], { ticketId: ticket.id });
    tell(desk.tenant, [ana], { kind: "rule_notice" });
    const ids = (user: UserCtx) =>
      all<{ id: number }>(
        desk.tenant.db,
        "SELECT id FROM notification WHERE user_id = ? AND ticket_id = ?",
        user.actor.id,
        ticket.id,
      ).map(({ id }) => id);
    const gone = [ids(ana), ids(bia)];
    desk.tenant.write((unit) => removeTicket(unit, ticket));
    const heard = [ana, bia].map((user) => desk.broadcasts.to(user, "notification").at(-1));
    expect(heard).toEqual([
      { action: "delete", ids: gone[0], unread: 1 },
      { action: "delete", ids: gone[1], unread: 0 },
    ]);
  });

  test("a notification is deleted after 90 days, with its ticket, and with its user", async () => {
    const { app, tenant } = desk;
    tell(tenant, [ana], { kind: "woken" });
    app.clock.advance(DAY);
    const ticket = desk.attended(ana, desk.sales);
    tell(tenant, [ana], { kind: "mention", ticketId: ticket.id });
    tell(tenant, [ana], { kind: "rule_notice" });
    app.clock.advance(89 * DAY + 1);
    await notificationRetention.run(app.installation);
    expect(rows()).toHaveLength(2);
    tenant.write((unit) => removeTicket(unit, ticket));
    expect(rows()).toEqual([{ userId: ana.actor.id, kind: "rule_notice" }]);
    const left = all<{ id: number }>(tenant.db, "SELECT id FROM notification").map(({ id }) => id);
    app.clock.advance(2 * DAY);
    await notificationRetention.run(app.installation);
    expect(rows()).toEqual([]);
    // An open page forgets it as well.
    expect(desk.broadcasts.to(ana, "notification").at(-1)).toEqual({
      action: "delete",
      ids: left,
      unread: 0,
    });
  });
});
