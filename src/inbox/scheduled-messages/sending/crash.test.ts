import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { HOUR, type Plans, plans } from "#inbox/scheduled-messages/testing.ts";
import { run } from "#platform/db/database.ts";
import { dispatchScheduledMessage } from "./dispatch.ts";
import { claimDue } from "./sweep.ts";

let s: Plans;
beforeEach(() => {
  s = plans();
});
afterEach(() => s.close());

describe("a crash", () => {
  /** Simulates a restart: memory is lost, the rows and the clock are kept. */
  const restart = async () => {
    run(s.tenant.db, "UPDATE outbox SET next_try_at = 0 WHERE state = 'sending'");
    await s.online(true);
  };
  const phones = () => new Set(s.provider.sent.map(({ providerId }) => providerId)).size;

  test("a message claimed before a crash is sent once, a minute later", async () => {
    const id = s.plan();
    s.clock.advance(HOUR);
    expect(claimDue(s.tenant)).toEqual([id]);
    await restart();
    await s.pass(30_000);
    expect(s.planned(id)?.status).toBe("queued");
    expect(s.provider.sent).toEqual([]);
    await s.pass(30_000);
    await s.pass(60_000);
    expect([phones(), s.rows("SELECT 1 FROM message").length]).toEqual([1, 1]);
    s.accepted();
    expect(s.planned(id)?.status).toBe("sent");
  });

  test("a crash within the transaction that creates a scheduled message leaves no rows of it", async () => {
    const id = s.plan();
    s.clock.advance(HOUR);
    claimDue(s.tenant);
    expect(() =>
      s.tenant.write(() => {
        dispatchScheduledMessage(s.tenant, id);
        throw new Error("killed");
      }),
    ).toThrow("killed");
    expect(s.rows("SELECT 1 FROM outbox UNION ALL SELECT 1 FROM message")).toEqual([]);
    await s.pass(60_000);
    expect(phones()).toBe(1);
  });

  test("a scheduled message created before a crash is sent and not created again", async () => {
    const id = s.plan();
    s.clock.advance(HOUR);
    for (const claimed of claimDue(s.tenant)) dispatchScheduledMessage(s.tenant, claimed);
    dispatchScheduledMessage(s.tenant, id);
    await restart();
    await s.pass(60_000);
    await s.pass(120_000);
    expect([phones(), s.rows("SELECT 1 FROM message").length]).toEqual([1, 1]);
  });

  test("a scheduled message handed to the network before a crash is sent again with the same id", async () => {
    const id = s.plan();
    await s.pass(HOUR);
    await restart();
    await s.pass(61_000);
    expect(s.provider.sent.length).toBeGreaterThan(1);
    expect(phones()).toBe(1);
    s.accepted();
    s.accepted();
    expect(s.planned(id)?.status).toBe("sent");
  });

  test("a scheduled message that lost its outbox id is matched by the source of its outbox row", async () => {
    const id = s.plan();
    await s.pass(HOUR);
    run(s.tenant.db, "UPDATE scheduled_message SET outbox_id = NULL");
    s.accepted();
    s.installation.tenants.rescheduleWake(s.tenant.id, "schedules", 0);
    await s.pass(60_000);
    expect(s.rows("SELECT 1 FROM outbox")).toHaveLength(1);
    expect(s.planned(id)?.status).toBe("sent");
  });
});
