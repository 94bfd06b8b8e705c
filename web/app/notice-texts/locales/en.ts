import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** What the server tells admins, English. */
export const en: Dictionary<typeof pt> = {
  notice: {
    connection_logged_out: "{{name}}: the session was ended on the phone.",
    connection_blocked: "{{name}}: the number was blocked by WhatsApp.",
    connection_replaced: "{{name}}: another session replaced this one.",
    connection_no_traffic: "{{name}}: the connection stopped receiving data.",
    connection_session_damaged: "{{name}}: the session's data is damaged.",
    connection_token_invalid: "{{name}}: access to the account has expired or was revoked. Connect again.",
    inbound_failed: "A received message could not be saved.",
    mail_failed: "An e-mail to {{name}} could not be delivered.",
    ticket_orphan: "A ticket is waiting and no attendant is available to take it.",
    contact_import_done: "The contact import has finished. {{name}}",
    distribution_off: "{{name}}: distribution was switched off because fewer than 2 users are left.",
    loop_guard:
      "The bot stopped in a ticket because it was repeating itself. An attendant needs to take over.",
    campaign_paused: "{{name}}: the campaign was paused.",
    campaign_missed: "{{name}}: the campaign did not start.",
    campaign_done: "{{name}}: the campaign has finished.",
    payment_unclear: "A payment of {{name}} does not match its invoice. Check it under Billing.",
    support_entered: "{{name}}, from support, entered this company.",
    backup_failed: "The backup failed: {{name}}.",
    backup_done: "The backup has finished.",
    certificate_failed: "The HTTPS certificate was not renewed: {{name}}.",
    company_export: "{{name}}: the export has finished.",
    company_import: "{{name}}: the import has finished.",
    storage_nearly_full: "The company's files already use 80% of the plan's storage.",
    storage_full:
      "No storage left: free some space or upgrade the plan. Messages still arrive, without their files.",
    retention_done: "The scheduled clean-up has finished. {{name}}",
    other: "Something needs attention. {{name}}",
  },
};
