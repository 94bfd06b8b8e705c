import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { EventData } from "#platform/realtime/contract.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";

/** Codes of the server's notices that have a text (channel `notice`, docs/rules/realtime.md#channels). */
const NOTICE_CODES = [
  "connection_logged_out",
  "connection_blocked",
  "connection_temp_ban",
  "number_restricted",
  "number_free",
  "connection_replaced",
  "connection_no_traffic",
  "connection_session_damaged",
  "connection_token_invalid",
  "inbound_failed",
  "gap_found",
  "mail_failed",
  "ticket_orphan",
  "contact_import_done",
  "distribution_off",
  "loop_guard",
  "rule_off",
  "rule_limit",
  "campaign_paused",
  "campaign_missed",
  "campaign_done",
  "payment_unclear",
  "support_entered",
  "backup_failed",
  "backup_done",
  "certificate_failed",
  "company_export",
  "company_import",
  "storage_nearly_full",
  "storage_full",
  "retention_done",
  "cost_budget_80",
  "cost_budget_100",
  "cost_difference",
] as const;
type NoticeCode = (typeof NOTICE_CODES)[number] | "other";

export interface AdminNotice {
  readonly id: number;
  readonly code: NoticeCode;
  /** Name of the affected connection, empty when there is none. */
  readonly name: string;
  /** ms since 1970, on this page's clock. */
  readonly at: number;
  /** The page on which an admin can fix the problem. */
  readonly path: string;
}

/** Pages on which problems other than those of a connection can be fixed. */
const PATHS: Partial<Record<NoticeCode, string>> = {
  ticket_orphan: "/tickets?view=waiting",
  loop_guard: "/tickets?view=waiting",
  rule_off: "/automation?tab=rules",
  rule_limit: "/automation?tab=rules",
  campaign_paused: "/campaigns",
  campaign_missed: "/campaigns",
  mail_failed: "/users",
  distribution_off: "/queues",
  payment_unclear: "/financeiro",
  support_entered: "/audit?kind=support",
  backup_failed: "/cockpit",
  backup_done: "/cockpit",
  certificate_failed: "/cockpit",
  company_export: "/companies",
  company_import: "/companies",
  storage_nearly_full: "/settings?tab=privacy",
  storage_full: "/settings?tab=privacy",
  retention_done: "/settings?tab=privacy",
  cost_budget_80: "/costs",
  cost_budget_100: "/costs",
  cost_difference: "/costs",
};

/** Shown by `transfer-notice.ts` instead, because an admin has nothing to fix. */
export const TRANSFERRED = "ticket_transferred";

/** Maximum number of stored notices; the oldest are dropped. */
const MOST = 20;

/** The server's notices to admins: a disconnected number, a ticket that is not accepted. */
export class AdminNotices {
  readonly #list = signal<readonly AdminNotice[]>([]);
  #lastId = 0;

  /** Newest first. */
  readonly list: ReadonlySignal<readonly AdminNotice[]> = this.#list;

  /** Follows the channel, which only admins receive. Returns a function that stops it. */
  start(socket: LiveSocket, onNotice: (notice: AdminNotice) => void): () => void {
    const stop = socket.on("notice", (event) => {
      // Transfers concern attendants, who need not be admins: see `transfer-notice.ts`.
      if (event.action === "create" && event["code"] !== TRANSFERRED) onNotice(this.#add(event));
    });
    return () => {
      stop();
      this.#list.value = [];
    };
  }

  /** Removes a seen notice from the bell. */
  dismiss(id: number): void {
    this.#list.value = this.#list.peek().filter((notice) => notice.id !== id);
  }

  #add(event: EventData): AdminNotice {
    const code: NoticeCode = NOTICE_CODES.find((known) => known === event["code"]) ?? "other";
    const details = (event["details"] ?? {}) as Readonly<Record<string, unknown>>;
    this.#lastId += 1;
    const notice: AdminNotice = {
      id: this.#lastId,
      code,
      name: typeof details["name"] === "string" ? details["name"] : "",
      at: Date.now(),
      path: reportPath(code, details) ?? PATHS[code] ?? "/connections",
    };
    this.#list.value = [notice, ...this.#list.peek()].slice(0, MOST);
    return notice;
  }
}

/** Page of a result: a campaign's report, the imported contacts, or the contact list of an import. */
function reportPath(code: NoticeCode, details: Readonly<Record<string, unknown>>): string | null {
  const { importId, contactListId, campaignId } = details;
  if (code === "campaign_done") return `/campaign/${campaignId}/report`;
  if (code !== "contact_import_done") return null;
  const page = typeof contactListId === "number" ? `/contact-lists/${contactListId}/contacts` : "/contacts";
  return `${page}?import=${importId}`;
}

/** The notices of this page. */
export const adminNotices = new AdminNotices();
