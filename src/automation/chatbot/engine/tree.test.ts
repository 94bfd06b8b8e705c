import { describe, expect, test } from "bun:test";
import { tapOf } from "./choice.ts";
import type { BotNode } from "./context.ts";
import type { Turn } from "./outcome.ts";
import { type BotState, freshState } from "./state.ts";
import { converse, NOW, node, queue, world } from "./testing.ts";
import { turn } from "./turn.ts";

const boleto = node("1", "Boleto", {
  message: "Sobre qual mês?",
  mediaId: 3,
  children: [...node("1", "Este mês", { message: "Aqui está", mediaId: 9 }), ...node("2", "Mês passado")],
});
const pessoa = node("2", "Falar com alguém", { message: "Já vem gente" });
const tree = [...boleto, ...pessoa];
const ROOT = "Setor Financeiro\n\n*1* - Boleto\n*2* - Falar com alguém\n*#* - Menu inicial";
const BOLETO = "Sobre qual mês?\n\n*1* - Este mês\n*2* - Mês passado\n*0* - Voltar\n*#* - Menu inicial";
const MENU = "Bem-vindo\n\n*1* - Vendas\n*2* - Financeiro";

const place = (nodes: readonly BotNode[] = tree) =>
  world([queue(1, "Vendas"), queue(2, "Financeiro", { nodes })], { others: [queue(9, "Plantão")] });
/** The bot's state at the root of an option tree. */
const inTree: Partial<BotState> = { queueId: 2, chatbot: true, greetedAt: 1 };
const walk = (inputs: readonly (string | null)[], nodes?: readonly BotNode[]) =>
  converse(place(nodes), inputs, inTree);

describe("the option tree", () => {
  test("the option tree starts with the greeting of the queue and its options", () => {
    const { replies, state } = converse(place(), ["Oi", "2"]);
    expect(replies[1]).toEqual([ROOT]);
    expect(state).toMatchObject({ chatbot: true, queueId: 2, queueOptionId: null, botEndedAt: NOW });
  });

  test("the option tree moves to a child option, back, and to a child again, with the file of the node", () => {
    expect(walk(["1", "0", "1"]).replies).toEqual([[`${BOLETO}[file 3]`], [ROOT], [`${BOLETO}[file 3]`]]);
  });

  test("the option tree accepts titles in any case and without accents, and emoji digits", () => {
    expect(walk(["FALAR COM ALGUEM"]).replies).toEqual([["Já vem gente"]]);
    expect(walk(["2️⃣"]).replies).toEqual([["Já vem gente"]]);
  });

  test("the option tree sends the text and file of a leaf, and the ticket waits in its queue", () => {
    const { replies, end, state } = walk(["1", "1", "obrigado"]);
    expect(replies.slice(1)).toEqual([["Aqui está[file 9]"], []]);
    expect(end).toEqual({ kind: "wait", queueId: 2, userId: null });
    expect(state).toMatchObject({ chatbot: false, queueOptionId: null, botEndedAt: NOW });
  });

  test("the option tree returns to the queue menu for #", () => {
    const { replies, state } = walk(["1", "#"]);
    expect(replies[1]).toEqual([MENU]);
    expect(state).toMatchObject({ queueId: null, chatbot: false, queueOptionId: null, botEndedAt: null });
  });

  test("# restarts the option tree on a connection with one queue", () => {
    const only = world([queue(2, "Financeiro", { nodes: tree })]);
    expect(converse(only, ["1", "#"], inTree).replies[1]).toEqual([ROOT]);
  });

  test("the option tree restarts at the root after the node was deleted, and leaves the ticket to a person when it has no nodes", () => {
    expect(converse(place(), ["1"], { ...inTree, queueOptionId: 12_345 }).replies).toEqual([[ROOT]]);
    expect(converse(place([]), ["1"], inTree)).toMatchObject({
      replies: [[]],
      end: { kind: "wait", queueId: 2 },
    });
  });
});

describe("an invalid input in the option tree", () => {
  test("an invalid input in the option tree repeats the node with a notice, and ends with a person at the limit", () => {
    const { replies, end } = walk(["7", "x", "y", "z"]);
    expect(replies).toEqual([[`Opção inválida.\n\n${ROOT}`], [`Opção inválida.\n\n${ROOT}`], [], []]);
    expect(end).toEqual({ kind: "wait", queueId: 2, userId: null });
  });

  test("pictures and voice notes count as invalid inputs in the option tree", () => {
    expect(walk([null]).replies).toEqual([[`Opção inválida.\n\n${ROOT}`]]);
  });

  test("an invalid input in the option tree is no longer counted after a valid input", () => {
    expect(walk(["7", "7", "1", "0", "7"]).state.optionTries).toBe(1);
  });

  test("an invalid input in the option tree leads to the fallback queue of the node", () => {
    const [first, ...rest] = boleto;
    const strict = [{ ...(first as BotNode), maxTries: 1, fallbackQueueId: 9 }, ...rest];
    expect(walk(["1", "x"], strict)).toMatchObject({
      end: { kind: "queue", queueId: 9 },
      state: { chatbot: false },
    });
  });

  test("a node with one child and automatic advance accepts any text as its option, but no message without text", () => {
    const ask = node("1", "Pedido", {
      message: "Qual o número?",
      autoAdvance: true,
      children: node("1", "Número", { message: "Anotado" }),
    });
    expect(walk(["1", "é o 4711"], ask).replies[1]).toEqual(["Anotado"]);
    expect(walk(["1", null], ask).end).toBeNull();
  });

  test("at the root of the option tree 0 is an invalid option, unless an option has that key", () => {
    expect(walk(["0"]).replies).toEqual([[`Opção inválida.\n\n${ROOT}`]]);
    expect(walk(["0"], node("0", "Zero", { message: "Nada" })).replies).toEqual([["Nada"]]);
  });
});

