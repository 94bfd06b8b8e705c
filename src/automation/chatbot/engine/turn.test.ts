import { describe, expect, test } from "bun:test";
import { freshState } from "./state.ts";
import { converse, NOW, node, queue, world } from "./testing.ts";
import { beginIn } from "./turn.ts";

const vendas = queue(1, "Vendas");
const suporte = queue(2, "Suporte Técnico");
const two = world([vendas, suporte]);
const MENU = "Bem-vindo\n\n*1* - Vendas\n*2* - Suporte Técnico";
const INVALID = `Opção inválida.\n\n${MENU}`;

describe("a connection without queues", () => {
  test("a connection without queues greets the customer once per ticket and shows no menu", () => {
    const { replies, end, state } = converse(world([]), ["Oi", "Alguém?", "#"]);
    expect(replies).toEqual([["Bem-vindo"], [], []]);
    expect([end?.kind, state.queueId]).toEqual(["wait", null]);
  });
});

describe("a connection with one queue", () => {
  test("a connection with one queue enters the queue at once and sends its greeting with its file", () => {
    const only = queue(1, "Vendas", { mediaId: 7 });
    const { replies, end } = converse(world([only]), ["Oi", "Oi?"]);
    expect(replies).toEqual([["Setor Vendas[file 7]"], []]);
    expect(end).toEqual({ kind: "queue", queueId: 1, userId: null });
  });

  test("a connection with one queue greets first if the company enabled it", () => {
    expect(converse(world([vendas], { greetsWithOneQueue: true }), ["Oi"]).replies).toEqual([
      ["Bem-vindo", "Setor Vendas"],
    ]);
  });

  test("a connection with one queue greets in a ticket created in the queue, but not in one that returned to it", () => {
    expect(converse(world([vendas]), ["Oi"], { queueId: 1 }).replies).toEqual([["Setor Vendas"]]);
    expect(converse(world([vendas]), ["Oi"], { queueId: 1, greetedAt: 5 }).replies).toEqual([[]]);
  });
});

describe("a connection with a menu", () => {
  test("a connection with a menu never treats the first message as a choice", () => {
    expect(converse(two, ["2"]).replies).toEqual([[MENU]]);
  });

  test.each([
    ["its number", "2"],
    ["its number with blanks", " 2 "],
    ["its digit as an emoji", "2️⃣"],
    ["its name without case and accents", "suporte tecnico"],
  ])("a queue is chosen by %s", (_, text) => {
    const { replies, end, state } = converse(two, ["Oi", text]);
    expect(replies[1]).toEqual(["Setor Suporte Técnico"]);
    expect(end).toEqual({ kind: "queue", queueId: 2, userId: null });
    expect(state).toMatchObject({ botMenusSent: 0, botEndedAt: NOW, chatbot: false });
  });

  test.each([["3"], ["0"], ["vendas e suporte"], ["-1"], [null]])(
    "the answer %p chooses no queue: the bot sends a notice and the menu again",
    (text) => {
      expect(converse(two, ["Oi", text]).replies[1]).toEqual([INVALID]);
    },
  );

  test("a connection with a menu accepts the ten emoji as the tenth queue", () => {
    const ten = world(Array.from({ length: 10 }, (_, index) => queue(index + 1, `Q${index + 1}`)));
    expect(converse(ten, ["Oi", "🔟"]).state.queueId).toBe(10);
  });

  test("a connection with a menu moves the ticket to the configured queue after the last menu", () => {
    const { replies, end, state } = converse({ ...two, redirectQueueId: 1 }, ["a", "b", "c", "d", "e"]);
    expect(replies).toEqual([[MENU], [INVALID], [INVALID], [], []]);
    expect(end).toEqual({ kind: "limit", queueId: 1, userId: null });
    expect(state.queueId).toBe(1);
  });

  test("a customer without a valid choice in the last menu waits without a queue; a valid choice there is accepted", () => {
    expect(converse(two, ["a", "b", "c", "d", "1"])).toMatchObject({ end: { kind: "limit", queueId: null } });
    expect(converse(two, ["a", "b", "c", "1"]).state.queueId).toBe(1);
  });

  test("the menu is sent without a limit when the maximum is 0", () => {
    const { replies } = converse({ ...two, maxMenus: 0 }, ["a", "b", "c", "d", "e"]);
    expect(replies.at(-1)).toEqual([INVALID]);
  });

  test("a connection with a menu sends no menu during the pause of the connection, and sends one after it", () => {
    const resting = { ...two, restMinutes: 30, lastEndedAt: NOW - 29 * 60_000 };
    expect(converse(resting, ["Oi", "1"]).replies).toEqual([[], []]);
    expect(converse({ ...resting, lastEndedAt: NOW - 30 * 60_000 }, ["Oi"]).replies).toEqual([[MENU]]);
  });

  test("a connection with a menu sends the menu for #, also during the pause, but not for # inside a text", () => {
    const resting = { ...two, restMinutes: 30, lastEndedAt: NOW };
    const { replies, state } = converse(resting, ["#"], { queueId: 1, botEndedAt: NOW, greetedAt: 1 });
    expect(replies).toEqual([[MENU]]);
    expect(state).toMatchObject({ queueId: null, botEndedAt: null });
    expect(converse(two, ["# socorro"], { queueId: 1, botEndedAt: NOW }).replies).toEqual([[]]);
  });

  test("# is an ordinary text on a connection without a menu", () => {
    expect(converse(world([vendas]), ["Oi", "#"]).replies).toEqual([["Setor Vendas"], []]);
  });
});

