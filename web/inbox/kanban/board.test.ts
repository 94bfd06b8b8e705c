import { afterEach, expect, test } from "bun:test";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { TagAnswer } from "#people/tags/contract.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { type Answer, fakeApi, fakeSocket, settle } from "#web/lib/testing/test-fakes.ts";
import { Board, OPEN_LANE } from "./board.ts";

const tag = (id: number, name: string, kanban = 1): TagAnswer => ({
  id,
  name,
  color: "#0b72c4",
  kanban,
  userId: 1,
  ticketsCount: 0,
});
const quote = tag(2, "Orçamento");
const made = tag(3, "Produção");
const vip = tag(4, "VIP", 0);
const ticket = (id: number, tags: readonly TagAnswer[], change: Partial<TicketAnswer> = {}) =>
  sampleTicket({
    id,
    status: "open",
    tags: [...tags],
    updatedAt: `2026-11-20T12:00:0${id}.000Z`,
    ...change,
  });

let stop = () => undefined as unknown;
afterEach(() => stop());

/** A board with a simulated server: `answers` holds the moves that still wait for a response. */
async function open(tickets: readonly TicketAnswer[]) {
  const answers: ((answer: Answer) => void)[] = [];
  const { api, calls } = fakeApi(({ method, path }) => {
    if (method === "PUT") return new Promise<Answer>((resolve) => answers.push(resolve));
    return path.startsWith("/tags") ? { body: { lista: [made, quote] } } : { body: { tickets } };
  });
  const live = fakeSocket();
  live.socket.start();
  live.line().ready();
  const board = new Board(api);
  stop = board.open(live.socket);
  await settle();
  const inLanes = () =>
    Object.fromEntries(board.lanes.value.map(({ id, ticketIds }) => [id, [...ticketIds]]));
  const moves = () => calls.filter(({ method }) => method === "PUT").map(({ path, body }) => [path, body]);
  const update = (changed: TicketAnswer) => live.emit("ticket", { action: "update", ticket: changed });
  return { board, calls, answers, inLanes, moves, update, emit: live.emit };
}

test("tickets without a lane tag are in the first lane, others in theirs, latest change first", async () => {
  const { board, inLanes } = await open([
    ticket(1, []),
    ticket(5, [vip]),
    ticket(6, [vip, made]),
    ticket(7, [quote]),
  ]);
  expect(board.lanes.value.map(({ tag: lane }) => lane?.name ?? "Em aberto")).toEqual([
    "Em aberto",
    "Orçamento",
    "Produção",
  ]);
  expect(inLanes()).toEqual({ [OPEN_LANE]: [5, 1], 2: [7], 3: [6] });
});

test("a card moves at once and sends one request", async () => {
  const { board, inLanes, moves, answers } = await open([ticket(1, [vip])]);
  const moved = board.move(1, 2);
  expect(inLanes()).toEqual({ [OPEN_LANE]: [], 2: [1], 3: [] });
  await settle();
  expect(moves()).toEqual([["/tickets/1/lane", { tagId: 2 }]]);
  answers[0]?.({ body: ticket(1, [vip, quote]) });
  expect(await moved).toEqual({ ticketId: 1, from: OPEN_LANE, to: 2 });
  expect(inLanes()[2]).toEqual([1]);
  expect(await board.move(1, 2)).toBeNull();
});

test("a move back to 'Em aberto' removes the lane's tag", async () => {
  const { board, moves, answers } = await open([ticket(1, [quote])]);
  const moved = board.move(1, OPEN_LANE);
  await settle();
  expect(moves()).toEqual([["/tickets/1/lane", { tagId: null }]]);
  answers[0]?.({ body: ticket(1, []) });
  await moved;
});

test("a refused move puts the card back", async () => {
  const { board, inLanes, answers } = await open([ticket(1, [])]);
  const moved = board.move(1, 2).catch(({ code }: { code: string }) => code);
  await settle();
  answers[0]?.({ status: 404, body: { error: "ERR_NOT_FOUND" } });
  expect(await moved).toBe("ERR_NOT_FOUND");
  expect(inLanes()[OPEN_LANE]).toEqual([1]);
});

