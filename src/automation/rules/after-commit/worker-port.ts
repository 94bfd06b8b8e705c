import { definePort } from "#platform/ports.ts";
import type { CompanyRotation } from "#tenants/company-rotation.ts";

/** Runs the rules of stored events, one event per turn of the event loop. */
export const RuleWorkerPort = definePort<CompanyRotation>("rule-worker");
