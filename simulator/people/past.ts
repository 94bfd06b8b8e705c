import { post } from "#simulator/messaging/post.ts";
import type { Phone } from "#simulator/phones/phone.ts";

const HOUR_MS = 3_600_000;

/** Finished conversations from before the link: author and text of each line. */
const PAST: readonly (readonly (readonly ["person" | "shop", string])[])[] = [
  [
    ["person", "Oi, vocês abrem no feriado?"],
    ["shop", "Abrimos sim, das 7 ao meio-dia 😊"],
    ["person", "Ótimo, obrigada!"],
  ],
  [
    ["person", "Boa tarde, meu pedido já saiu?"],
    ["shop", "Saiu agora mesmo!"],
    ["person", "👏👏👏"],
  ],
  [
    ["shop", "Olá! Esqueceram um guarda-chuva aqui ontem, é seu?"],
    ["person", "É sim! Passo aí buscar. Ele é tímido, falem baixo."],
  ],
];

/** Writes the conversations from before the link, which arrive as history sync. */
export async function tellThePast(shop: Phone, people: readonly Phone[]): Promise<void> {
  const now = shop.network.clock.now();
  for (const [index, lines] of PAST.entries()) {
    const person = people[index];
    if (!person) return;
    for (const [line, [who, text]] of lines.entries()) {
      const at = now - (PAST.length - index) * 26 * HOUR_MS + line * 240_000;
      const [from, to] = who === "shop" ? [shop, person] : [person, shop];
      await post(from, to, { conversation: text }, { at });
      to.read(from);
    }
  }
}
