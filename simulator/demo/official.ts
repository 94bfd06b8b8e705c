import { addNumber, type CloudNumber, cloudOf } from "#simulator/graph/cloud-book.ts";
import { pressables, tell } from "#simulator/graph/cloud-calls.ts";
import { customerOf } from "#simulator/graph/cloud-people.ts";
import type { GraphSimulator } from "#simulator/graph/server.ts";
import type { DemoCompany } from "./companies/cast.ts";
import type { DeskApi } from "./desk-api.ts";

/** Fixed, so that the number is the same at every start. */
const NUMBER = { id: "106000000000017", businessId: "206000000000017", phone: "5511400010009" };
const NAME = "WhatsApp oficial";
const HOUR_MS = 60 * 60_000;
/** Delay between an answer and the next message, ms. */
const THINKS_MS = 6000;
const LOOKS_MS = 1000;

interface Customer {
  readonly name: string;
  readonly phone: string;
  /** Hours between the person's last message and the start of the demo; absent: the person did not write before. */
  readonly silentFor?: number;
  /** Template that the admin sent to the person afterwards. */
  readonly wasAsked?: string;
  readonly says: readonly string[];
}
/** One customer uses the menu, one answered a template, and one needs a template because the answer window is closed. */
const CUSTOMERS: readonly Customer[] = [
  {
    name: "Rita Campos",
    phone: "5511966660001",
    says: [
      "Olá! Vocês fazem bolo para sábado?",
      "De chocolate, para vinte pessoas.",
      "Posso retirar às 10h?",
      "Combinado, obrigada!",
    ],
  },
  {
    name: "Sônia Freitas",
    phone: "5511966660002",
    silentFor: 30,
    wasAsked: "os docinhos do batizado",
    says: ["Boa tarde! Quanto fica o cento de brigadeiro?", "Fechado, quero dois centos.", "Pix está bom!"],
  },
  {
    name: "Otávio Prado",
    phone: "5511966660003",
    silentFor: 49,
    says: ["Vou confirmar a data e já volto.", "É no dia 12, para oitenta pessoas.", "Obrigado!"],
  },
];

/**
 * Connects an official number as an admin would, with three people who write to it. Returns a function that stops
 * them.
 */
export async function bringOfficial(
  api: DeskApi,
  company: DemoCompany,
  graph: GraphSimulator,
): Promise<() => void> {
  const number = addNumber(graph.book, company.name, NUMBER.phone, NUMBER);
  const isNew = await connect(api, number);
  const people = CUSTOMERS.map((customer) => live(graph, number, customer, isNew));
  if (isNew) await resume(api);
  return () => {
    for (const stop of people) stop();
  };
}

/** True when the number was not connected before. */
async function connect(api: DeskApi, number: CloudNumber): Promise<boolean> {
  const known = await api.call<readonly { id: number; name: string }[]>("GET", "/whatsapp");
  const before = known.find(({ name }) => name === NAME);
  if (before) {
    await api.call("PUT", `/whatsapp/${before.id}`, { accessToken: number.token });
    return false;
  }
  const queues = await api.call<readonly { id: number }[]>("GET", "/queue");
  await api.call("PUT", "/settings/chatBotType", { key: "chatBotType", value: "button" });
  const { id } = await api.call<{ id: number }>("POST", "/whatsapp", {
    ...{ name: NAME, provider: "cloud", phoneNumberId: number.id, businessAccountId: number.businessId },
    ...{ accessToken: number.token, queueIds: queues.map((queue) => queue.id) },
    greetingMessage: "Olá, {{firstName}}! Com quem você quer falar?",
  });
  await api.call("POST", `/whatsapp/${id}/templates/sync`, {});
  return true;
}

/** The admin accepts the conversations whose answer window is closed, and has sent a template in one of them. */
async function resume(api: DeskApi): Promise<void> {
  const [queue] = await api.call<readonly { id: number }[]>("GET", "/queue");
  for (const { name, wasAsked } of CUSTOMERS.filter(({ silentFor }) => silentFor !== undefined)) {
    const ticketId = await ticketOf(api, name);
    await api.call("PUT", `/tickets/${ticketId}`, { queueId: queue?.id });
    await api.call("PUT", `/tickets/${ticketId}`, { status: "open" });
    if (wasAsked)
      await api.call("POST", `/messages/${ticketId}`, {
        ...{ templateName: "retomar_conversa", parameters: ["{{firstName}}", wasAsked] },
      });
  }
}

/** Waits for the ticket, because the message may still be in the inbox. */
async function ticketOf(api: DeskApi, name: string): Promise<number> {
  for (;;) {
    const { tickets } = await api.call<{ tickets: { id: number; contact: { name: string } }[] }>(
      "GET",
      "/tickets?status=pending&showAll=true&pageNumber=1",
    );
    const found = tickets.find(({ contact }) => contact.name === name);
    if (found) return found.id;
    await Bun.sleep(20);
  }
}

/** Simulates a customer who presses options and replies to every answer. */
function live(graph: GraphSimulator, number: CloudNumber, customer: Customer, isNew: boolean): () => void {
  const cloud = cloudOf(graph.book);
  const { name, phone, silentFor, says } = customer;
  const person = customerOf(graph, number, { name, phone });
  const now = Date.now();
  let line = 0;
  let answered = 0;
  let thinksSince: number | null = null;
  const [first = "", ...rest] = says;
  if (silentFor === undefined) person.writes(first);
  else if (isNew) person.writes(first, { at: now - silentFor * HOUR_MS });
  // Messages of an earlier run keep their times: the product decides whether the answer window is open.
  else cloud.wroteAt.set(`${number.id}:${phone}`, now);

  const answer = () => {
    const last = cloud.sent.findLast(({ to, type }) => to === phone && type !== "reaction");
    const [option] = last?.type === "interactive" ? pressables(last) : [];
    const reply = "Sim, vamos";
    if (option) person.presses(option, "button_reply");
    else if (last?.type === "template")
      person.sends({ type: "button", button: { text: reply, payload: reply } });
    else {
      const text = rest[line];
      line += 1;
      if (text !== undefined) person.writes(text);
    }
  };
  const look = () => {
    const ours = cloud.sent.filter(({ to, type }) => to === phone && type !== "reaction");
    if (ours.length > answered) {
      answered = ours.length;
      thinksSince = Date.now();
      for (const sent of ours.slice(-1)) void tell(graph, sent, "read");
    } else if (thinksSince !== null && Date.now() - thinksSince > THINKS_MS) {
      thinksSince = null;
      answer();
    }
  };
  const timer = setInterval(look, LOOKS_MS);
  return () => clearInterval(timer);
}
