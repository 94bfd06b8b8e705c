import { type Db, run } from "#platform/db/database.ts";
import type { Size } from "./sizes.ts";

/** What attendants keep for later: 400 quick replies, and a message planned for every fifth contact. */
export function texts(db: Db, size: Size, now: number): void {
  for (let n = 1; n <= 400; n += 1)
    run(
      db,
      "INSERT INTO quick_reply (shortcode, message, shared, user_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
      `resposta${n}`,
      `Resposta número ${n}`,
      n % 2,
      (n % size.users) + 1,
      now,
      now,
    );
  for (let contact = 5; contact <= size.contacts; contact += 5)
    run(
      db,
      `INSERT INTO scheduled_message (body, contact_id, send_at, user_id, status, series_start, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, '2026-01-01 09:00:00', ?, ?)`,
      `Lembrete ${contact}`,
      contact,
      now + (contact % 2 === 0 ? contact : -contact) * 600 * 1000,
      (contact % size.users) + 1,
      contact % 2 === 0 ? "PENDENTE" : "ENVIADA",
      now,
      now,
    );
}

/** Everyday words of a shop's conversations; enough of them that a search is selective. */
const ROOTS =
  "pedido entrega boleto cartão pagamento produto tamanho cor azul preto branco sábado segunda amanhã hoje ontem loja endereço rua bairro centro " +
  "troca garantia nota fiscal desconto promoção orçamento bolo pão doce salgado festa cliente atendimento horário telefone mensagem foto vídeo " +
  "obrigado bom dia tarde noite preciso queria gostaria posso pode quando quanto onde como qual valor preço frete prazo chegou atrasou quebrou " +
  "internet sinal roteador técnico visita instalação fatura segunda via contrato plano mega velocidade lento caiu voltou senha acesso cadastro";
const base = ROOTS.split(" ");
/** 60 common words, and 2,000 rare ones composed of two of them. */
export const WORDS: readonly string[] = [
  ...base,
  ...base,
  ...base,
  ...Array.from(
    { length: 2000 },
    (_, n) => `${base[n % base.length]}${base[(n * 7 + 3) % base.length]}${n % 17}`,
  ),
];

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
