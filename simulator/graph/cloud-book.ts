import type { GraphBook } from "./book.ts";
import type { CloudRefusal } from "./cloud-standing.ts";

export interface CloudTemplate {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly category: string;
  status: string;
  readonly components: readonly Readonly<Record<string, unknown>>[];
}
/** A business portfolio: its numbers share the limit of recipients. */
export interface CloudPortfolio {
  /** Recipients of templates that it may still reach; undefined = any number. */
  recipientsLeft?: number;
}
/** An official number and its business account. */
export interface CloudNumber {
  readonly id: string;
  readonly businessId: string;
  readonly phone: string;
  readonly name: string;
  token: string;
  subscribed: boolean;
  readonly templates: CloudTemplate[];
  /** Zone, its number at Meta, and currency of the business account. */
  zone: string;
  timezoneId: string;
  currency: string;
  /** The PIN it was registered with; undefined = registered without a PIN, null = not registered yet. */
  pin?: string | null;
  /** False: the owner has not typed the code that Meta sends to the number; undefined = verified. */
  isVerified?: boolean;
  /** False: the business account exists, and the number was not added to it. */
  isListed?: boolean;
  /** True: template messages wait for the assessment of their quality. */
  holdsTemplates?: boolean;
  readonly portfolio: CloudPortfolio;
  /** What the network refuses of this number; undefined = nothing. */
  refusals?: readonly CloudRefusal[];
  /** What Meta reports about the number: quality, tier, name review, health. */
  quality?: string;
  tier?: string;
  nameStatus?: string;
  canSend?: string;
  /** True: the number stays in the WhatsApp Business app. */
  isInApp?: boolean;
  /** What was requested of the app: `history`, `smb_app_state_sync`. */
  syncs?: string[];
  /** The code that Meta sent to the number last. */
  code?: string;
}
/** Messages sent by a number, as in the request bodies. */
export interface SentByCloud {
  readonly id: string;
  readonly number: CloudNumber;
  /** Recipient: phone number or business-scoped id. */
  readonly to: string;
  readonly type: string;
  readonly body: Readonly<Record<string, unknown>>;
}
export interface CloudBook {
  readonly numbers: CloudNumber[];
  readonly sent: SentByCloud[];
  /** Ids of messages that were marked as read. */
  readonly read: string[];
  /** Ids of messages under which "typing…" was shown. */
  readonly typed: string[];
  /** When each customer last wrote, by number and customer. */
  readonly wroteAt: Map<string, number>;
  /** Numbers that a Facebook user may allow the app to use, by the user's id. */
  readonly allowed: Map<string, readonly CloudNumber[]>;
  /** Whether a login names the chosen accounts; otherwise they are found through the person's businesses. */
  granular: boolean;
  /** Whether `sent` and `delivered` are reported automatically after each message. */
  statuses: boolean;
  /** True: the webhooks of `sent` and `delivered` are received before the call that sends is answered. */
  statusesFirst: boolean;
  /** Called when a message has arrived, before the call that sends is answered. */
  onArrival: (sent: SentByCloud) => void;
}

const books = new WeakMap<GraphBook, CloudBook>();

/** The official WhatsApp of a simulated Graph API. */
export function cloudOf(book: GraphBook): CloudBook {
  const known = books.get(book);
  if (known) return known;
  const made: CloudBook = {
    ...{ numbers: [], sent: [], read: [], typed: [], wroteAt: new Map() },
    ...{ allowed: new Map(), granular: true, statuses: true, statusesFirst: false },
    onArrival: () => undefined,
  };
  books.set(book, made);
  return made;
}

/**
 * Adds an official number with two approved templates and a pending one. `portfolio`: that of another number; numbers of
 * one business account always share it.
 */
export function addNumber(
  book: GraphBook,
  name: string,
  phone = "551140001000",
  ids?: { readonly id: string; readonly businessId: string },
  portfolio?: CloudPortfolio,
): CloudNumber {
  const text = (body: string, more: readonly object[] = []) =>
    [{ type: "BODY", text: body }, ...more] as CloudTemplate["components"];
  const template = (
    title: string,
    status: string,
    category: string,
    components: CloudTemplate["components"],
  ) => ({
    id: book.newId("8"),
    name: title,
    language: "pt_BR",
    category,
    status,
    components,
  });
  const sameAccount = ids && cloudOf(book).numbers.find(({ businessId }) => businessId === ids.businessId);
  const number: CloudNumber = {
    id: ids?.id ?? book.newId("10"),
    businessId: ids?.businessId ?? book.newId("20"),
    portfolio: portfolio ?? sameAccount?.portfolio ?? {},
    phone,
    name,
    token: book.newId("EAA-number-"),
    subscribed: false,
    ...{ zone: "America/Sao_Paulo", timezoneId: "25", currency: "USD" },
    templates: [
      template(
        "retomar_conversa",
        "APPROVED",
        "UTILITY",
        text("Olá {{1}}, podemos continuar o seu atendimento sobre {{2}}?", [
          { type: "FOOTER", text: "Responda para falar com a equipe" },
          { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Sim, vamos" }] },
        ]),
      ),
      template("pedido_enviado", "APPROVED", "UTILITY", text("Seu pedido já saiu para entrega.")),
      template("oferta_de_novembro", "PENDING", "MARKETING", text("Só hoje: {{1}} de desconto!")),
    ],
  };
  cloudOf(book).numbers.push(number);
  return number;
}
