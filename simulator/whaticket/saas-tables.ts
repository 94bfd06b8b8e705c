import type { Cell, Shape, Table } from "./table.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The tables that only the multi-company version has. */
export function saasTables(shape: Shape): readonly Table[] {
  const { each, table, ends, plain, ticketId, startOf, statusOf, perCompany, now, from } = shape;
  return [
    {
      name: "Companies",
      columns: [
        "id",
        "name",
        "phone",
        "email",
        "status",
        "planId",
        "dueDate",
        "recurrence",
        "schedules",
        "createdAt",
        "updatedAt",
      ],
      rows: each((company) => [
        [
          company,
          `Empresa ${company}`,
          "",
          `contato${company}@example.com`,
          true,
          1,
          new Date(now + 20 * DAY),
          "MENSAL",
          [],
          ...plain(),
        ],
      ]),
    },
    table(
      "Plans",
      ["name", "users", "connections", "queues", "value"],
      [[1, "Básico", 1, 10, 10, 99.9, ...plain()]],
      false,
    ),
    table("Helps", ["title", "description", "video"], [[1, "Como começar", "", "abc123", ...plain()]], false),
    table(
      "QueueOptions",
      ["title", "message", "option", "queueId", "parentId"],
      each((company) => [
        [company * 3 - 2, "Comprar", "O que deseja?", "1", company * 2 - 1, null, ...plain(from)],
        [company * 3 - 1, "Bolos", "Temos vários", "1", company * 2 - 1, company * 3 - 2, ...plain(from + 1)],
        [company * 3, "Pães", "Frescos", null, company * 2 - 1, company * 3 - 2, ...plain(from + 2)],
      ]),
      false,
    ),
    table(
      "Tags",
      ["name", "color", "kanban"],
      each((company) => [[company, "VIP", "#ABC", 1, ...ends(company)]]),
    ),
    {
      name: "TicketTags",
      columns: ["ticketId", "tagId", "createdAt", "updatedAt"],
      rows: each((company) => [[ticketId(company, 0), company, ...plain()]]),
    },
    table(
      "TicketNotes",
      ["note", "userId", "contactId", "ticketId"],
      each((company) => [
        [
          company,
          "liga depois das 14h",
          company * 2,
          (company - 1) * perCompany + 1,
          ticketId(company, 0),
          ...plain(),
        ],
      ]),
      false,
    ),
    table(
      "TicketTraking",
      ["ticketId", "whatsappId", "userId", "queuedAt", "startedAt", "finishedAt", "rated"],
      each((company) =>
        Array.from({ length: perCompany }, (_, index): readonly Cell[] => {
          const at = startOf(index);
          const status = statusOf(index);
          const started = status === "pending" ? null : new Date(at + 2 * MINUTE);
          return [
            ticketId(company, index),
            ticketId(company, index),
            company,
            status === "pending" ? null : company * 2 - (index % 2),
            new Date(at),
            started,
            status === "closed" ? new Date(at + 8 * MINUTE) : null,
            index === 0,
            company,
            new Date(at),
            new Date(at + 9 * MINUTE),
          ];
        }),
      ),
    ),
    table(
      "UserRatings",
      ["ticketId", "userId", "rate"],
      each((company) => [
        [company * 2 - 1, ticketId(company, 0), company * 2, 5, ...ends(company, startOf(0) + 9 * MINUTE)],
        [company * 2, ticketId(company, 1), company * 2, 0, ...ends(company, startOf(1) + 9 * MINUTE)],
      ]),
    ),
    table(
      "QuickMessages",
      ["shortcode", "message", "userId"],
      each((company) => [[company, "pix", "Nossa chave é…", company * 2, ...ends(company)]]),
    ),
    table(
      "Schedules",
      ["body", "sendAt", "sentAt", "contactId", "userId", "status"],
      each((company) => [
        [
          company * 2 - 1,
          "Lembrete",
          new Date(now + 5 * DAY),
          null,
          (company - 1) * perCompany + 1,
          company * 2,
          "PENDENTE",
          ...ends(company),
        ],
        [
          company * 2,
          "Antigo",
          new Date(now - 5 * DAY),
          new Date(now - 5 * DAY),
          (company - 1) * perCompany + 1,
          company * 2,
          "ENVIADA",
          ...ends(company),
        ],
      ]),
    ),
    table(
      "ContactLists",
      ["name"],
      each((company) => [[company, "Promoção", ...ends(company)]]),
    ),
    table(
      "ContactListItems",
      ["name", "number", "email", "contactListId", "isWhatsappValid"],
      each((company) => [[company, "Zé", "5511970000001", "", company, true, ...ends(company)]]),
    ),
    table("FlowBuilders", ["name"], [[1, "um fluxo", ...plain()]], false),
  ];
}
