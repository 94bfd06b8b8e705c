import { route } from "#tenants/route.ts";
import { LinkPreviewBody, LinkPreviewResult } from "./contract.ts";
import { previewOf } from "./preview.ts";

export const linkPreviewRoutes = [
  route({
    method: "POST",
    path: "/link-previews",
    unaudited: "keeps a copy of a public page for some days",
    summary:
      "Title, text and picture of an https address in a text that the caller writes; null when it gives none",
    body: LinkPreviewBody,
    answer: LinkPreviewResult,
    handle: async ({ ctx, body }) => ({ preview: await previewOf(ctx, body.url) }),
  }),
];
