import type { PlanFlag } from "#accounts/companies/contract.ts";
import type { ZeroLabel } from "#web/ui/field/number-input.tsx";
import type { SettingsTexts } from "./locales/index.ts";

export type FieldKey = keyof SettingsTexts["label"];
type GroupId = keyof SettingsTexts["group"];
type Unit = "seconds" | "minutes" | "days" | "months" | "letters" | "perDay" | "perMonth";

/** Label and control of each setting; the server validates the values. */
type Control =
  | { readonly kind: "flag" | "trueFalse" | "zone" | "language" | "words" | "window" | "line" }
  /** `file`: extensions of the text file that holds the value. */
  | { readonly kind: "secret"; readonly file?: string }
  | { readonly kind: "choice"; readonly options: readonly (keyof SettingsTexts["choice"])[] }
  | {
      readonly kind: "number";
      readonly min: number;
      readonly max: number;
      readonly unit: Unit;
      readonly zero?: ZeroLabel;
    }
  | { readonly kind: "text" };

export interface SettingField {
  readonly key: FieldKey;
  readonly control: Control;
}
export interface FieldGroup {
  readonly id: GroupId;
  readonly fields: readonly SettingField[];
  /** Shown on the named tab instead of among the options. */
  readonly tab?: "privacy";
  /** Shown only to companies whose plan has this flag. */
  readonly planFlag?: PlanFlag;
}

const flag = (key: FieldKey): SettingField => ({ key, control: { kind: "flag" } });
const secret = (key: FieldKey): SettingField => ({ key, control: { kind: "secret" } });
const line = (key: FieldKey): SettingField => ({ key, control: { kind: "line" } });
const text = (key: FieldKey): SettingField => ({
  key,
  control: { kind: "text" },
});
const number = (key: FieldKey, min: number, max: number, unit: Unit, zero?: ZeroLabel): SettingField => ({
  key,
  control: { kind: "number", min, max, unit, ...(zero && { zero }) },
});

/**
 * Every setting of a company (docs/rules/settings.md#access), in the order of the page; holidays are with the
 * opening hours.
 */
export const GROUPS: readonly FieldGroup[] = [
  {
    id: "attendance",
    fields: [
      flag("userRating"),
      {
        key: "ratingKind",
        control: { kind: "choice", options: ["ratingKind_three", "ratingKind_five", "ratingKind_nps"] },
      },
      {
        key: "ratingComment",
        control: {
          kind: "choice",
          options: ["ratingComment_off", "ratingComment_low", "ratingComment_always"],
        },
      },
      {
        key: "resolutionMode",
        control: {
          kind: "choice",
          options: ["resolutionMode_off", "resolutionMode_optional", "resolutionMode_required"],
        },
      },
      number("undoCloseSeconds", 0, 15, "seconds", "atOnce"),
      number("wakeReturnMinutes", 0, 1440, "minutes", "never"),
      number("followUpDailyCap", 0, 2000, "perDay", "unlimited"),
      flag("sendGreetingAccepted"),
      flag("sendMsgTransfTicket"),
      flag("openTicketOnlyOther"),
      flag("userSpyChat"),
      flag("previewBeforeAccept"),
      flag("attendantsTakeOver"),
      flag("trackWorkTime"),
      flag("pauseReasonRequired"),
      flag("userCreation"),
      flag("sendReadReceipts"),
      flag("linkPreviews"),
      flag("transcribeForAttendants"),
      {
        key: "translateIncoming",
        control: {
          kind: "choice",
          options: ["translateIncoming_off", "translateIncoming_demand", "translateIncoming_auto"],
        },
      },
      flag("showCosts"),
    ],
  },
  {
    id: "bot",
    fields: [
      {
        key: "scheduleType",
        control: {
          kind: "choice",
          options: ["scheduleType_disabled", "scheduleType_queue", "scheduleType_company"],
        },
      },
      {
        key: "outOfHoursAction",
        control: { kind: "choice", options: ["outOfHoursAction_wait", "outOfHoursAction_close"] },
      },
      {
        key: "chatBotType",
        control: { kind: "choice", options: ["chatBotType_text", "chatBotType_list", "chatBotType_button"] },
      },
      flag("sendGreetingMessageOneQueues"),
      flag("transferStartsBot"),
      text("invalidOptionMessage"),
    ],
  },
  {
    id: "calls",
    fields: [flag("CheckMsgIsGroup"), flag("call"), flag("callCreatesTicket"), text("callRejectedMessage")],
  },
  {
    id: "texts",
    fields: [
      text("greetingAcceptedMessage"),
      text("askPhoneMessage"),
      text("transferQueueMessage"),
      text("transferUserMessage"),
      text("transferBothMessage"),
    ],
  },
  {
    id: "distribution",
    fields: [
      number("distributionTimeout", 1, 120, "minutes"),
      number("returnOpenWhenOfflineMinutes", 0, 1440, "minutes", "never"),
    ],
  },
  {
    id: "regional",
    fields: [
      { key: "timeZone", control: { kind: "zone" } },
      { key: "language", control: { kind: "language" } },
    ],
  },
  {
    id: "campaigns",
    planFlag: "useCampaigns",
    fields: [
      { key: "campaignsEnabled", control: { kind: "trueFalse" } },
      { key: "campaignWindow", control: { kind: "window" } },
      { key: "optOutWords", control: { kind: "words" } },
      {
        key: "campaignConfirmMode",
        control: { kind: "choice", options: ["campaignConfirmMode_words", "campaignConfirmMode_any"] },
      },
      number("campaignDailyCap", 0, 5000, "perDay", "unlimited"),
    ],
  },
  {
    id: "media",
    tab: "privacy",
    fields: [
      number("mediaRetentionDays", 0, 3650, "days", "forever"),
      number("ticketRetentionDays", 0, 3650, "days", "forever"),
      {
        key: "ticketRetentionWhat",
        control: { kind: "choice", options: ["ticketRetentionWhat_messages", "ticketRetentionWhat_tickets"] },
      },
      flag("retentionKeepTagged"),
    ],
  },
  {
    id: "billing",
    fields: [
      line("ipixc"),
      secret("tokenixc"),
      line("ipmkauth"),
      secret("clientidmkauth"),
      secret("clientsecretmkauth"),
      secret("asaas"),
    ],
  },
];

