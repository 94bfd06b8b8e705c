import { route } from "#tenants/route.ts";
import { ActionFileAnswer } from "./contract.ts";
import { uploadActionFile } from "./files.ts";

export const ticketActionRoutes = [
  route({
    method: "POST",
    path: "/action-files",
    unaudited: "the macro or rule that is stored with the file records it",
    summary: "Upload a file for a reply of a macro or rule (multipart `file`)",
    rawBody: true,
    answer: ActionFileAnswer,
    handle: ({ ctx, request }) => uploadActionFile(ctx, request),
  }),
];
