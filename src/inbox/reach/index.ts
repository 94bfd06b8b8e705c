/** Public functions of the reach of numbers. */

export { healthOf } from "./health.ts";
export { type IncidentFacts, incidentFacts } from "./incident-facts.ts";
export { mayPassRestriction, newChatWait } from "./new-chat-wait.ts";
