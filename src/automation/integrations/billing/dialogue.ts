import type { BillingAction } from "#automation/integrations/contract.ts";
import type { Step } from "#automation/integrations/delivery/steps.ts";
import type { BillingContent } from "./content.ts";
import { documentIn } from "./document.ts";
import { qrPng } from "./qr-png.ts";
import type { Bill, BillingCustomer, Contract, UnblockAnswer } from "./system.ts";
import { askUnblock, billText, chooseAction, chooseContract, texts } from "./texts.ts";

/** Wrong tries before a person is called (docs/rules/integrations.md#billing-look-ups). */
const TRIES = 3;
const LOOK_UPS = 2;

/** What is remembered between two messages; nothing at the beginning. */
export interface Memory {
  readonly asked?: "document" | "action" | "contract" | "yes";
  readonly wrong?: number;
  readonly misses?: number;
  readonly customer?: BillingCustomer;
  readonly contracts?: readonly Contract[];
}

export interface Reply {
  readonly steps: readonly Step[];
  readonly memory: Memory;
}

/** The system, each question to it logged. */
export interface Desk {
  customer(document: string): Promise<BillingCustomer | undefined>;
  bills(customer: BillingCustomer): Promise<readonly Bill[]>;
  contracts(customer: BillingCustomer): Promise<readonly Contract[]>;
  /** What became of today's request, this one or one before; null = it is not known. */
  unblock(
    customer: BillingCustomer,
    contract: Contract,
  ): Promise<(UnblockAnswer & { readonly isNew: boolean }) | null>;
}

const say = (text: string): Step => ({ do: "say", text });
const close: Step = { do: "close", silent: false };
const handOver: Step = { do: "endSession", failed: false };
export const FAILED: readonly Step[] = [say(texts.failed), { do: "endSession", failed: true }];
const over = (...steps: readonly Step[]): Reply => ({ steps, memory: {} });

/** The next move of the bot; `text` as the customer wrote it. */
export async function converse(
  { actions }: BillingContent,
  desk: Desk,
  memory: Memory,
  text: string,
): Promise<Reply> {
  if (memory.asked === undefined) return { steps: [say(texts.askDocument)], memory: { asked: "document" } };
  if (text.trim() === "#") return over(say(texts.handOver), handOver);
  const { asked, customer, contracts = [] } = memory;
  if (asked === "document" || !customer) return await lookUp(actions, desk, memory, text);
  if (asked === "action") {
    const action = chosen(actions, text);
    return action ? await begin(action, desk, customer) : again(memory, texts.wrongChoice);
  }
  if (asked === "contract") {
    const contract = chosen(contracts, text);
    return contract ? confirm(customer, contract) : again(memory, texts.wrongChoice);
  }
  const [contract] = contracts;
  if (!contract || text.trim() !== "1") return over(say(texts.untouched), close);
  return await request(desk, customer, contract);
}

const chosen = <T>(options: readonly T[], text: string): T | undefined =>
  /^\s*\d{1,2}\s*$/.test(text) ? options[Number(text) - 1] : undefined;

function again(memory: Memory, words: string): Reply {
  const wrong = (memory.wrong ?? 0) + 1;
  if (wrong >= TRIES) return over(say(texts.handOver), handOver);
  return { steps: [say(words)], memory: { ...memory, wrong } };
}

async function lookUp(
  actions: readonly BillingAction[],
  desk: Desk,
  memory: Memory,
  text: string,
): Promise<Reply> {
  const document = documentIn(text);
  if (document === undefined) return again(memory, texts.wrongDocument);
  const customer = await desk.customer(document);
  if (!customer) {
    const misses = (memory.misses ?? 0) + 1;
    if (misses >= LOOK_UPS) return over(say(texts.notFoundAgain), handOver);
    return { steps: [say(texts.notFound)], memory: { ...memory, misses } };
  }
  const [only, ...others] = actions;
  if (only && others.length === 0) return await begin(only, desk, customer);
  return { steps: [say(chooseAction(customer.name, actions))], memory: { asked: "action", customer } };
}

async function begin(action: BillingAction, desk: Desk, customer: BillingCustomer): Promise<Reply> {
  if (action === "second_copy") return secondCopy(await desk.bills(customer));
  const contracts = (await desk.contracts(customer)).filter(({ isBlocked }) => isBlocked);
  const [only, ...others] = contracts;
  if (!only) return over(say(texts.notBlocked), close);
  if (others.length === 0) return confirm(customer, only);
  return { steps: [say(chooseContract(contracts))], memory: { asked: "contract", customer, contracts } };
}

const confirm = (customer: BillingCustomer, contract: Contract): Reply => ({
  steps: [say(askUnblock(contract))],
  memory: { asked: "yes", customer, contracts: [contract] },
});

function secondCopy(bills: readonly Bill[]): Reply {
  if (bills.length === 0) return over(say(texts.noBills), close);
  return over(...bills.flatMap((bill, index) => show(bill, `${index + 1} de ${bills.length}`)), close);
}

function show(bill: Bill, place: string): readonly Step[] {
  const steps: Step[] = [say(billText(bill, place))];
  if (bill.pix !== "") {
    const base64 = qrPng(bill.pix).toString("base64");
    steps.push(say(bill.pix), { do: "file", name: "pix.png", base64, caption: texts.pixCaption(bill) });
  }
  if (bill.pdf !== "")
    steps.push({ do: "file", name: "fatura.pdf", base64: bill.pdf, caption: texts.pdfCaption(bill) });
  return steps;
}

async function request(desk: Desk, customer: BillingCustomer, contract: Contract): Promise<Reply> {
  const answer = await desk.unblock(customer, contract);
  if (!answer) return over(...FAILED);
  const { accepted, isNew, message } = answer;
  if (!isNew) return over(say(accepted ? texts.acceptedToday : texts.refusedToday), close);
  return over(say(accepted ? texts.accepted : texts.refused(message)), close);
}
