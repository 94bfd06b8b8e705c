import { afterEach, beforeEach, expect, test } from "bun:test";
import { renameSync, symlinkSync, unlinkSync } from "node:fs";
import { phone, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { InboxWorkerPort } from "./sweep.ts";

const MARIA = { name: "Maria Souza", identities: [phone("5511988887777")] };
let s: Scene;
beforeEach(() => {
  s = scene();
});
afterEach(() => {
  s.installation.ports.use(InboxWorkerPort).stop();
  s.close();
});
const bodies = () => s.rows<{ body: string }>("SELECT body FROM message ORDER BY id").map(({ body }) => body);

test("the network gets the receipt of an inbound message only after the message is synced to disk", async () => {
  s.provider.deliver(s.key, wrote(MARIA, "Oi", s.clock.now()));
  expect(s.row("SELECT 1 FROM inbound_event")).toBeDefined();
  expect(s.provider.accepted).toHaveLength(0);
  await becomesTrue(() => s.provider.accepted.length === 1);
});

test("a batch that could not be synced gets no receipt; when the network repeats it, it is stored once and gets one", async () => {
  const log = `${s.tenant.db.$client.name}-wal`;
  renameSync(log, `${log}.aside`);
  symlinkSync(log, log);
  const event = wrote(MARIA, "Oi", s.clock.now());
  s.provider.deliver(s.key, event);
  await becomesTrue(() => bodies().length === 1);
  unlinkSync(log);
  renameSync(`${log}.aside`, log);
  expect(s.provider.accepted).toHaveLength(0);
  s.provider.deliver(s.key, event);
  await becomesTrue(() => s.provider.accepted.length === 1);
  expect(bodies()).toEqual(["Oi"]);
});
