import { describe, expect, test } from "bun:test";
import type { UpdateTicketBody } from "#inbox/tickets/contract.ts";
import { resolveUpdateAction, type UpdateAction } from "./resolve-update-action.ts";

const ME = 7;
const OTHER = 8;
const pending = { status: "pending", queueId: 2, userId: null, connectionId: 1 } as const;
const unqueued = { ...pending, queueId: null };
const mine = { ...pending, status: "open", userId: ME } as const;
const theirs = { ...mine, userId: OTHER } as const;
const closed = { ...mine, status: "closed" } as const;

type Row = readonly [
  name: string,
  before: Parameters<typeof resolveUpdateAction>[0],
  body: UpdateTicketBody,
  verb: UpdateAction,
];
const table: readonly Row[] = [
  ["closing an open ticket", mine, { status: "closed", userId: ME, queueId: 2 }, "close"],
  ["closing wins over a transfer in the same body", mine, { status: "closed", queueId: 3 }, "close"],
  ["closing a pending ticket", pending, { status: "closed" }, "close"],
  ["closing a closed ticket changes nothing", closed, { status: "closed" }, "none"],
  ["another queue is a transfer", mine, { queueId: 3 }, "transfer"],
  ["another attendant is a transfer", mine, { userId: OTHER }, "transfer"],
  ["another connection is a transfer", mine, { whatsappId: 5 }, "transfer"],
  ["a transfer says more than its status", mine, { status: "pending", queueId: 3, userId: null }, "transfer"],
  ["an emptied queue is a transfer, which refuses it", mine, { queueId: null }, "transfer"],
  [
    "giving a pending ticket to somebody else is a transfer",
    pending,
    { status: "open", userId: OTHER },
    "transfer",
  ],
  [
    "taking it into another queue is a transfer",
    pending,
    { status: "open", userId: ME, queueId: 3 },
    "transfer",
  ],
  ["taking it on another connection is a transfer", pending, { userId: ME, whatsappId: 5 }, "transfer"],
  ["taking over an open ticket is a transfer", theirs, { status: "open", userId: ME }, "transfer"],
  ["taking a pending ticket for oneself is an accept", pending, { status: "open", userId: ME }, "accept"],
  ["with its own queue too", pending, { status: "open", userId: ME, queueId: 2 }, "accept"],
  [
    "choosing the queue of one without is part of the accept",
    unqueued,
    { status: "open", userId: ME, queueId: 3 },
    "accept",
  ],
  ["giving one without queue a queue, and nobody, is a transfer", unqueued, { queueId: 3 }, "transfer"],
  ["open on a pending ticket is an accept", pending, { status: "open" }, "accept"],
  [
    "open on a ticket somebody else has is an accept that comes too late",
    theirs,
    { status: "open" },
    "accept",
  ],
  ["open on the own open ticket changes nothing", mine, { status: "open", userId: ME, queueId: 2 }, "none"],
  [
    "open on a closed ticket reopens it, whatever queue and connection are sent",
    closed,
    { status: "open", queueId: 3, whatsappId: 5 },
    "reopen",
  ],
  ["pending on a closed ticket is refused", closed, { status: "pending" }, "refuse_closed"],
  ["a transfer of a closed ticket is refused", closed, { queueId: 3 }, "refuse_closed"],
  ["pending on an open ticket returns it", mine, { status: "pending", userId: null, queueId: 2 }, "return"],
  ["pending on a pending ticket changes nothing", pending, { status: "pending", userId: null }, "none"],
  ["bot keys alone switch the bot", mine, { useIntegration: false, promptId: null }, "switch_bot"],
  ["an empty body changes nothing", mine, {}, "none"],
];

describe("a PUT of a ticket", () => {
  for (const [name, before, body, verb] of table)
    test(name, () => expect(resolveUpdateAction(before, body, ME)).toBe(verb));
});
