import type { QueueAnswer } from "#accounts/queues/contract.ts";
import { api } from "#web/lib/api/api.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";

export type Queue = QueueAnswer;

/** The company's queues in the order of the menu; loaded in one request, since they are few. */
export const queues = new LiveList<Queue>({
  path: "/queue",
  name: "queues",
  channel: "queue",
  compare: (a, b) => a.orderQueue - b.orderQueue || a.id - b.id,
  api: {
    get: async <Answer>(path: string, options = {}) => {
      const rows = await api.get<readonly Queue[]>(path, options);
      return { queues: rows, count: rows.length, hasMore: false } as Answer;
    },
  },
});
