/** What other features may use of the integrations. */
export { serviceAccountOf } from "./dialogflow/service-account.ts";
export { forgetDeliveries } from "./erased-contacts.ts";

export { withoutCallbacks } from "./masked-address.ts";
