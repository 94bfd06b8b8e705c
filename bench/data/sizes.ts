/** Amount of data of one company. */
import { type Db, run } from "#platform/db/database.ts";

export interface Size {
  readonly users: number;
  readonly queues: number;
  readonly contacts: number;
  readonly tickets: number;
  readonly messages: number;
  /** One in this many contacts has a ticket that is not closed; default 5. */
  readonly openOneIn?: number;
}

/** A new company. */
export const SMALL: Size = { users: 20, queues: 10, contacts: 500, tickets: 2000, messages: 40_000 };
/** The data set of the figures in `docs/quality.md`. */
export const STANDARD: Size = { users: 20, queues: 10, contacts: 5000, tickets: 20_000, messages: 400_000 };
export const MILLION: Size = {
  users: 20,
  queues: 10,
  contacts: 12_500,
  tickets: 50_000,
  messages: 1_000_000,
};
/** A team with 20,000 tickets that are not closed, for the lists with views, rules and policies. */
export const TEAMWORK: Size = {
  users: 100,
  queues: 10,
  contacts: 20_000,
  tickets: 50_000,
  messages: 1_000_000,
  openOneIn: 1,
};
/** Ten times the standard one: several years of a busy company. */
export const LARGE: Size = {
  users: 20,
  queues: 10,
  contacts: 50_000,
  tickets: 200_000,
  messages: 4_000_000,
};

/** Inserts a row by its columns; returns its id. */
export function insert(db: Db, table: string, row: Readonly<Record<string, string | number | null>>): number {
  const columns = Object.keys(row);
  const marks = columns.map(() => "?").join(", ");
  return run(db, `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${marks})`, ...Object.values(row)).id;
}

/** Stored texts of attendants: 400 quick replies, and a scheduled message for every fifth contact. */
export function texts(db: Db, size: Size, now: number): void {
  const times = { created_at: now, updated_at: now };
  for (let n = 1; n <= 400; n += 1)
    insert(db, "quick_reply", {
      ...{ shortcode: `resposta${n}`, message: `Resposta número ${n}`, shared: n % 2 },
      ...{ user_id: (n % size.users) + 1, ...times },
    });
  for (let contact = 5; contact <= size.contacts; contact += 5)
    insert(db, "scheduled_message", {
      ...{ body: `Lembrete ${contact}`, contact_id: contact, user_id: (contact % size.users) + 1 },
      send_at: now + (contact % 2 === 0 ? contact : -contact) * 600 * 1000,
      status: contact % 2 === 0 ? "pending" : "sent",
      ...{ series_start: "2026-01-01 09:00:00", ...times },
    });
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