/** Settings of the installation, for super users. */
export const SERVER_FIELDS: readonly SettingField[] = [
  flag("allowSignup"),
  flag("confirmSignup"),
  number("passwordMinLength", 5, 50, "letters"),
  number("auditMonths", 3, 120, "months"),
  line("waVersion"),
  line("linkExtensionUrl"),
  secret("smtpUrl"),
];

/** Credentials of the app at Meta: Facebook, Instagram, the official WhatsApp. */
export const META_FIELDS: readonly SettingField[] = [
  secret("metaAppId"),
  secret("metaAppSecret"),
  secret("metaVerifyToken"),
  line("metaConfigId"),
  number("freeServiceMessages", 0, 1_000_000, "perMonth"),
];

const PROVIDER: SettingField = {
  key: "paymentProvider",
  control: {
    kind: "choice",
    options: ["paymentProvider_static", "paymentProvider_efi", "paymentProvider_asaas"],
  },
};
const PIX_KEY = line("pixKey");
const STATIC_FIELDS = [line("pixName"), line("pixCity")];
const EFI_FIELDS: readonly SettingField[] = [
  secret("efiClientId"),
  secret("efiClientSecret"),
  { key: "efiCertificate", control: { kind: "secret", file: ".p12,.pfx,.pem,.crt,.txt" } },
];
const ASAAS_FIELDS = [secret("asaasPlatformKey")];

/** Settings of one payment method; the choice of the method comes first. */
export function fieldsOfProvider(provider: string): readonly SettingField[] {
  if (provider === "efi") return [PROVIDER, PIX_KEY, ...EFI_FIELDS];
  if (provider === "asaas") return [PROVIDER, ...ASAAS_FIELDS];
  return [PROVIDER, PIX_KEY, ...STATIC_FIELDS];
}

/** Settings of the whole installation that have an effect, for super users. */
export const INSTALLATION_FIELDS: readonly SettingField[] = [
  ...SERVER_FIELDS,
  ...META_FIELDS,
  PROVIDER,
  PIX_KEY,
  ...STATIC_FIELDS,
  ...EFI_FIELDS,
  ...ASAAS_FIELDS,
];

/** Settings of a company that only super users may change. */
export const SUPER_ONLY: ReadonlySet<FieldKey> = new Set(["campaignsEnabled"]);
