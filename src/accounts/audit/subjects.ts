import { definePort } from "#platform/ports.ts";
import { campaignSettingLists, type listQuery } from "./audit.sql.ts";
import type { Kind } from "./contract.ts";

type ListQuery = ReturnType<typeof listQuery>;

/** Rows that belong to a subject, by field name in the entry. Each feature adds those it owns when it is wired. */
export const AuditListsPort = definePort<Map<Kind, Readonly<Record<string, ListQuery>>>>("audit lists");

/** Where a subject is stored, and which of its data an entry may contain. */
export interface SubjectType {
  /** Absent: the entry contains only the action. */
  readonly table?: string;
  /** Column that identifies the row; default `id`. */
  readonly key?: string;
  /** Path parameter that identifies the subject; default `id`. */
  readonly parameter?: string;
  /** Fixed key of a subject that exists only once. */
  readonly only?: string;
  /** Stored in the system file: changes are recorded in the trail of the provider. */
  readonly isProvider?: true;
  /**
   * Column with the display name. Absent for people outside the company: their data must not outlive them.
   */
  readonly name?: string;
  /** Columns that an entry leaves out, because they change automatically or never; `all`: no column is recorded. */
  readonly silent?: readonly string[] | "all";
  /** Columns whose values are recorded: no secrets, no texts, no personal data. */
  readonly shown?: readonly string[];
  /** Stored values that have another name on the wire, by column. */
  readonly wireNames?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Related rows as one text each, by field name in the entry. */
  readonly lists?: Readonly<Record<string, ListQuery>>;
  /** Column with the id of the company concerned; its own trail gets the entry as well. */
  readonly company?: string;
}

const INVOICE: SubjectType = {
  ...{ table: "invoice", isProvider: true, name: "detail", company: "company_id" },
  // Set once, when the invoice is made.
  silent: ["kind"],
};

/** Left out of changed fields, because an entry with the action `resumed` records them. */
const HOLD = ["restored_at", "resumed_at"];
const BRAND: SubjectType = { table: "brand", only: "1", silent: ["logo"], shown: ["name", "color"] };

