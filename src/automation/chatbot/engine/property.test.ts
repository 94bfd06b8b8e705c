import { expect, test } from "bun:test";
import type { World } from "./context.ts";
import type { BotState } from "./state.ts";
import { freshState, isRunning } from "./state.ts";
import { node, queue, world } from "./testing.ts";
import { turn } from "./turn.ts";

/** Deterministic random numbers: a failure is reproducible. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

const tree = [
  ...node("1", "Boleto", {
    message: "Qual?",
    children: [
      ...node("1", "Este", { message: "Aqui" }),
      ...node("2", "Vendas", { action: "queue", targetQueueId: 1 }),
      ...node("3", "Fim", { action: "close" }),
    ],
  }),
  ...node("2", "Pedido", {
    autoAdvance: true,
    children: node("1", "Número", { action: "user", targetUserId: 3 }),
  }),
  ...node("3", "Resgate", {
    maxTries: 1,
    fallbackQueueId: 1,
    children: node("1", "Nada", { action: "tag" }),
  }),
];
const vendas = queue(1, "Vendas");
const suporte = queue(2, "Suporte", { nodes: tree, mediaId: 1 });
const noite = queue(3, "Noite", { isOpen: false });
const worlds: readonly World[] = [
  world([]),
  world([suporte], { greetsWithOneQueue: true }),
  world([vendas, suporte, noite], { maxMenus: 0 }),
  world([vendas, suporte], { maxMenus: 2, redirectQueueId: 1 }),
  world([suporte, noite], { maxMenus: 3, restMinutes: 5, lastEndedAt: 0 }),
];
const WORDS = ["1", "2", "3", "0", "oi", "boleto", "vendas", "2️⃣", "", null, "9"];

test("for any input an ended bot is silent until #, and no answer has more than three texts", () => {
  for (const [index, place] of worlds.entries()) {
    for (let game = 0; game < 400; game += 1) {
      const roll = dice(index * 1000 + game);
      let state: BotState = freshState;
      for (let step = 0; step < 25; step += 1) {
        const text = roll(12) === 0 ? "#" : (WORDS[roll(WORDS.length)] ?? null);
        const hadEnded = state.botEndedAt !== null && !isRunning(state);
        const { replies, state: next, end } = turn(place, state, { text });
        if (hadEnded && text !== "#") expect([replies, next]).toEqual([[], state]);
        expect(replies.length).toBeLessThanOrEqual(3);
        expect(next.optionTries).toBeLessThan(3);
        if (end && end.kind !== "closedHours")
          expect([next.chatbot, next.botEndedAt]).toEqual([false, place.now]);
        state = next;
      }
    }
  }
});
