/** What other features may use of the integrations. */
export { serviceAccountOf } from "./dialogflow/service-account.ts";
export { forgetDeliveries } from "./erased-contacts.ts";
export { addDelivery, type NewDelivery } from "./lane/rows.ts";
export { withoutCallbacks } from "./masked-address.ts";
export { findIntegration } from "./queries.ts";
export { createIntegration } from "./save.ts";