describe("a responder", () => {
  const talks = { takes: () => true };
  test("a responder of the chosen queue takes over, the integration before the prompt", () => {
    const both = queue(2, "Robô", { integrationId: 5, promptId: 6 });
    const { end, state } = converse(world([vendas, both], talks), ["Oi", "2", "tudo bem?"]);
    expect(end?.kind).toBe("integration");
    expect(state).toMatchObject({ useIntegration: true, integrationId: 5, promptId: null, queueId: 2 });
  });

  test("a responder that cannot take the conversation leaves the ticket to people", () => {
    const both = queue(2, "Robô", { integrationId: 5, promptId: 6 });
    expect(converse(world([vendas, both]), ["Oi", "2"])).toMatchObject({
      end: { kind: "queue", queueId: 2 },
    });
  });

  test("a responder of the connection comes before its menu", () => {
    const { end, replies } = converse({ ...two, ...talks, promptId: 3 }, ["Oi"]);
    expect([end?.kind, replies]).toEqual(["prompt", [[]]]);
  });
});

describe("outside opening hours", () => {
  const shut = { ...two, companyOpen: false };
  test("outside opening hours the company's notice is sent once, and the ticket waits", () => {
    const { replies, end, state } = converse(shut, ["Oi", "1", "#"]);
    expect(replies).toEqual([["A loja fechou"], [], []]);
    expect([end?.kind, state.queueId, state.outOfHoursAt]).toEqual(["closedHours", null, NOW]);
    expect(converse(two, ["Bom dia"], state).replies).toEqual([[MENU]]);
  });

  test("the notice outside opening hours is sent again after the configured time", () => {
    const again = (minutes: number) =>
      converse(shut, ["Oi"], { outOfHoursAt: NOW - minutes * 60_000 }).replies[0];
    expect([again(59), again(60)]).toEqual([[], ["A loja fechou"]]);
  });

  test("a company with a blank notice sends nothing outside opening hours, not even the menu", () => {
    expect(converse({ ...shut, outOfHours: " " }, ["Oi"]).replies).toEqual([[]]);
  });

  test("a closed queue sends its notice and lets the customer choose again", () => {
    const place = world([vendas, queue(2, "Suporte", { isOpen: false })]);
    const { replies, state, end } = converse(place, ["Oi", "2"]);
    expect(replies[1]).toEqual(["Suporte fechou\n\n*#* - Voltar ao menu"]);
    expect(state).toMatchObject({ queueId: null });
    expect(end).toBeNull();
    expect(converse(place, ["Oi", "2", "#", "1"]).end).toMatchObject({ kind: "queue", queueId: 1 });
  });

  test("a closed queue chosen again soon does not repeat its notice", () => {
    const place = world([vendas, queue(2, "Suporte", { isOpen: false })]);
    expect(converse(place, ["Oi", "2", "#", "2"]).replies[3]).toEqual(["*#* - Voltar ao menu"]);
  });

  test("the only queue of a connection sends its notice once while it is closed, and the ticket waits in it", () => {
    const night = world([queue(1, "Vendas", { isOpen: false })]);
    const { replies, state } = converse(night, ["Oi", "Oi?"], { queueId: 1 });
    expect(replies).toEqual([["Vendas fechou"], []]);
    expect(state.queueId).toBe(1);
    expect(converse(world([vendas]), ["Bom dia"], state).replies).toEqual([["Setor Vendas"]]);
  });

  test("an option tree ends when its queue closes, and does not continue when the queue opens again", () => {
    const place = (isOpen: boolean) =>
      world([vendas, queue(2, "Suporte", { isOpen, nodes: node("1", "Boleto") })]);
    const walking = converse(place(true), ["Oi", "2"]).state;
    const { state, replies } = converse(place(false), ["1"], walking);
    expect([replies, state.chatbot, state.queueId]).toEqual([[["Suporte fechou"]], false, 2]);
    expect(converse(place(true), ["1"], state).replies).toEqual([[]]);
  });
});

describe("a queue set by a person", () => {
  test("a queue set by a person starts its bot and stays, at any hour", () => {
    const withTree = queue(2, "Suporte", { nodes: node("1", "Boleto") });
    const open = beginIn(world([vendas, withTree]), { ...freshState, queueId: 2 }, 2);
    expect(open.replies).toMatchObject([
      { text: "Setor Suporte\n\n*1* - Boleto\n*#* - Menu inicial", mediaId: null },
    ]);
    const shut = beginIn(world([vendas, { ...withTree, isOpen: false }]), { ...freshState, queueId: 2 }, 2);
    expect(shut).toMatchObject({ state: { queueId: 2, chatbot: false }, end: { kind: "closedHours" } });
  });
});
