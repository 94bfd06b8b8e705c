import { saasTables } from "./saas-tables.ts";

/** A value as a table of the old system holds it. */
export type Cell = string | number | boolean | Date | null | readonly object[];
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns that are text of other types in CREATE TABLE. */
  readonly rows: Iterable<readonly Cell[]>;
}

/** How large an installation of the old system is, and which version it is. */
export interface OfficeOptions {
  /** `community`: one company, no columns for it; `saas`: companies, plans, attendances. */
  readonly version: "community" | "saas";
  readonly companies?: number;
  readonly tickets?: number;
  readonly messagesPerTicket?: number;
  /** Characters of what the old system kept of each message as the network gave it (`dataJson`); none unless said. */
  readonly rawChars?: number;
  /** Hash of the password of all users. */
  readonly passwordHash: string;
  /** The newest moment, ms. */
  readonly now: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Texts that break what reads them carelessly. */
export const HARD_TEXTS = [
  "Bom dia! Tudo bem?",
  "linha um\nlinha dois\ttabulada",
  "it's 'quoted' \"twice\"",
  "barra \\ invertida \\n não é quebra",
  "emoji 👩‍🦰 e acentos çãõ",
  "ponto; vírgula, (parênteses);",
  "\\.",
  "\\N",
  "-- não é comentário /* nem isto */",
  "",
];

const WORDS = "pedido entrega boleto amanhã obrigado preço orçamento endereço cliente produto".split(" ");
const sentence = (seed: number) =>
  seed % 17 === 0
    ? (HARD_TEXTS[(seed / 17) % HARD_TEXTS.length] ?? "")
    : `${WORDS[seed % 10]} ${WORDS[(seed * 7) % 10]} ${seed}`;

const HOURS = [
  { weekday: "Segunda-feira", weekdayEn: "monday", startTime: "08:00", endTime: "18:00" },
  { weekday: "Terça-feira", weekdayEn: "tuesday", startTime: "09:00", endTime: "12:00" },
];

/**
 * The tables of an installation of the Whaticket family, in an order in which nothing stands before what hangs from
 * it backwards: as dumps have them, sorted by name. Everything follows from the options: twice the same.
 */
export function officeTables(options: OfficeOptions): readonly Table[] {
  const { version, tickets = 20, messagesPerTicket = 10, passwordHash, now } = options;
  const saas = version === "saas";
  const companies = saas ? (options.companies ?? 2) : 1;
  const from = now - 90 * DAY;
  const each = <T>(make: (company: number) => readonly T[]): readonly T[] =>
    Array.from({ length: companies }, (_, at) => make(at + 1)).flat();
  /** Columns and cells every table has, the company only where there are some. */
  const table = (name: string, columns: readonly string[], rows: Table["rows"], own = true): Table => {
    const hasCompany = saas && own;
    const all = ["id", ...columns, ...(hasCompany ? ["companyId"] : []), "createdAt", "updatedAt"];
    return { name, columns: all, rows };
  };
  const ends = (company: number, at = from): readonly Cell[] =>
    saas ? [company, new Date(at), new Date(at)] : [new Date(at), new Date(at)];
  const plain = (at = from): readonly Cell[] => [new Date(at), new Date(at)];
  const perCompany = tickets;
  const ticketId = (company: number, index: number) => (company - 1) * perCompany + index + 1;
  const startOf = (index: number) => from + Math.floor((index * 80 * DAY) / Math.max(1, perCompany));
  const statusOf = (index: number) =>
    index >= perCompany - 2 ? "pending" : index >= perCompany - 6 ? "open" : "closed";

  const { rawChars = 0 } = options;
  const raw = (id: string) =>
    rawChars > 0
      ? [JSON.stringify({ key: { id }, message: { jpegThumbnail: "/9j/4AAQ".padEnd(rawChars, id) } })]
      : [];

  function* messages(): Generator<readonly Cell[]> {
    for (let company = 1; company <= companies; company += 1)
      for (let index = 0; index < perCompany; index += 1)
        for (let step = messagesPerTicket - 1; step >= 0; step -= 1) {
          const fromMe = step % 2 === 1;
          const id = `3EB0${company}A${index}B${step}`;
          const at = new Date(startOf(index) + step * MINUTE);
          const hasFile = index === 0 && step === 2;
          yield [
            id,
            hasFile ? "foto.png" : sentence(index * 31 + step),
            fromMe ? 3 : 0,
            statusOf(index) === "closed" || step < messagesPerTicket - 1,
            hasFile ? "image" : saas ? "conversation" : "chat",
            hasFile
              ? saas
                ? `https://api.example.com/public/company${company}/foto.png`
                : "foto.png"
              : null,
            ticketId(company, index),
            fromMe ? null : (company - 1) * perCompany + index + 1,
            fromMe,
            index === 1 && step === 3,
            step === 4 ? `3EB0${company}A${index}B3` : null,
            ...raw(id),
            ...(saas ? [company] : []),
            at,
            at,
          ];
        }
  }

  const list: Table[] = [
    table(
      "Contacts",
      ["name", "number", "email", "isGroup", "profilePicUrl"],
      each((company) =>
        Array.from({ length: perCompany }, (_, index): readonly Cell[] => [
          (company - 1) * perCompany + index + 1,
          index === 3 ? "Grupo da Família" : `Cliente ${index + 1} d'Ávila`,
          index === 3
            ? `12036300000000${String(company)}${String(index).padStart(3, "0")}`
            : `55119${String(80_000_000 + company * 1_000_000 + index)}`,
          index === 0 ? "cliente@example.com" : "",
          index === 3,
          "",
          ...ends(company),
        ]),
      ),
    ),
    table(
      "ContactCustomFields",
      ["name", "value", "contactId"],
      each((company) => [[company, "CPF", "123.456.789-00", (company - 1) * perCompany + 1, ...plain()]]),
      false,
    ),
    {
      ...table(
        "Messages",
        [
          "body",
          "ack",
          "read",
          "mediaType",
          "mediaUrl",
          "ticketId",
          "contactId",
          "fromMe",
          "isDeleted",
          "quotedMsgId",
          ...(rawChars > 0 ? ["dataJson"] : []),
        ],
        { [Symbol.iterator]: messages },
      ),
    },
    table(
      "Queues",
      ["name", "color", "greetingMessage", ...(saas ? ["schedules", "outOfHoursMessage"] : [])],
      each((company): readonly (readonly Cell[])[] => [
        [
          company * 2 - 1,
          "Vendas",
          "#FF0000",
          "Olá, aqui é Vendas",
          ...(saas ? [HOURS, "Fechado"] : []),
          ...ends(company),
        ],
        [company * 2, "Suporte", "#00ff00", "", ...(saas ? [[], ""] : []), ...ends(company)],
      ]),
    ),
    table(
      "Settings",
      ["key", "value"],
      each((company) => [
        [company * 3 - 2, "userRating", "enabled", ...ends(company)],
        [company * 3 - 1, "CheckMsgIsGroup", "disabled", ...ends(company)],
        [company * 3, "userApiToken", "um-segredo", ...ends(company)],
      ]),
    ),
    table(
      "Tickets",
      [
        "status",
        "lastMessage",
        "contactId",
        "userId",
        "whatsappId",
        "isGroup",
        "unreadMessages",
        "queueId",
        ...(saas ? ["uuid", "chatbot"] : []),
      ],
      each((company) =>
        Array.from({ length: perCompany }, (_, index): readonly Cell[] => {
          const status = statusOf(index);
          const at = startOf(index) + (messagesPerTicket - 1) * MINUTE;
          return [
            ticketId(company, index),
            status,
            "a última",
            (company - 1) * perCompany + index + 1,
            status === "pending" ? null : company * 2 - (index % 2),
            company,
            index === 3,
            status === "closed" ? 0 : 1,
            company * 2 - (index % 2),
            ...(saas
              ? [`00000000-0000-4000-8000-${String(ticketId(company, index)).padStart(12, "0")}`, false]
              : []),
            ...(saas ? [company] : []),
            new Date(startOf(index)),
            new Date(at),
          ];
        }),
      ),
    ),
    table(
      "Users",
      ["name", "email", "passwordHash", "profile", ...(saas ? ["super", "allTicket"] : [])],
      each((company) => [
        [
          company * 2 - 1,
          "Ana",
          `ana${company}@example.com`,
          passwordHash,
          "admin",
          ...(saas ? [company === 1, "enabled"] : []),
          ...ends(company),
        ],
        [
          company * 2,
          "Bia",
          `bia${company}@example.com`,
          passwordHash,
          "user",
          ...(saas ? [false, "desabled"] : []),
          ...ends(company),
        ],
      ]),
    ),
    {
      name: "UserQueues",
      columns: ["userId", "queueId", "createdAt", "updatedAt"],
      rows: each((company) => [[company * 2, company * 2 - 1, ...plain()]]),
    },
    table(
      "Whatsapps",
      ["name", "session", "status", "isDefault", "greetingMessage", "farewellMessage"],
      each((company) => [
        [company, `Principal ${company}`, "{}", "CONNECTED", true, "Bem-vindo", "Até logo", ...ends(company)],
      ]),
    ),
    {
      name: "WhatsappQueues",
      columns: ["whatsappId", "queueId", "createdAt", "updatedAt"],
      rows: each((company) => [
        [company, company * 2 - 1, ...plain()],
        [company, company * 2, ...plain()],
      ]),
    },
  ];
  if (!saas)
    list.push(
      table("QuickAnswers", ["shortcut", "message"], [[1, "/oi", "Olá, como posso ajudar?", ...plain()]]),
    );
  else
    list.push(
      ...saasTables({ each, table, ends, plain, ticketId, startOf, statusOf, perCompany, now, from }),
    );
  return list.toSorted((a, b) => a.name.localeCompare(b.name));
}
