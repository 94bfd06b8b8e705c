import type { GraphBook } from "./book.ts";
import { type CallParts, graphError } from "./call.ts";
import type { CloudNumber } from "./cloud-book.ts";

const TEXTS = [
  {
    ...{ name: "delivery_update_1", language: "pt_BR", category: "UTILITY", topic: "ORDER_MANAGEMENT" },
    header: "Atualização da entrega",
    body: "Olá {{1}}, a entrega do pedido {{2}} chega em {{3}}.",
    body_params: ["Marina", "1234", "12 de março"],
    buttons: [{ type: "URL", text: "Acompanhar" }],
  },
  {
    ...{ name: "payment_received_1", language: "pt_BR", category: "UTILITY", topic: "PAYMENTS" },
    header: "Pagamento recebido",
    body: "Olá {{1}}, recebemos o seu pagamento de {{2}}.",
    body_params: ["Marina", "R$ 50,00"],
    buttons: [],
  },
] as const;

/** Ready-made texts that contain a word. */
export function searchLibrary({ query }: CallParts): Response {
  const word = (query.get("search") ?? "").toLowerCase();
  const data = TEXTS.filter(
    ({ language, header, body }) =>
      language === query.get("language") && `${header} ${body}`.toLowerCase().includes(word),
  );
  return Response.json({ data });
}

interface Taken {
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly library_template_name: string;
  readonly library_template_button_inputs?: readonly { readonly url?: { readonly base_url?: string } }[];
}

/** Creates a template from a ready-made text: approved at once. */
export function takeLibrary(book: GraphBook, number: CloudNumber, taken: Taken): Response {
  const text = TEXTS.find(({ name }) => name === taken.library_template_name);
  const inputs = taken.library_template_button_inputs ?? [];
  if (!text || inputs.length !== text.buttons.length) return graphError(400, 100, "Invalid parameter");
  const { name, language, category } = taken;
  const buttons = text.buttons.map((button, index) => ({ ...button, url: inputs[index]?.url?.base_url }));
  number.templates.push({
    ...{ id: book.newId("8"), name, language, category, status: "APPROVED" },
    components: [
      { type: "HEADER", format: "TEXT", text: text.header },
      { type: "BODY", text: text.body },
      ...(buttons.length > 0 ? [{ type: "BUTTONS", buttons }] : []),
    ],
  });
  return Response.json({ id: book.newId("8"), status: "APPROVED", category });
}
