import * as v from "valibot";
import { OpeningHours, OpeningSpan } from "#accounts/opening-hours/contract.ts";
import {
  Instant,
  PageNumber,
  PureDate,
  pageOf,
  plainName,
  SearchParam,
  ShortText,
} from "#platform/http/contract.ts";

/** Flags of a plan (docs/rules/companies.md#flags). */
export const PLAN_FLAGS = [
  "useCampaigns",
  "useKanban",
  "useOpenAi",
  "useIntegrations",
  "useSchedules",
  "useInternalChat",
  "useExternalApi",
] as const;
export type PlanFlag = (typeof PLAN_FLAGS)[number];

const flags = v.object(
  Object.fromEntries(PLAN_FLAGS.map((flag) => [flag, v.boolean()])) as Record<
    PlanFlag,
    v.BooleanSchema<undefined>
  >,
);
/** Storage of plans is in GB on the wire and in MB in the database. */
export const MB_OF_GB = 1024;
const PlanAnswer = v.object({
  id: v.number(),
  name: v.string(),
  users: v.number(),
  connections: v.number(),
  queues: v.number(),
  /** Storage for files, in GB; 0 = no limit. */
  storageGb: v.number(),
  ...flags.entries,
});

/** A plan with its price, for the provider. */
export const PricedPlan = v.object({
  ...PlanAnswer.entries,
  /** Price in BRL per month. */
  value: v.number(),
});
export type PricedPlan = v.InferOutput<typeof PricedPlan>;

/** The brand that pages show; each field is that of the company, else that of the provider. */
export const ShownBrand = v.object({
  /** "" = the name of the product. */
  name: v.string(),
  logoUrl: v.nullable(v.string()),
  /** URL of the style sheet with the brand colour, for the light and dark theme. */
  sheetUrl: v.nullable(v.string()),
  /**
   * Value of the cookie `brand`, by which the server applies the brand to the first page; "" when the company has no
   * brand of its own.
   */
  mark: v.string(),
});
export type ShownBrand = v.InferOutput<typeof ShownBrand>;

const line = (max: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(max));
/** Name and address of the company for payments, as the checkout requires them. */
export const PayerAddress = v.object({
  fullName: line(100),
  address: line(150),
  city: line(80),
  zipcode: line(12),
  country: v.picklist(["BR", "usa"]),
});
export type PayerAddress = v.InferOutput<typeof PayerAddress>;

/** Billing periods on the wire, by their name in the product (docs/rules/companies.md#calls). */
export const WIRE_RECURRENCE = {
  monthly: "MENSAL",
  bimonthly: "BIMESTRAL",
  quarterly: "TRIMESTRAL",
  "half-yearly": "SEMESTRAL",
  yearly: "ANUAL",
} as const;
export type WireRecurrence = (typeof WIRE_RECURRENCE)[keyof typeof WIRE_RECURRENCE];
const RecurrenceOnWire = v.picklist(Object.values(WIRE_RECURRENCE));
/** The billing period with this name on the wire; undefined for any other text. */
export const recurrenceNamed = (wire: string | undefined) =>
  (Object.keys(WIRE_RECURRENCE) as (keyof typeof WIRE_RECURRENCE)[]).find(
    (known) => WIRE_RECURRENCE[known] === wire,
  );

/** The company in the session. Every user of the company gets these fields, unless a field has another audience. */
export const SessionCompany = v.object({
  id: v.number(),
  name: v.string(),
  /** Invoices and reminders go to this address. */
  email: v.string(),
  /** Billing period. */
  recurrence: RecurrenceOnWire,
  /** Null before the first payment, and for users who are not admins. */
  payer: v.nullable(PayerAddress),
  dueDate: v.nullable(PureDate),
  timeZone: v.string(),
  /** End of the trial, null for companies that had none. */
  trialExpiration: v.nullable(PureDate),
  /** Since when the company is held after a restore, for admins; null = it is not (docs/rules/cluster.md#hold). */
  heldSince: v.nullable(Instant),
  /** Number of companies held after a restore, for super users (null = there are several cells: `GET /companies/held`); 0 for others. */
  heldCompanies: v.nullable(v.number()),
  plan: PlanAnswer,
  brand: ShownBrand,
  /** Settings that the user may read, without secrets. */
  settings: v.array(v.object({ key: v.string(), value: v.string() })),
});
export type SessionCompany = v.InferOutput<typeof SessionCompany>;

/** Number of companies held after a restore. */
export const HeldAnswer = v.object({ companies: v.number() });

