import { defineJob } from "#platform/jobs/define-job.ts";
import { defineFeature } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import { settleArrivals, watchArrivals } from "./arrivals.ts";
import { guardPaused } from "./closed-rows.ts";
import { putLeftAside, removeLeftFiles } from "./leave.ts";
import { settleMoves, stopMoves } from "./moves.ts";
import { movesMount } from "./receive.ts";

const watch = defineJob<Installation>({
  name: "company_arrivals",
  every: { seconds: 2 },
  run: watchArrivals,
});
const cleanUp = defineJob<Installation>({
  name: "left_companies",
  every: "0 15 4 * * *",
  run: removeLeftFiles,
});

/** Moves companies between the cells of an installation (docs/rules/cells.md#move). */
export const moves = defineFeature({
  name: "moves",
  mounts: [movesMount],
  jobs: [watch, cleanUp],
  listen: guardPaused,
  async start(installation) {
    await settleArrivals(installation);
    settleMoves(installation);
    void putLeftAside(installation);
  },
  stop: stopMoves,
});
