import { defineFeature } from "#tenants/feature.ts";

/** Imports companies from installations of the Whaticket family; only the command line starts it. */
export const importer = defineFeature({ name: "importer", cellTables: ["imported_record"] });
