import type { Cell, Shape, Table } from "./table.ts";

/** Texts with characters that break naive parsers. */
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
/** A message text; equal for equal seeds, sometimes with difficult characters. */
const sentence = (seed: number) =>
  seed % 17 === 0
    ? (HARD_TEXTS[(seed / 17) % HARD_TEXTS.length] ?? "")
    : `${WORDS[seed % 10]} ${WORDS[(seed * 7) % 10]} ${seed}`;

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
