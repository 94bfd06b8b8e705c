import { startHook } from "#simulator/hook/server.ts";
import { OPENAI_KEY, startOpenAi } from "#simulator/openai/server.ts";
import { ask, SLUG, startTypebot, text } from "#simulator/typebot/server.ts";
import type { ServerProcess } from "#test/helpers/server-process.ts";

/** A conversation: what the customer writes in a step, and the automatic texts that answer it, in order. */
interface Step {
  readonly writes: readonly string[];
  readonly gets: readonly string[];
}
export interface Dialog {
  readonly name: string;
  /** Which of the two numbers the customer writes to. */
  readonly to: "menu" | "greeting";
  readonly steps: readonly Step[];
  /** The position of the greeting among the texts depends on which message the server processed last. */
  readonly greetsAnywhere?: boolean;
}

export const GREETING = "Padaria Aurora, bom dia!";
const QUEUES = ["Pedidos", "Entregas", "Jurídico", "Robô", "Assistente", "Parceiro"];
const MENU = `${GREETING}\n\n${QUEUES.map((name, index) => `*${index + 1}* - ${name}`).join("\n")}`;
const TREE = "Escolha:\n\n*1* - Bolos\n*2* - Pães\n*#* - Menu inicial";
const CLOSED = "O jurídico está fechado.\n\n*#* - Voltar ao menu";
const FAREWELL = "A Padaria Aurora agradece!";
const opens: Step = { writes: ["Oi"], gets: [MENU] };

/** One dialog for each kind of automatic text. */
export const DIALOGS: readonly Dialog[] = [
  {
    name: "options to a leaf",
    to: "menu",
    steps: [opens, { writes: ["1"], gets: [TREE] }, { writes: ["1"], gets: ["Bolos até as 18h."] }],
  },
  {
    name: "options to a close",
    to: "menu",
    steps: [opens, { writes: ["1"], gets: [TREE] }, { writes: ["2"], gets: ["Pães saem às 7h.", FAREWELL] }],
  },
  {
    name: "greeting of a queue",
    to: "menu",
    steps: [opens, { writes: ["2"], gets: ["Entregas em toda a cidade."] }],
  },
  {
    name: "outside hours",
    to: "menu",
    steps: [opens, { writes: ["3"], gets: [CLOSED] }, { writes: ["#"], gets: [MENU] }],
  },
  {
    name: "flow",
    to: "menu",
    steps: [
      opens,
      { writes: ["4"], gets: ["Olá, sou o robô.", "Qual é o seu nome?"] },
      { writes: ["Marina"], gets: ["Prazer!", "Já chamo alguém."] },
    ],
  },
  {
    name: "prompt",
    to: "menu",
    steps: [opens, { writes: ["5"], gets: ["Olá! Sou o assistente virtual. Como posso ajudar?"] }],
  },
  {
    name: "webhook bot",
    to: "menu",
    steps: [opens, { writes: ["6"], gets: ["Recebi: 6", "Um momento."] }],
  },
  {
    name: "rule before the menu",
    to: "menu",
    steps: [{ writes: ["um pedido, por favor"], gets: ["Recebemos o pedido.", MENU] }],
  },
  {
    name: "greeting once",
    to: "greeting",
    steps: [
      { writes: ["Oi"], gets: [GREETING] },
      { writes: ["tem alguém aí?"], gets: [] },
      { writes: ["troca"], gets: ["Vamos cuidar da troca."] },
    ],
  },
  {
    name: "rules of several messages",
    to: "greeting",
    greetsAnywhere: true,
    steps: [
      {
        writes: ["pedido", "troca", "nota"],
        gets: ["Recebemos o pedido.", "Vamos cuidar da troca.", "A nota vai por e-mail.", GREETING],
      },
    ],
  },
];

const RULES = [
  ["pedido", "Recebemos o pedido."],
  ["troca", "Vamos cuidar da troca."],
  ["nota", "A nota vai por e-mail."],
] as const;

/** The systems outside the product that answer customers. */
export function startPartners() {
  const typebot = startTypebot();
  // The flow uses only the last answer, because a call that a kill cut off is repeated and Typebot cannot recognise repeats.
  typebot.flow = (answers) =>
    answers.at(-1) === "Marina"
      ? { messages: [text("Prazer!"), text("Já chamo alguém.")] }
      : { messages: [text("Olá, sou o robô."), text("Qual é o seu nome?")], input: ask("nome") };
  const hook = startHook();
  hook.answer = ({ body }) => ({
    commands: [
      { type: "say", text: `Recebi: ${body.message?.body}` },
      { type: "wait", ms: 50 },
      { type: "say", text: "Um momento." },
    ],
  });
  const openai = startOpenAi();
  return {
    typebot,
    hook,
    openai,
    stop: () => Promise.all([typebot.stop(), hook.stop(), openai.stop()]),
  };
}

/** Creates queues, options, hours, bots and rules for the dialogs on the two linked connections. */
export async function furnish(
  server: ServerProcess,
  { menu, greeting }: Readonly<Record<Dialog["to"], number>>,
  { typebot, hook, openai }: ReturnType<typeof startPartners>,
): Promise<void> {
  const make = <Made = { id: number }>(path: string, body: object) => server.call<Made>("POST", path, body);
  const flow = { type: "typebot", name: "Fluxo", urlN8N: typebot.url, typebotSlug: SLUG };
  const robot = await make("/queueIntegration", { ...flow, typebotDelayMessage: 50, typebotExpires: 0 });
  const partner = await make("/queueIntegration", { type: "webhook", name: "Parceiro", urlN8N: hook.url });
  const never = [{ weekdayEn: "monday", startTime: "00:00", endTime: "00:00" }];
  const fields: readonly object[] = [
    { greetingMessage: "Escolha:" },
    { greetingMessage: "Entregas em toda a cidade." },
    { outOfHoursMessage: "O jurídico está fechado.", schedules: never },
    { integrationId: robot.id },
    {},
    { integrationId: partner.id },
  ];
  const queueIds: number[] = [];
  for (const [index, name] of QUEUES.entries()) {
    const queue = { name, color: `#0b72c${index}`, orderQueue: index + 1, schedules: [], ...fields[index] };
    queueIds.push((await make("/queue", queue)).id);
  }
  const [orders, , , , assistant] = queueIds;
  const prompt = { name: "Balconista", prompt: "Você é o balconista da loja.", queueId: assistant };
  const { id: promptId } = await make("/prompt", { ...prompt, apiKey: OPENAI_KEY, baseUrl: openai.url });
  await server.call("PUT", `/queue/${assistant}`, { promptId });
  await make("/queue-options", { queueId: orders, title: "Bolos", message: "Bolos até as 18h." });
  const bread = { queueId: orders, title: "Pães", message: "Pães saem às 7h.", action: "close" };
  await make("/queue-options", bread);
  await server.call("PUT", "/settings/scheduleType", { value: "queue" });
  await server.call("PUT", "/settings/undoCloseSeconds", { value: "0" });
  const texts = { greetingMessage: GREETING, complationMessage: FAREWELL, sendIntervalMs: 0 };
  await server.call("PUT", `/whatsapp/${menu}`, { ...texts, queueIds });
  await server.call("PUT", `/whatsapp/${greeting}`, { ...texts, queueIds: [] });
  for (const [word, reply] of RULES) {
    const conditions = { all: [{ field: "message.text", op: "contains_word", value: [word] }] };
    const when = { event: "message_received", oncePer: "event", settings: { anyTime: true }, conditions };
    await make("/rules", { name: word, ...when, actions: [{ action: "reply", text: reply }], active: true });
  }
}
