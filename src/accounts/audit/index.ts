/** Public functions of the audit trail. */

export { listQuery } from "./audit.sql.ts";
export { audited } from "./audited.ts";
export { auditFailedSignIn, auditRefusal, auditTicketRead } from "./deferred.ts";
export { parseAction } from "./subject.ts";
export { AuditListsPort } from "./subjects.ts";
export { auditActor, auditCommand, auditCompany, auditIn, auditProvider, type NewEntry } from "./write.ts";
