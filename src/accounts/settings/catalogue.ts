import * as v from "valibot";
import {
  between,
  choice,
  clientVersion,
  digits,
  flag,
  jsonOf,
  type Kind,
  latinName,
  oneOf,
  pemPair,
  pixKey,
  text,
  timeZone,
  trueFalse,
  webAddress,
} from "./kinds.ts";

/** Who may read or write a setting. */
export type Who = "all" | "admin" | "super";

/** A setting, as in the table of docs/rules/settings.md#company-keys. */
export interface Definition<T = unknown> {
  readonly kind: Kind<T>;
  /** Default value without a row, in its stored form. */
  readonly fallback: string;
  readonly reads: Who;
  readonly writes: Who;
  /**
   * `company`: a row per company, `/settings`. `campaign`: the same, but only on `/campaign-settings`.
   * `installation`: one row for all companies, for super users.
   */
  readonly place: "company" | "campaign" | "installation";
  /** Encrypted at rest; read as `********`. */
  readonly secret?: true;
  /** The plan feature that every value except the default requires. */
  readonly planFlag?: "useOpenAi";
  /** A text that is sent to customers, with its variables filled in. */
  readonly rendered?: true;
}

type Rest = Partial<Omit<Definition, "kind" | "fallback">>;
const define = <T>(kind: Kind<T>, fallback: string, rest: Rest = {}): Definition<T> => ({
  kind,
  fallback,
  reads: "all",
  writes: "admin",
  place: "company",
  ...rest,
});
const off = define(flag, "disabled");
const on = define(flag, "enabled");
const customerText = (fallback: string) => define(text(1000), fallback, { rendered: true });
const secret = define(text(10_000), "", { reads: "admin", secret: true });
const installation = { reads: "super", writes: "super", place: "installation" } as const;
const installationSecret = define(text(20_000), "", { ...installation, secret: true });
const campaign = { reads: "admin", place: "campaign" } as const;

const AUTOMATIC = "*Mensagem automática*\n";
const HourMinute = v.pipe(v.string(), v.regex(/^([01]\d|2[0-4]):[0-5]\d$/));
const OPT_OUT_WORDS = ["sair", "parar", "stop", "cancelar", "descadastrar", "remover"];
const ANY_TIME = { days: [0, 1, 2, 3, 4, 5, 6], from: "00:00", to: "24:00" };
const SECONDS = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120] as const;

/**
 * All settings of the product: kind, default, who reads, who writes. Sources: docs/rules/tickets.md#transfer-rules,
 * docs/rules/queue-menu.md#menu, docs/rules/automation.md#calls, docs/rules/settings.md#campaign-settings,
 * docs/rules/settings.md#company-keys.
 */
