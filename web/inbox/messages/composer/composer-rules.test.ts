import { expect, test } from "bun:test";
import { changesOn, EDIT_MS, messageActions } from "#web/inbox/messages/bubble/message-actions.ts";
import { sampleMessage, sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { signature, unsigned } from "#web/inbox/messages/text/signature.ts";
import { formatBytes, kindOf } from "./attachments.ts";
import { composerGate } from "./composer-gate.ts";

const now = Date.parse("2026-11-20T15:00:00.000Z");
const ana = { userId: 7, isAdmin: false };

test("only the attendant writes in an open ticket; an admin must take it over or choose to answer without", () => {
  const gate = (
    overrides: Parameters<typeof sampleTicket>[0],
    who: { userId: number; isAdmin: boolean; answersForOther?: boolean } = ana,
  ) => composerGate({ ticket: sampleTicket(overrides), ...who, connection: "CONNECTED", now }).reason;
  expect(gate({})).toBeNull();
  expect(gate({ status: "closed" })).toBe("closed");
  expect(gate({ status: "pending", userId: null })).toBe("pending");
  expect(gate({ userId: 8 })).toBe("otherOwner");
  expect(gate({ userId: 8 }, { userId: 1, isAdmin: true })).toBe("takeOver");
  expect(gate({ userId: 8 }, { userId: 1, isAdmin: true, answersForOther: true })).toBeNull();
  expect(gate({ userId: 1 }, { userId: 1, isAdmin: true })).toBeNull();
  expect(gate({ windowExpiresAt: "2026-11-20T14:59:59.000Z" })).toBe("windowClosed");
  // On pages and Instagram people have seven days in all.
  expect(gate({ channel: "instagram", windowExpiresAt: "2026-11-15T15:00:00.000Z" })).toBeNull();
  expect(gate({ channel: "facebook", windowExpiresAt: "2026-11-14T14:59:59.000Z" })).toBe("windowClosed");
});

test("messages on a disconnected connection wait instead of being refused", () => {
  const gate = (connection: "CONNECTED" | "TIMEOUT" | null) =>
    composerGate({ ticket: sampleTicket(), ...ana, connection, now });
  expect(gate("TIMEOUT")).toEqual({ reason: null, waits: true });
  expect(gate("CONNECTED").waits).toBe(false);
  expect(gate(null).waits).toBe(false);
});

test("only the author deletes a message, and edits it within fifteen minutes", () => {
  const who = { ...ana, canWrite: true, changes: "all" } as const;
  const mine = sampleMessage({
    fromMe: true,
    userId: 7,
    createdAt: new Date(now - EDIT_MS + 1).toISOString(),
  });
  expect(messageActions(mine, who, now)).toMatchObject({
    edit: true,
    delete: true,
    reply: true,
    react: true,
  });
  expect(messageActions(mine, who, now + 1).edit).toBe(false);
  expect(messageActions({ ...mine, userId: 8 }, who, now)).toMatchObject({ edit: false, delete: false });
  expect(messageActions(sampleMessage(), who, now)).toMatchObject({
    delete: false,
    edit: false,
    reply: true,
  });
  expect(messageActions({ ...mine, isDeleted: true }, who, now)).toMatchObject({
    delete: false,
    reply: false,
  });
});

test("a message offers the changes that its network supports", () => {
  const mine = sampleMessage({ fromMe: true, userId: 7, createdAt: new Date(now).toISOString() });
  const on = (ticket: Parameters<typeof changesOn>[0], message = mine) =>
    messageActions(message, { ...ana, canWrite: true, changes: changesOn(ticket) }, now);
  const soon = new Date(now + 60_000).toISOString();
  const all = { react: true, edit: true, delete: true };
  expect(on({ channel: "whatsapp", windowExpiresAt: null })).toMatchObject(all);
  const official = { channel: "whatsapp", windowExpiresAt: soon } as const;
  expect(on(official)).toMatchObject({ react: true, edit: false, delete: false, reply: true });
  const page = { channel: "instagram", windowExpiresAt: soon } as const;
  expect(on(page)).toMatchObject({ react: false, edit: false, delete: false, reply: true });
  expect(on(page, { ...mine, sendState: "failed", ack: 0 }).delete).toBe(true);
});

test("a failed message offers a retry instead of a reply", () => {
  const failed = sampleMessage({ fromMe: true, userId: 7, sendState: "failed", ack: 0 });
  const who = { ...ana, canWrite: true, changes: "all" } as const;
  expect(messageActions(failed, who, now)).toMatchObject({ retry: true, reply: false, react: false });
  expect(messageActions({ ...failed, userId: 8 }, who, now).retry).toBe(false);
  expect(messageActions({ ...failed, userId: 8 }, { ...who, isAdmin: true }, now).retry).toBe(true);
});

test("the signature is added by the server and removed for an edit", () => {
  expect(unsigned(`${signature("Ana Souza")}Oi`, "Ana Souza")).toBe("Oi");
  expect(unsigned("Oi", "Ana Souza")).toBe("Oi");
});

test("file sizes are shown in readable units", () => {
  expect(formatBytes(1_258_291, "pt-BR")).toBe("1,2 MB");
  expect(formatBytes(500, "en-US")).toBe("1 kB");
  expect(formatBytes(48_000, "pt-BR")).toBe("47 kB");
  expect(kindOf({ type: "image/svg+xml" })).toBe("document");
});
