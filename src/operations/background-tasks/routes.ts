import * as v from "valibot";
import { route } from "#tenants/route.ts";
import { Work } from "./contract.ts";
import { backgroundTasks } from "./list.ts";

export const backgroundTaskRoutes = [
  route({
    method: "GET",
    path: "/works",
    summary:
      "Long work that goes on now: imports, campaigns, exports, companies coming in and backups, with how far each is",
    answer: v.array(Work),
    handle: ({ ctx }) => [...backgroundTasks(ctx)],
  }),
];
