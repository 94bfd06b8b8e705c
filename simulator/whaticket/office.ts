import { messagesTable } from "./messages-table.ts";
import { saasTables } from "./saas-tables.ts";
import { type Cell, type OfficeOptions, shapeOf, type Table } from "./table.ts";

const MINUTE = 60_000;
const HOURS = [
  { weekday: "Segunda-feira", weekdayEn: "monday", startTime: "08:00", endTime: "18:00" },
  { weekday: "Terça-feira", weekdayEn: "tuesday", startTime: "09:00", endTime: "12:00" },
];

/**
 * The tables of an installation of the Whaticket family, sorted by name as in dumps. Equal options give equal tables.
 */
export function officeTables(options: OfficeOptions): readonly Table[] {
  const shape = shapeOf(options);
  const { saas, perCompany, messagesPerTicket, each, table, ends, plain, ticketId, startOf, statusOf } =
    shape;
  const { passwordHash, rawChars = 0 } = options;
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
    messagesTable(shape, rawChars),
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
  else list.push(...saasTables(shape));
  return list.toSorted((a, b) => a.name.localeCompare(b.name));
}
