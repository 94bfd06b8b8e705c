import type { BillingAction } from "#automation/integrations/contract.ts";
import type { Step } from "#automation/integrations/delivery/adapter.ts";
import { menuText } from "#automation/integrations/delivery/commands.ts";
import type { BillingContent } from "./content.ts";
import { documentIn } from "./document.ts";
import { qrPng } from "./qr-png.ts";
import type { Bill, BillingCustomer, Contract, UnblockAnswer } from "./system.ts";

const ACTION: Readonly<Record<BillingAction, string>> = {
  second_copy: "2ª via da fatura",
  trust_unblock: "Desbloqueio de confiança",
};
const LEAVE = "Digite # para sair.";

/** Texts of the bot, in Portuguese: bills and documents are Brazilian. */
const texts = {
  askDocument: `Por favor, informe o CPF ou CNPJ do titular, só com números. ${LEAVE}`,
  wrongDocument: `Este CPF ou CNPJ não é válido. Confira os números e envie de novo. ${LEAVE}`,
  notFound: `Não encontrei um cadastro com este CPF ou CNPJ. Confira e envie de novo. ${LEAVE}`,
  handOver: "Vou chamar um atendente.",
  notFoundAgain: "Não encontrei o cadastro. Vou chamar um atendente.",
  /** This exact text is required (docs/rules/integrations.md#billing-look-ups). */
  failed: "Não consegui consultar agora. Vou chamar um atendente.",
  wrongChoice: `Não entendi. Responda com o número de uma das opções. ${LEAVE}`,
  noBills: "Você não tem nenhuma fatura em aberto.",
  notBlocked: "Seu acesso não está bloqueado: não é preciso desbloquear.",
  untouched: "Tudo bem, nada foi alterado.",
  accepted: "Pronto! O desbloqueio de confiança foi solicitado. Em alguns minutos seu acesso deve voltar.",
  acceptedToday: "O desbloqueio de confiança deste contrato já foi solicitado hoje.",
  refusedToday: "O desbloqueio de confiança deste contrato já foi pedido hoje e não foi autorizado.",
  refused: (why: string) =>
    why === ""
      ? "O desbloqueio de confiança não foi autorizado."
      : `O desbloqueio de confiança não foi autorizado: ${why}`,
  pixCaption: (bill: Bill) => `Pix da fatura com vencimento em ${dateText(bill.dueDate)}`,
  pdfCaption: (bill: Bill) => `Fatura com vencimento em ${dateText(bill.dueDate)}`,
} as const;

const dateText = (day: string): string => day.split("-").reverse().join("/");
const moneyText = (cents: number): string =>
  `R$ ${new Intl.NumberFormat("pt-BR", { minimumFractionDigits: 2 }).format(cents / 100)}`;
const firstName = (name: string): string => {
  const first = name.trim().split(/\s+/)[0] ?? "";
  return first === ""
    ? first
    : `${first[0]?.toLocaleUpperCase("pt-BR")}${first.slice(1).toLocaleLowerCase("pt-BR")}`;
};

const chooseAction = (name: string, actions: readonly BillingAction[]): string =>
  menuText(
    `${firstName(name) === "" ? "Certo" : firstName(name)}, o que você precisa?`,
    actions.map((action) => ACTION[action]),
  );

const contractText = ({ id, name }: Contract): string => (name === "" ? `Contrato ${id}` : name);
const chooseContract = (contracts: readonly Contract[]): string =>
  menuText("Qual contrato?", contracts.map(contractText));
const askUnblock = (contract: Contract): string =>
  `${contractText(contract)}\nQuer pedir o desbloqueio de confiança?\n*1* - Sim\n*2* - Não`;

/** A bill as text; the Pix code follows as a separate message, to be copied. */
const billText = (bill: Bill, place: string): string =>
  [
    `*Fatura ${place}*`,
    `Vencimento: ${dateText(bill.dueDate)}`,
    `Valor: ${moneyText(bill.valueCents)}`,
    ...(bill.link === "" ? [] : [`Link: ${bill.link}`]),
    ...(bill.typedLine === "" ? [] : [`Linha digitável: ${bill.typedLine}`]),
    ...(bill.pix === "" ? [] : ["Pix copia e cola na próxima mensagem:"]),
  ].join("\n");

/** Invalid inputs before the ticket is passed to a person (docs/rules/integrations.md#billing-look-ups). */
const TRIES = 3;
const LOOK_UPS = 2;

/** The state between two messages; empty at the beginning. */
export interface Memory {
  readonly asked?: "document" | "action" | "contract" | "yes";
  readonly wrong?: number;
  readonly misses?: number;
  readonly customer?: BillingCustomer;
  readonly contracts?: readonly Contract[];
}

interface Reply {
  readonly steps: readonly Step[];
  readonly memory: Memory;
}

