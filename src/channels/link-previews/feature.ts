import { ContactsCleared, ContactTracesErasing } from "#people/contacts/events.ts";
import { defineFeature } from "#tenants/feature.ts";
import { createPreviewLimit, PreviewLimitPort } from "./preview.ts";
import { linkPreviewRoutes } from "./routes.ts";
import { deleteOldPreviews, forgetPreviews } from "./stored.ts";

/** Previews of addresses that users write (docs/rules/link-previews.md). */
export const linkPreviews = defineFeature({
  name: "link-previews",
  routes: linkPreviewRoutes,
  jobs: [deleteOldPreviews],
  listen(installation) {
    installation.ports.plug(PreviewLimitPort, createPreviewLimit(installation));
    installation.bus.within(ContactTracesErasing, forgetPreviews);
    installation.bus.within(ContactsCleared, forgetPreviews);
  },
});
