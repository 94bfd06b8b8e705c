/** What other features may use of the audit trail. */

export { parseAction } from "./action.ts";
export { audited } from "./audited.ts";
export { auditFailedSignIn, auditRefusal, auditTicketRead } from "./deferred.ts";
export { AuditListsPort, listQuery } from "./lists-port.ts";
export { type AuditNote, auditActor, auditCompany, auditIn, auditProvider } from "./note.ts";
export { auditCommand } from "./note-command.ts";