/** How many companies were held, and the cells whose companies may still be held because they did not answer. */
export const ResumedAnswer = v.object({
  resumed: v.number(),
  missingCells: v.optional(v.array(v.number())),
});

/** Opening hours of the company (docs/rules/companies.md#calls). */
export const CompanyHoursAnswer = v.object({ schedules: v.array(OpeningSpan) });
export const CompanyHoursBody = v.object({ schedules: OpeningHours });

/** Usage of the plan's limits. */
export const Usage = v.object({
  users: v.number(),
  connections: v.number(),
  queues: v.number(),
  /** Size of stored files, bytes. */
  storage: v.number(),
});
export type Usage = v.InferOutput<typeof Usage>;

const setting = v.object({ key: v.string(), value: v.string() });

/** A company, for the provider. */
export const CompanyAnswer = v.object({
  id: v.number(),
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  planId: v.number(),
  plan: PricedPlan,
  /** Whether the company is enabled. */
  status: v.boolean(),
  /** Due date; null = never expires (company 1). */
  dueDate: v.nullable(PureDate),
  recurrence: RecurrenceOnWire,
  campaignsEnabled: v.boolean(),
  /** Settings shown in the list of companies: `campaignsEnabled`. */
  settings: v.array(setting),
  trialExpiration: v.nullable(PureDate),
  createdAt: Instant,
  /** Null while the company's database cannot be opened. */
  usage: v.nullable(Usage),
});
export type CompanyAnswer = v.InferOutput<typeof CompanyAnswer>;
export const CompanyDetail = v.object({ ...CompanyAnswer.entries, schedules: v.array(OpeningSpan) });
export type CompanyDetail = v.InferOutput<typeof CompanyDetail>;
export const CompanyPage = pageOf("companies", CompanyAnswer);
export const CompanyQuery = v.object({ searchParam: SearchParam, pageNumber: PageNumber });

/** A company for pickers. */
export const CompanyRef = v.object({
  id: v.number(),
  name: v.string(),
  planId: v.number(),
  status: v.boolean(),
  dueDate: v.nullable(PureDate),
});
/** Own company, or any for super users, with its plan (docs/rules/companies.md#calls). */
export const CompanyWithPlan = v.object({
  ...CompanyRef.entries,
  email: v.string(),
  plan: PricedPlan,
});

const isDay = (text: string) => {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
};
/** A day; "" and null mean none. */
const OptionalDay = v.pipe(
  v.union([v.null(), v.pipe(v.string(), v.trim(), v.maxLength(30))]),
  // Older clients send an instant; only its day is used.
  v.transform((value) => (value === null || value === "" ? null : value.slice(0, 10))),
  v.check((value) => value === null || (/^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value))),
);
const Email = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.nonEmpty(), v.maxLength(254), v.email());
const PlanId = v.pipe(
  v.union([v.number(), v.pipe(ShortText, v.regex(/^\d{1,15}$/), v.transform(Number))]),
  v.integer(),
  v.minValue(1),
);
const Flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(["true", "false"]),
    v.transform((word) => word === "true"),
  ),
]);

const optional = {
  phone: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(30))),
  status: v.optional(Flag),
  campaignsEnabled: v.optional(Flag),
  dueDate: v.optional(OptionalDay),
  recurrence: v.optional(RecurrenceOnWire),
};
/** A new company with its first admin (docs/rules/screens.md#administration). */
export const CreateCompanyBody = v.object({
  name: plainName(2, 80),
  email: Email,
  planId: PlanId,
  ...optional,
  /** The first admin signs in with the company's e-mail unless another is given. */
  adminName: v.optional(plainName(2, 50)),
  adminEmail: v.optional(Email),
  password: v.pipe(v.string(), v.minLength(5), v.maxLength(50)),
});
export type CreateCompanyBody = v.InferOutput<typeof CreateCompanyBody>;
/** `cell`: the cell in which it is created; absent: the one with the lowest load (docs/rules/cells.md#placement). */
export const CreateCompanyQuery = v.object({
  cell: v.optional(v.pipe(v.string(), v.maxLength(3), v.regex(/^[1-9]\d*$/), v.transform(Number))),
});
export const UpdateCompanyBody = v.object({
  name: v.optional(plainName(2, 80)),
  email: v.optional(Email),
  planId: v.optional(PlanId),
  ...optional,
});
export type UpdateCompanyBody = v.InferOutput<typeof UpdateCompanyBody>;

/** `+Vencimento`: the due date that the user saw. When the stored one differs, another request came first. */
export const AdvanceBody = v.object({ dueDate: ShortText });
