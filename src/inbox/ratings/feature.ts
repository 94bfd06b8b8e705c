import { ReplyHandlersPort } from "#inbox/messages/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { claimFarewell, claimRating } from "./claim-replies.ts";
import { listenForCloses } from "./close.ts";
import { claimComment } from "./comment.ts";
import { ratingWindows } from "./sweep.ts";

export const ratings = defineFeature({
  name: "ratings",
  jobs: [ratingWindows],
  listen(installation) {
    const claimers = installation.ports.use(ReplyHandlersPort);
    claimers.join("rating", (unit, reply) => claimRating(unit, reply) ?? claimComment(unit, reply));
    claimers.join("farewell", claimFarewell);
    listenForCloses(installation);
  },
});
