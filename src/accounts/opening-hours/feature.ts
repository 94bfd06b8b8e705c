import { defineFeature } from "#tenants/feature.ts";

/** A feature without routes: hours are saved with the company or the queue that has them. */
export const openingHours = defineFeature({ name: "opening-hours" });