/** The billing system; every lookup is logged. */
export interface LoggedDriver {
  customer(document: string): Promise<BillingCustomer | undefined>;
  bills(customer: BillingCustomer): Promise<readonly Bill[]>;
  contracts(customer: BillingCustomer): Promise<readonly Contract[]>;
  /** The result of today's request, this one or an earlier one; null = unknown. */
  unblock(
    customer: BillingCustomer,
    contract: Contract,
  ): Promise<(UnblockAnswer & { readonly isNew: boolean }) | null>;
}

const textStep = (text: string): Step => ({ do: "say", text });
const close: Step = { do: "close", silent: false };
const handOver: Step = { do: "endSession", failed: false };
export const FAILED: readonly Step[] = [textStep(texts.failed), { do: "endSession", failed: true }];
const finished = (...steps: readonly Step[]): Reply => ({ steps, memory: {} });

/** The bot's reply to `text`, the customer's message. */
export async function converse(
  { actions }: BillingContent,
  driver: LoggedDriver,
  memory: Memory,
  text: string,
): Promise<Reply> {
  if (memory.asked === undefined)
    return { steps: [textStep(texts.askDocument)], memory: { asked: "document" } };
  if (text.trim() === "#") return finished(textStep(texts.handOver), handOver);
  const { asked, customer, contracts = [] } = memory;
  if (asked === "document" || !customer) return await lookUp(actions, driver, memory, text);
  if (asked === "action") {
    const action = chosen(actions, text);
    return action ? await begin(action, driver, customer) : again(memory, texts.wrongChoice);
  }
  if (asked === "contract") {
    const contract = chosen(contracts, text);
    return contract ? confirm(customer, contract) : again(memory, texts.wrongChoice);
  }
  const [contract] = contracts;
  if (!contract || text.trim() !== "1") return finished(textStep(texts.untouched), close);
  return await request(driver, customer, contract);
}

const chosen = <T>(options: readonly T[], text: string): T | undefined =>
  /^\s*\d{1,2}\s*$/.test(text) ? options[Number(text) - 1] : undefined;

function again(memory: Memory, words: string): Reply {
  const wrong = (memory.wrong ?? 0) + 1;
  if (wrong >= TRIES) return finished(textStep(texts.handOver), handOver);
  return { steps: [textStep(words)], memory: { ...memory, wrong } };
}

async function lookUp(
  actions: readonly BillingAction[],
  driver: LoggedDriver,
  memory: Memory,
  text: string,
): Promise<Reply> {
  const document = documentIn(text);
  if (document === undefined) return again(memory, texts.wrongDocument);
  const customer = await driver.customer(document);
  if (!customer) {
    const misses = (memory.misses ?? 0) + 1;
    if (misses >= LOOK_UPS) return finished(textStep(texts.notFoundAgain), handOver);
    return { steps: [textStep(texts.notFound)], memory: { ...memory, misses } };
  }
  const [only, ...others] = actions;
  if (only && others.length === 0) return await begin(only, driver, customer);
  return { steps: [textStep(chooseAction(customer.name, actions))], memory: { asked: "action", customer } };
}

async function begin(action: BillingAction, driver: LoggedDriver, customer: BillingCustomer): Promise<Reply> {
  if (action === "second_copy") return secondCopy(await driver.bills(customer));
  const contracts = (await driver.contracts(customer)).filter(({ isBlocked }) => isBlocked);
  const [only, ...others] = contracts;
  if (!only) return finished(textStep(texts.notBlocked), close);
  if (others.length === 0) return confirm(customer, only);
  return { steps: [textStep(chooseContract(contracts))], memory: { asked: "contract", customer, contracts } };
}

const confirm = (customer: BillingCustomer, contract: Contract): Reply => ({
  steps: [textStep(askUnblock(contract))],
  memory: { asked: "yes", customer, contracts: [contract] },
});

function secondCopy(bills: readonly Bill[]): Reply {
  if (bills.length === 0) return finished(textStep(texts.noBills), close);
  return finished(...bills.flatMap((bill, index) => show(bill, `${index + 1} de ${bills.length}`)), close);
}

function show(bill: Bill, place: string): readonly Step[] {
  const steps: Step[] = [textStep(billText(bill, place))];
  if (bill.pix !== "") {
    const base64 = qrPng(bill.pix).toString("base64");
    steps.push(textStep(bill.pix), { do: "file", name: "pix.png", base64, caption: texts.pixCaption(bill) });
  }
  if (bill.pdf !== "")
    steps.push({ do: "file", name: "fatura.pdf", base64: bill.pdf, caption: texts.pdfCaption(bill) });
  return steps;
}

async function request(driver: LoggedDriver, customer: BillingCustomer, contract: Contract): Promise<Reply> {
  const answer = await driver.unblock(customer, contract);
  if (!answer) return finished(...FAILED);
  const { accepted, isNew, message } = answer;
  if (!isNew) return finished(textStep(accepted ? texts.acceptedToday : texts.refusedToday), close);
  return finished(textStep(accepted ? texts.accepted : texts.refused(message)), close);
}
