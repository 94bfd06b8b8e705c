import { defineEvent } from "#platform/events/define-event.ts";

/** A company's own name, logo or colour is another one. */
export const BrandChanged = defineEvent<Record<never, never>>("brand.changed");
