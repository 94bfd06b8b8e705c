import type { Shape } from "./shape.ts";
import type { Cell, Table } from "./table.ts";
import { sentence } from "./texts.ts";

const MINUTE = 60_000;
const COLUMNS = [
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
];

/** The messages of all tickets, newest first per ticket; `rawChars`: characters of network payload stored with each. */
export function messagesTable(shape: Shape, rawChars: number): Table {
  const raw = (id: string) =>
    rawChars > 0
      ? [JSON.stringify({ key: { id }, message: { jpegThumbnail: "/9j/4AAQ".padEnd(rawChars, id) } })]
      : [];
  return shape.table("Messages", [...COLUMNS, ...(rawChars > 0 ? ["dataJson"] : [])], {
    [Symbol.iterator]: () => messages(shape, raw),
  });
}

function* messages(
  { saas, companies, perCompany, messagesPerTicket, ticketId, startOf, statusOf }: Shape,
  raw: (id: string) => readonly Cell[],
): Generator<readonly Cell[]> {
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
          hasFile ? (saas ? `https://api.example.com/public/company${company}/foto.png` : "foto.png") : null,
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