/** The subject types by kind. */
export const subjects: Readonly<Record<Kind, SubjectType>> = {
  session: {},
  support: { isProvider: true, table: "company", name: "name", company: "id", silent: "all" },
  user: {
    table: "user",
    name: "name",
    silent: ["last_seen_at", "away", "pause_reason_id"],
    shown: ["profile", "all_ticket", "multi_session"],
  },
  queue: {
    table: "queue",
    name: "name",
    silent: ["last_distributed_user_id"],
    shown: ["name", "color", "allow_distributed"],
  },
  "queue-option": { table: "queue_option", name: "title", shown: ["action"] },
  connection: {
    table: "connection",
    name: "name",
    silent: [
      "channel",
      "provider",
      "token_last4",
      "token_weak",
      "status",
      "status_reason",
      "qrcode",
      "retries",
      "number",
      "linked_at",
      "last_event_at",
      "health",
      "checks_day",
      "checks_count",
      "new_number",
    ],
    shown: ["name", "is_default"],
  },
  template: { table: "message_template", name: "name", parameter: "templateId", silent: "all" },
  setting: { table: "setting", key: "key", parameter: "key" },
  "campaign-settings": {
    lists: campaignSettingLists(),
  },
  hours: { table: "company", isProvider: true, name: "name", company: "id", silent: HOLD },
  prompt: { table: "prompt", name: "name", shown: ["model", "base_url", "monthly_budget_tokens"] },
  integration: { table: "integration", name: "name", silent: ["of_company"], shown: ["type"] },
  webhook: { table: "integration", name: "name", silent: ["of_company"], shown: ["type"] },
  delivery: { table: "integration_delivery", silent: "all" },
  "api-key": { table: "api_key", name: "name", silent: "all" },
  contact: {
    table: "contact",
    silent: ["name_source", "is_group", "picture_id", "picture_checked_at"],
  },
  "contact-merge": { table: "contact_merge", silent: "all" },
  "contact-import": { table: "contact_import", silent: "all" },
  "contact-list": {
    table: "contact_list",
    name: "name",
    silent: ["contacts_count", "valid_count", "invalid_count"],
  },
  "contact-list-item": {
    table: "contact_list_item",
    silent: ["contact_list_id", "match_key", "is_whatsapp_valid", "check_at", "search"],
  },
  "opt-out": { table: "contact", silent: "all" },
  "privacy-notice": {
    table: "connection",
    name: "name",
    parameter: "connectionId",
    silent: "all",
  },
  "file-list": {
    table: "file_list",
    name: "name",
  },
  campaign: {
    table: "campaign",
    name: "name",
    silent: [
      "started_at",
      "completed_at",
      "freeze_phase",
      "freeze_cursor",
      "pace_started_at",
      "paced",
      "last_dispatched_at",
    ],
    shown: ["status"],
    wireNames: {
      status: {
        inactive: "INATIVA",
        scheduled: "PROGRAMADA",
        running: "EM_ANDAMENTO",
        cancelled: "CANCELADA",
        finished: "FINALIZADA",
      },
    },
  },
  tag: { table: "tag", name: "name" },
  "pause-reason": { table: "pause_reason", name: "name", shown: ["name", "active"] },
  resolution: { table: "resolution", name: "name", silent: ["position"], shown: ["name", "active"] },
  "follow-up": { table: "follow_up", name: "name", silent: ["owner_id"], shown: ["name", "only_in_hours"] },
  rule: {
    table: "rule",
    name: "name",
    silent: ["failures", "checked_at", "position"],
    shown: ["name", "event", "active", "stop", "once_per", "also_from_rules"],
  },
  report: {},
  "report-schedule": {
    table: "report_schedule",
    name: "name",
    silent: ["next_at"],
    shown: ["name", "period", "at", "format", "active"],
  },
  view: { table: "ticket_view", name: "name", silent: ["position", "owner_id"], shown: ["name", "sort"] },
  sla: {
    table: "sla_policy",
    name: "name",
    silent: ["position", "deleted_at"],
    shown: [
      "name",
      "active",
      "hours",
      "first_minutes",
      "next_minutes",
      "resolution_minutes",
      "starts_at",
      "pause_asleep",
      "pause_waiting_customer",
      "warn_percent",
    ],
  },
  macro: {
    table: "macro",
    name: "name",
    silent: ["owner_id", "last_used_at"],
    shown: ["name", "digit", "active"],
  },
  field: {
    table: "field",
    name: "label",
    silent: ["owner", "key", "position"],
    shown: ["label", "kind", "required", "in_list", "active"],
  },
  "quick-reply": { table: "quick_reply", name: "shortcode" },
  schedule: { table: "scheduled_message", silent: ["claimed_at", "outbox_id", "ticket_id", "next_id"] },
  ticket: { table: "ticket", silent: "all" },
  "raw-event": { table: "inbound_event", silent: "all" },
  chat: {
    table: "chat",
    silent: ["last_message", "last_message_id"],
  },
  audit: {},
  company: {
    table: "company",
    isProvider: true,
    name: "name",
    shown: ["name", "plan_id", "due_date", "recurrence", "active"],
    silent: HOLD,
    wireNames: {
      recurrence: {
        monthly: "MENSAL",
        bimonthly: "BIMESTRAL",
        quarterly: "TRIMESTRAL",
        "half-yearly": "SEMESTRAL",
        yearly: "ANUAL",
      },
    },
    company: "id",
  },
  plan: {
    table: "plan",
    isProvider: true,
    name: "name",
    shown: ["name", "users", "connections", "queues", "value_cents"],
  },
  invoice: { ...INVOICE, shown: ["status", "due_date", "value_cents"] },
  subscription: {},
  gateway: { isProvider: true },
  brand: { ...BRAND, isProvider: true },
  "company-brand": BRAND,
  signup: { isProvider: true, table: "waiting_signup", silent: "all" },
  "legal-text": {
    isProvider: true,
    parameter: "page",
  },
  help: { table: "help", isProvider: true, name: "title" },
  // The budget for message costs. It is one row, which applies to every month.
  cost: { table: "cost_budget", key: "month", only: "", shown: ["at_end", "micros"] },
  rate: {
    table: "meta_rate",
    isProvider: true,
    name: "market",
    silent: ["updated_at"],
    shown: ["micros", "valid_to"],
  },
  "company-costs": {
    ...{ table: "company_costs", key: "company_id", isProvider: true, company: "company_id" },
    shown: ["payer", "margin_percent", "currency", "rate"],
  },
  announcement: { table: "announcement", isProvider: true, name: "title", shown: ["active", "priority"] },
  backup: { isProvider: true },
  "company-export": { table: "company", isProvider: true, name: "name", company: "id", silent: "all" },
  "company-import": { isProvider: true },
  cockpit: { isProvider: true },
  key: { isProvider: true },
  route: {},
};