export const catalogue = {
  userRating: off,
  /** The scale of rating requests (docs/rules/ratings.md#scales). */
  ratingKind: define(choice("three", "five", "nps"), "three"),
  /** After which ratings the customer is asked for the reason (docs/rules/ratings.md#comment). */
  ratingComment: define(choice("off", "low", "always"), "off"),
  sendGreetingAccepted: off,
  sendMsgTransfTicket: off,
  openTicketOnlyOther: off,
  userSpyChat: off,
  /** Users who may accept a waiting ticket may read it before they accept it (docs/rules/tickets.md#preview). */
  previewBeforeAccept: off,
  /** Attendants may take over open tickets of colleagues in their queues (docs/rules/take-over.md#the-call). */
  attendantsTakeOver: off,
  /** Records when users are online, paused or offline: data of employees (docs/rules/work-times.md). */
  trackWorkTime: off,
  /** A pause needs a reason (docs/rules/work-times.md#pauses). */
  pauseReasonRequired: off,
  sendGreetingMessageOneQueues: off,
  transferStartsBot: off,
  callCreatesTicket: off,
  transcribeForAttendants: off,
  /** A model translates customers' messages for the reader, from the menu or automatically (docs/rules/translation.md). */
  translateIncoming: define(choice("off", "demand", "auto"), "off", { planFlag: "useOpenAi" }),
  /** Attendants see what messages of official numbers cost (docs/rules/costs.md#visibility). */
  showCosts: off,
  /** enabled = groups are ignored. */
  CheckMsgIsGroup: on,
  /** disabled = calls are rejected. */
  call: off,
  userCreation: on,
  sendReadReceipts: on,
  /** A text that a user writes is sent with a preview of its first address (docs/rules/link-previews.md). */
  linkPreviews: on,
  /** Whether admins see the first steps; `done` = all steps were completed once. */
  firstSteps: define(choice("shown", "hidden", "done"), "shown", { reads: "admin" }),
  scheduleType: define(choice("disabled", "queue", "company"), "disabled"),
  chatBotType: define(choice("text", "list", "button"), "text"),
  campaignsEnabled: define(trueFalse, "false", { writes: "super" }),
  timeZone: define(timeZone, "America/Sao_Paulo"),
  language: define(choice("pt-BR", "en", "es"), "pt-BR"),
  greetingAcceptedMessage: customerText(
    `${AUTOMATIC}{{ms}}, {{firstName}}! Aqui é {{userName}} e vou cuidar do seu atendimento a partir de agora.`,
  ),
  transferQueueMessage: customerText(
    `${AUTOMATIC}Seu atendimento foi encaminhado para o setor *{{queue}}*. Aguarde um instante, por favor.`,
  ),
  transferUserMessage: customerText(
    `${AUTOMATIC}*{{userName}}* vai continuar o seu atendimento. Aguarde um instante, por favor.`,
  ),
  transferBothMessage: customerText(
    `${AUTOMATIC}Seu atendimento seguiu para o setor *{{queue}}* e *{{userName}}* vai atender você. Aguarde um instante, por favor.`,
  ),
  askPhoneMessage: customerText(
    "Para continuar o seu atendimento, pode nos informar o seu número de telefone?",
  ),
  invalidOptionMessage: customerText("Opção inválida. Escolha uma das opções do menu."),
  callRejectedMessage: customerText(
    `${AUTOMATIC}No momento não atendemos chamadas por aqui. Por favor, envie uma mensagem.`,
  ),
  holidays: define(
    jsonOf(
      v.array(
        v.object({
          /** `YYYY-MM-DD`, or `MM-DD` for every year. */
          date: v.pipe(v.string(), v.regex(/^(\d{4}-)?\d{2}-\d{2}$/)),
          spans: v.array(v.tuple([HourMinute, HourMinute])),
        }),
      ),
    ),
    "[]",
  ),
  optOutWords: define(
    jsonOf(v.pipe(v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(50))), v.maxLength(50))),
    JSON.stringify(OPT_OUT_WORDS),
  ),
  campaignWindow: define(
    jsonOf(
      v.object({
        /** 0 = Sunday. */
        days: v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6))),
        from: HourMinute,
        to: HourMinute,
      }),
    ),
    JSON.stringify(ANY_TIME),
  ),
  outOfHoursAction: define(choice("wait", "close"), "wait"),
  /** Seconds in which a user can undo a close; 0 = the farewell is sent at once. */
  /** Whether a person chooses a resolution when resolving (docs/rules/resolutions.md#choice). */
  resolutionMode: define(choice("off", "optional", "required"), "off"),
  undoCloseSeconds: define(between(0, 15), "5"),
  /** Minutes of opening time after which a woken ticket of an absent attendant is returned to its queue; 0 = never. */
  wakeReturnMinutes: define(between(0, 1440), "30"),
  /** Minutes. */
  distributionTimeout: define(between(1, 120), "5"),
  returnOpenWhenOfflineMinutes: define(between(0, 1440), "0"),
  campaignConfirmMode: define(choice("words", "any"), "words"),
  /** Recipients per unofficial connection and day; 0 = no cap. */
  campaignDailyCap: define(between(0, 5000), "500", { reads: "admin" }),
  /** Steps of follow-ups per unofficial connection and day; 0 = no cap (docs/rules/follow-ups.md#times). */
  followUpDailyCap: define(between(0, 2000), "300", { reads: "admin" }),
  /** Days; 0 = for ever. */
  mediaRetentionDays: define(between(0, 3650), "0", { reads: "admin" }),
  /** Days after the close; 0 = for ever. */
  ticketRetentionDays: define(between(0, 3650), "0", { reads: "admin" }),
  ticketRetentionWhat: define(choice("messages", "tickets"), "messages", { reads: "admin" }),
  retentionKeepTagged: define(flag, "enabled", { reads: "admin" }),
  ipixc: define(webAddress, "", { reads: "admin" }),
  ipmkauth: define(webAddress, "", { reads: "admin" }),
  tokenixc: secret,
  clientidmkauth: secret,
  clientsecretmkauth: secret,
  asaas: secret,
  /** Seconds between two recipients. */
  messageInterval: define(oneOf(0, 5, 10, 15, 20), "20", campaign),
  /** Messages after which the longer interval is used. */
  longerIntervalAfter: define(oneOf(...SECONDS), "20", campaign),
  /** Seconds. */
  greaterInterval: define(oneOf(...SECONDS), "60", campaign),
  variables: define(
    jsonOf(
      v.pipe(
        v.array(v.object({ key: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_]{1,30}$/)), value: v.string() })),
        v.check((list) => new Set(list.map((entry) => entry.key)).size === list.length),
      ),
    ),
    "[]",
    campaign,
  ),
  allowSignup: define(flag, "enabled", installation),
  /** A sign-up confirms its e-mail by a mailed link before the first login; applies while a mail server is configured. */
  confirmSignup: define(flag, "enabled", installation),
  paymentProvider: define(choice("static", "efi", "asaas"), "static", installation),
  pixKey: define(pixKey, "", installation),
  pixName: define(latinName(25), "", installation),
  pixCity: define(latinName(15), "", installation),
  /** Store page of the extension that signs with a passkey; "" = the zip of this installation. */
  linkExtensionUrl: define(webAddress, "", installation),
  /** WhatsApp protocol version to announce, "" = the newest known. */
  waVersion: define(clientVersion, "", installation),
  passwordMinLength: define(between(5, 50), "5", installation),
  /** Months until entries of the audit trail are deleted. */
  auditMonths: define(between(3, 120), "12", installation),
  /** Answers on official numbers that are free per number and month (docs/rules/costs.md#allowance). */
  freeServiceMessages: define(between(0, 1_000_000), "1000", installation),
  efiClientId: installationSecret,
  efiClientSecret: installationSecret,
  efiCertificate: define(pemPair, "", { ...installation, secret: true }),
  asaasPlatformKey: installationSecret,
  metaAppId: installationSecret,
  metaAppSecret: installationSecret,
  metaVerifyToken: installationSecret,
  /** Configuration of Embedded Sign-up at Meta, digits; "" = its ordinary login. */
  metaConfigId: define(digits(30), "", installation),
  smtpUrl: installationSecret,
} as const satisfies Record<string, Definition>;

type Catalogue = typeof catalogue;
export type SettingKey = keyof Catalogue;
/** The typed value of a setting. */
export type SettingValue<K extends SettingKey> = Catalogue[K] extends Definition<infer T> ? T : never;

/** The definition of a key from a request; undefined for an unknown one. */
export function definitionOf(key: string): Definition | undefined {
  return Object.hasOwn(catalogue, key) ? catalogue[key as SettingKey] : undefined;
}

/** Keys in the order of the table. */
export const settingKeys = Object.keys(catalogue) as readonly SettingKey[];

/** Keys of one place. */
export const keysOf = (place: Definition["place"]): readonly SettingKey[] =>
  settingKeys.filter((key) => catalogue[key].place === place);