test("two moves of a card are sent in order, so that the last one holds", async () => {
  const { board, inLanes, moves, answers } = await open([ticket(1, [])]);
  const first = board.move(1, 2);
  const second = board.move(1, 3);
  await settle();
  expect(moves()).toHaveLength(1);
  answers[0]?.({ body: ticket(1, [quote]) });
  await first;
  expect(inLanes()[3]).toEqual([1]);
  await settle();
  answers[1]?.({ body: ticket(1, [made]) });
  await second;
  expect(moves().map(([, body]) => body)).toEqual([{ tagId: 2 }, { tagId: 3 }]);
  expect(inLanes()[3]).toEqual([1]);
});

test("when two users move a card at the same time, both see the server's last state", async () => {
  const { board, inLanes, answers, update } = await open([ticket(1, [])]);
  const moved = board.move(1, 2);
  await settle();
  update(ticket(1, [quote]));
  update(ticket(1, [made]));
  // The response to this user's move is older than the event of the other user's move.
  answers[0]?.({ body: ticket(1, [quote]) });
  await moved;
  expect(inLanes()).toEqual({ [OPEN_LANE]: [], 2: [], 3: [1] });
});

test("moves, new, closed and lost tickets of other users are shown", async () => {
  const { inLanes, update, emit } = await open([ticket(1, []), ticket(2, [quote])]);
  update(ticket(1, [made]));
  update(ticket(3, [], { status: "pending" }));
  expect(inLanes()).toEqual({ [OPEN_LANE]: [3], 2: [2], 3: [1] });
  update(ticket(1, [made], { status: "closed" }));
  emit("ticket", { action: "delete", ticketId: 2 });
  expect(inLanes()).toEqual({ [OPEN_LANE]: [3], 2: [], 3: [] });
});

test("lanes follow their tags, and cards of a removed lane are open again", async () => {
  const { inLanes, emit } = await open([ticket(1, [quote]), ticket(2, [made])]);
  emit("tag", { action: "create", record: tag(9, "Entrega") });
  emit("tag", { action: "update", record: { ...quote, kanban: 0 } });
  emit("tag", { action: "delete", id: 3 });
  expect(inLanes()).toEqual({ [OPEN_LANE]: [2, 1], 9: [] });
});

test("a user who only gets a notification about a ticket does not get it on the board", async () => {
  const { inLanes, emit } = await open([ticket(1, [])]);
  emit("appMessage", { action: "create", ticket: ticket(8, []) });
  expect(inLanes()[OPEN_LANE]).toEqual([1]);
});

test("queues are filtered by the server, attendants on the page", async () => {
  const { board, calls, inLanes } = await open([
    ticket(1, [], { queueId: 5, userId: 1 }),
    ticket(2, [], { queueId: 5, userId: null }),
    ticket(3, [], { queueId: null, userId: 1 }),
  ]);
  board.setFilter({ sort: "recent", queues: [], users: [1], asleep: false });
  expect(inLanes()[OPEN_LANE]).toEqual([3, 1]);
  board.setFilter({ sort: "recent", queues: [], users: [0], asleep: false });
  expect(inLanes()[OPEN_LANE]).toEqual([2]);
  const before = calls.length;
  board.setFilter({ sort: "recent", queues: [5, 0], users: [], asleep: false });
  await settle();
  expect(calls.slice(before).map(({ path }) => decodeURIComponent(path))).toContain(
    "/ticket/kanban?queueIds=[5,null]",
  );
});

test("cards have the new names of contacts, queues and colleagues", async () => {
  const contact = { id: 5, name: "Maria", number: "5511987654321", profilePicUrl: null };
  const queue = { id: 1, name: "Vendas", color: "#000000" };
  const { board, emit } = await open([
    ticket(1, [], { contactId: 5, contact, queue, user: { id: 7, name: "Ana" } }),
  ]);
  // Loaded before, so that the board's own loads of it end in their order.
  const load = () => import("#web/inbox/tickets/update-names.ts");
  await load();
  emit("contact", { action: "update", contact: { ...contact, name: "Maria Souza" } });
  emit("queue", { action: "update", queue: { ...queue, name: "Comercial" } });
  emit("user", { action: "update", user: { id: 7, name: "Ana Dias" } });
  await load();
  await settle();
  expect(board.tickets.peek(1)).toMatchObject({
    contact: { name: "Maria Souza" },
    queue: { name: "Comercial" },
    user: { name: "Ana Dias" },
  });
});