describe("the action of a leaf", () => {
  const leaf = (fields: Partial<BotNode>) =>
    walk(["1"], node("1", "Folha", { message: "Até já", ...fields }));

  test("the action of a leaf enters another queue as if it had been chosen", () => {
    expect(leaf({ action: "queue", targetQueueId: 9 })).toMatchObject({
      replies: [["Até já", "Setor Plantão"]],
      end: { kind: "queue", queueId: 9 },
    });
  });

  test("the action of a leaf sends the notice of a closed queue and returns to the menu", () => {
    const nodes = node("1", "Folha", { action: "queue", targetQueueId: 9 });
    const night = world([queue(1, "Vendas"), queue(2, "Financeiro", { nodes })], {
      others: [queue(9, "Plantão", { isOpen: false })],
    });
    const { replies, state } = converse(night, ["Oi", "2", "1", "e agora?"]);
    expect(replies.slice(2)).toEqual([["Plantão fechou\n\n*#* - Voltar ao menu"], [MENU]]);
    expect(state).toMatchObject({ queueId: null, chatbot: false, botEndedAt: null });
  });

  test("the action of a leaf assigns a user, closes the ticket, or adds a tag", () => {
    expect(leaf({ action: "user", targetUserId: 4 }).end).toEqual({ kind: "user", queueId: 2, userId: 4 });
    expect(leaf({ action: "close" })).toMatchObject({ replies: [["Até já"]], end: { kind: "close" } });
    expect(leaf({ action: "tag", targetTagId: 6 }).last).toMatchObject({ tagId: 6, end: { kind: "wait" } });
  });

  test("the action of a leaf leaves the ticket to the queue when its target is missing", () => {
    for (const action of ["queue", "user", "integration", "prompt"] as const)
      expect(leaf({ action }).end).toEqual({ kind: "wait", queueId: 2, userId: null });
    expect(leaf({ action: "queue", targetQueueId: 404 }).end?.kind).toBe("wait");
    expect(leaf({ action: "prompt", promptId: 1 }).end?.kind).toBe("wait");
  });
});

describe("a pressed option", () => {
  const tree = node("1", "Boleto", {
    message: "Qual?",
    children: node("1", "Segunda via", { message: "Já envio." }),
  });
  const [boleto, copy] = tree as [BotNode, BotNode];
  const place = world([queue(1, "Vendas"), queue(2, "Suporte", { nodes: tree })]);
  const inTree: BotState = { ...freshState, queueId: 2, chatbot: true, greetedAt: NOW };
  /** The title is ignored; the id decides. */
  const press = (state: BotState, id: string) => turn(place, state, { text: "…", tap: tapOf(id) });
  const menuOf = (answer: Turn) => answer.replies[0]?.menu?.options.map(({ id, title }) => [id, title]);

  test("a pressed option has an id with its key and its row", () => {
    const shown = turn(place, { ...freshState, botMenusSent: 1 }, { text: "Suporte" });
    expect(menuOf(shown)).toEqual([
      [`o${boleto.id}:1`, "Boleto"],
      ["m:#", "Menu inicial"],
    ]);
    expect(menuOf(press(inTree, `o${boleto.id}:1`))).toEqual([
      [`o${copy.id}:1`, "Segunda via"],
      [`b${boleto.id}:0`, "Voltar"],
      ["m:#", "Menu inicial"],
    ]);
    expect(menuOf(press(inTree, "m:#"))).toEqual([
      ["q1:1", "Vendas"],
      ["q2:2", "Suporte"],
    ]);
  });

  test("a pressed option of an older menu keeps its meaning", () => {
    const deep = { ...inTree, queueOptionId: boleto.id };
    // The key belongs to the root: its first option, not the first option of the current node.
    expect(press(deep, `o${boleto.id}:1`).state.queueOptionId).toBe(boleto.id);
    expect(press(inTree, `b${boleto.id}:0`).state).toMatchObject({ queueOptionId: null, chatbot: true });
    expect(press(inTree, `o${copy.id}:1`)).toMatchObject({
      replies: [{ text: "Já envio." }],
      end: { kind: "wait" },
    });
    expect(press(deep, "q1:1")).toMatchObject({
      state: { queueId: 1, chatbot: false },
      end: { kind: "queue" },
    });
  });

  test("a pressed option that was deleted repeats the current menu with a notice", () => {
    const answer = press(inTree, "o999:1");
    expect(answer.replies[0]?.text).toStartWith("Opção inválida.\n\nSetor Suporte");
    expect(answer.state.optionTries).toBe(1);
    const first = { ...freshState, botMenusSent: 1 };
    expect(press(first, "q9:1").replies[0]?.text).toStartWith("Opção inválida.\n\nBem-vindo");
    expect(press(first, `o${boleto.id}:1`).state.queueId).toBeNull();
  });

  test("a pressed option of an earlier ticket period is answered with the menu", () => {
    const answer = press(freshState, "q2:2");
    expect([answer.state.queueId, menuOf(answer)?.length]).toEqual([null, 2]);
  });

  test("an option pressed after the end of the bot is left to a person", () => {
    const ended = { ...freshState, queueId: 1, botEndedAt: NOW };
    expect(press(ended, "q2:2").replies).toEqual([]);
  });
});
