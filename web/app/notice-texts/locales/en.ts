import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** What the server tells admins, English. */
export const en: Dictionary<typeof pt> = {
  notice: {
    connection_logged_out: "{{name}}: the session was ended on the phone.",
    connection_blocked: "{{name}}: the number was blocked by WhatsApp.",
    connection_replaced: "{{name}}: another session took the place of this one.",
    connection_no_traffic: "{{name}}: the connection stopped receiving data.",
    connection_session_damaged: "{{name}}: the session's data is damaged.",
    connection_token_invalid: "{{name}}: access to the account has expired or was withdrawn. Connect again.",
    inbound_failed: "A received message could not be kept.",
    mail_failed: "A mail to {{name}} could not be delivered.",
    ticket_orphan: "A ticket is waiting and nobody is there to take it.",
    contact_import_done: "The import of contacts has ended. {{name}}",
    distribution_off: "{{name}}: distribution was switched off, fewer than 2 users are left.",
    loop_guard: "The bot stopped in a ticket so as not to repeat itself. Somebody should take over.",
    campaign_paused: "{{name}}: the campaign paused.",
    campaign_missed: "{{name}}: the campaign did not start.",
    campaign_done: "{{name}}: the campaign has ended.",
    payment_unclear: "A payment of {{name}} does not match its invoice. Look at Billing.",
    support_entered: "{{name}}, from support, entered this company.",
    backup_failed: "The backup failed: {{name}}.",
    backup_done: "The backup is done.",
    certificate_failed: "The HTTPS certificate was not renewed: {{name}}.",
    company_export: "{{name}}: the export has ended.",
    company_import: "{{name}}: the import has ended.",
    storage_nearly_full: "The company's files already take 80% of the room in the plan.",
    storage_full:
      "No room: free some space or get a larger plan. Messages still come in, without their files.",
    retention_done: "The scheduled clean-up has finished. {{name}}",
    other: "Something needs attention. {{name}}",
  },
};
