import type { Completion, Reply } from "./server.ts";

const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Keywords of a customer's text, and the model's reply. */
const RULES: readonly (readonly [RegExp, Reply])[] = [
  [
    /pessoa|atendente|humano|alguem/,
    {
      text: "Claro! Vou chamar alguém da equipe para continuar com você.",
      calls: [{ name: "transfer_to_person", arguments: {} }],
    },
  ],
  [
    /resolvido|era so isso|tchau/,
    { text: "Que bom! Até logo.", calls: [{ name: "close_ticket", arguments: {} }] },
  ],
  [/hora|abre|fecha|aberto/, { text: "Atendemos de segunda a sábado, das 8h às 18h." }],
  [/entrega|frete|prazo/, { text: "Entregamos em toda a cidade em até dois dias úteis." }],
  [/preco|custa|valor|quanto/, { text: "Os preços dependem do produto. Qual deles você procura?" }],
];

/** A model that answers as a shop and helps attendants; the same text gets the same reply. */
export function ordinaryModel({ messages }: Completion): Reply {
  const system = messages.find(({ role }) => role === "system")?.content ?? "";
  const asked = messages.findLast(({ role }) => role === "user")?.content ?? "";
  if (system.startsWith("Resuma")) return { text: summaryOf(asked) };
  if (system.startsWith("Você ajuda um atendente"))
    return { text: "Olá! Obrigado por escrever. Já estou verificando e retorno em instantes." };
  if (system.startsWith("Reescreva")) return { text: `${asked.trim().replace(/[.!]*$/, "")}. Conte comigo!` };
  if (system.startsWith("Traduza")) return { text: `[traduzido] ${asked}` };
  const rule = RULES.find(([words]) => words.test(plain(asked)));
  return rule?.[1] ?? { text: "Olá! Sou o assistente virtual. Como posso ajudar?" };
}

function summaryOf(conversation: string): string {
  const wishes = conversation
    .split("\n")
    .filter((line) => line.startsWith("Cliente: "))
    .map((line) => line.slice("Cliente: ".length));
  return `O cliente escreveu: ${wishes.join(" / ")}.\nFalta: continuar o atendimento.`;
}
