/** What other features may use of new conversations. */

export { healthOf } from "./health.ts";
export { type IncidentFacts, incidentFacts } from "./incident-facts.ts";
export { mayPassRestriction, newChatWait } from "./new-chat-wait.ts";
