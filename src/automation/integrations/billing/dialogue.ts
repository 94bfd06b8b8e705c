import type { BillingAction } from "#automation/integrations/contract.ts";
import type { Step } from "#automation/integrations/delivery/steps.ts";
import type { BillingContent } from "./content.ts";
import { documentIn } from "./document.ts";
import { qrPng } from "./qr-png.ts";
import type { Bill, BillingCustomer, Contract, UnblockAnswer } from "./system.ts";
import { askUnblock, billText, chooseAction, chooseContract, texts } from "./texts.ts";

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

export interface Reply {
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

const say = (text: string): Step => ({ do: "say", text });
const close: Step = { do: "close", silent: false };
const handOver: Step = { do: "endSession", failed: false };
export const FAILED: readonly Step[] = [say(texts.failed), { do: "endSession", failed: true }];
const finished = (...steps: readonly Step[]): Reply => ({ steps, memory: {} });

/** The bot's reply to `text`, the customer's message. */
export async function converse(
  { actions }: BillingContent,
  driver: LoggedDriver,
  memory: Memory,
  text: string,
): Promise<Reply> {
  if (memory.asked === undefined) return { steps: [say(texts.askDocument)], memory: { asked: "document" } };
  if (text.trim() === "#") return finished(say(texts.handOver), handOver);
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
  if (!contract || text.trim() !== "1") return finished(say(texts.untouched), close);
  return await request(driver, customer, contract);
}

const chosen = <T>(options: readonly T[], text: string): T | undefined =>
  /^\s*\d{1,2}\s*$/.test(text) ? options[Number(text) - 1] : undefined;

function again(memory: Memory, words: string): Reply {
  const wrong = (memory.wrong ?? 0) + 1;
  if (wrong >= TRIES) return finished(say(texts.handOver), handOver);
  return { steps: [say(words)], memory: { ...memory, wrong } };
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
    if (misses >= LOOK_UPS) return finished(say(texts.notFoundAgain), handOver);
    return { steps: [say(texts.notFound)], memory: { ...memory, misses } };
  }
  const [only, ...others] = actions;
  if (only && others.length === 0) return await begin(only, driver, customer);
  return { steps: [say(chooseAction(customer.name, actions))], memory: { asked: "action", customer } };
}

async function begin(action: BillingAction, driver: LoggedDriver, customer: BillingCustomer): Promise<Reply> {
  if (action === "second_copy") return secondCopy(await driver.bills(customer));
  const contracts = (await driver.contracts(customer)).filter(({ isBlocked }) => isBlocked);
  const [only, ...others] = contracts;
  if (!only) return finished(say(texts.notBlocked), close);
  if (others.length === 0) return confirm(customer, only);
  return { steps: [say(chooseContract(contracts))], memory: { asked: "contract", customer, contracts } };
}

const confirm = (customer: BillingCustomer, contract: Contract): Reply => ({
  steps: [say(askUnblock(contract))],
  memory: { asked: "yes", customer, contracts: [contract] },
});

function secondCopy(bills: readonly Bill[]): Reply {
  if (bills.length === 0) return finished(say(texts.noBills), close);
  return finished(...bills.flatMap((bill, index) => show(bill, `${index + 1} de ${bills.length}`)), close);
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

async function request(driver: LoggedDriver, customer: BillingCustomer, contract: Contract): Promise<Reply> {
  const answer = await driver.unblock(customer, contract);
  if (!answer) return finished(...FAILED);
  const { accepted, isNew, message } = answer;
  if (!isNew) return finished(say(accepted ? texts.acceptedToday : texts.refusedToday), close);
  return finished(say(accepted ? texts.accepted : texts.refused(message)), close);
}
