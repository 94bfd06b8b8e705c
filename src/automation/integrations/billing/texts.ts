import type { BillingAction } from "#automation/integrations/contract.ts";
import { menuText } from "#automation/integrations/delivery/commands.ts";
import type { Bill, Contract } from "./system.ts";

const ACTION: Readonly<Record<BillingAction, string>> = {
  second_copy: "2ª via de fatura",
  trust_unblock: "Desbloqueio de confiança",
};
const LEAVE = "Digite # para sair.";

/** Texts of the bot, in Portuguese: bills and documents are Brazilian. */
export const texts = {
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

export const chooseAction = (name: string, actions: readonly BillingAction[]): string =>
  menuText(
    `${firstName(name) === "" ? "Certo" : firstName(name)}, o que você precisa?`,
    actions.map((action) => ACTION[action]),
  );

const contractText = ({ id, name }: Contract): string => (name === "" ? `Contrato ${id}` : name);
export const chooseContract = (contracts: readonly Contract[]): string =>
  menuText("Qual contrato?", contracts.map(contractText));
export const askUnblock = (contract: Contract): string =>
  `${contractText(contract)}\nQuer pedir o desbloqueio de confiança?\n*1* - Sim\n*2* - Não`;

/** A bill as text; the Pix code follows as a separate message, to be copied. */
export const billText = (bill: Bill, place: string): string =>
  [
    `*Fatura ${place}*`,
    `Vencimento: ${dateText(bill.dueDate)}`,
    `Valor: ${moneyText(bill.valueCents)}`,
    ...(bill.link === "" ? [] : [`Link: ${bill.link}`]),
    ...(bill.typedLine === "" ? [] : [`Linha digitável: ${bill.typedLine}`]),
    ...(bill.pix === "" ? [] : ["Pix copia e cola na próxima mensagem:"]),
  ].join("\n");
