import { describe, expect, test } from "bun:test";
import { transferText } from "#inbox/messages/listeners/ticket-texts.ts";
import type { UserActor } from "#tenants/tenant.ts";
import type { Viewer } from "#tenants/viewer.ts";
import { isAuthor, mayBotAnswer, mayRetry, receivesCreated, receivesUpdated } from "./policy.ts";

const HOUR = 3_600_000;
const free = {
  ticket: { status: "pending", userId: null, isGroup: false, botOff: false },
  contact: { disableBot: false },
  sentAt: 0,
  now: 12 * HOUR,
  expired: false,
} as const;

describe("automatic replies", () => {
  test.each([
    ["a waiting ticket within twelve hours", free, true],
    ["later", { ...free, now: 12 * HOUR + 1 }, false],
    ["an open ticket", { ...free, ticket: { ...free.ticket, status: "open", userId: 1 } }, false],
    ["a group", { ...free, ticket: { ...free.ticket, isGroup: true } }, false],
    ["a ticket the loop guard silenced", { ...free, ticket: { ...free.ticket, botOff: true } }, false],
    ["somebody who wants no bots", { ...free, contact: { disableBot: true } }, false],
    ["a company past its due date", { ...free, expired: true }, false],
  ] as const)("the policy of automatic replies answers or ignores %s", (_what, situation, allowed) => {
    expect(mayBotAnswer(situation)).toBe(allowed);
  });
});

const viewer = (fields: Partial<UserActor> & { watching?: number[] } = {}): Viewer => ({
  type: "user",
  id: 1,
  name: "Ana",
  profile: "user",
  super: false,
  queueIds: [7],
  sessionId: 1,
  connectionId: null,
  allTicket: false,
  signMessages: true,
  billingOnly: false,
  ...fields,
  watching: new Set(fields.watching ?? []),
});
const place = { status: "open", queueId: 7, userId: 2, userDistributed: null } as const;
const nowhere = { status: "pending", queueId: null, userId: null, userDistributed: null } as const;

describe("receivers of message broadcasts", () => {
  test("a new message is broadcast to users who see or watch the ticket, or who subscribed to unassigned tickets", () => {
    expect(receivesCreated(viewer(), 5, place)).toBe(true);
    expect(receivesCreated(viewer({ queueIds: [] }), 5, place)).toBe(false);
    expect(receivesCreated(viewer({ queueIds: [], watching: [5] }), 5, place)).toBe(true);
    expect(receivesCreated(viewer(), 5, nowhere)).toBe(false);
    expect(receivesCreated(viewer({ allTicket: true }), 5, nowhere)).toBe(true);
    expect(receivesCreated(viewer({ profile: "admin", queueIds: [] }), 5, nowhere)).toBe(true);
  });

  test("a changed message is broadcast to the viewers and the owner of the ticket", () => {
    expect(receivesUpdated(viewer(), 5, place)).toBe(false);
    expect(receivesUpdated(viewer({ id: 2 }), 5, place)).toBe(true);
    expect(receivesUpdated(viewer({ watching: [5] }), 5, place)).toBe(true);
    expect(receivesUpdated(viewer({ watching: [6] }), 5, place)).toBe(false);
  });
});

test("only the author may edit or delete a message; an admin may retry a failed one", () => {
  const message = { fromMe: true, userId: 1 };
  const admin = { id: 9, profile: "admin" } as const;
  expect([isAuthor({ id: 1 }, message), isAuthor({ id: 2 }, message), isAuthor(admin, message)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(isAuthor({ id: 1 }, { fromMe: false, userId: 1 })).toBe(false);
  expect([mayRetry({ id: 2, profile: "user" }, message), mayRetry(admin, message)]).toEqual([false, true]);
});

test.each([
  [
    "another queue and nobody",
    { queueId: 1, userId: 5 },
    { queueId: 2, userId: null },
    "transferQueueMessage",
  ],
  [
    "the same queue and another attendant",
    { queueId: 1, userId: 5 },
    { queueId: 1, userId: 6 },
    "transferUserMessage",
  ],
  [
    "another queue and attendant",
    { queueId: 1, userId: 5 },
    { queueId: 2, userId: 6 },
    "transferBothMessage",
  ],
  ["only another connection", { queueId: 1, userId: 5 }, { queueId: 1, userId: 5 }, undefined],
  ["the same queue and nobody", { queueId: 1, userId: 5 }, { queueId: 1, userId: null }, undefined],
] as const)("a transfer to %s sends the text %3$p", (_to, before, after, text) => {
  expect(transferText(before, after)).toBe(text);
});
