import type { DashboardAnswer } from "#inbox/dashboard/contract.ts";

/** Test data: the figures of one week of Padaria Aurora. */
export function sampleDashboard(change: Partial<DashboardAnswer> = {}): DashboardAnswer {
  const hours = new Array<number>(24).fill(0);
  hours[9] = 4;
  hours[14] = 3;
  return {
    counters: {
      supportPending: 5,
      supportHappening: 8,
      supportFinished: 120,
      leads: 30,
      avgSupportTime: 75,
      avgWaitTime: 6,
      avgFirstResponse: 9,
    },
    previous: { supportFinished: 100, leads: 40, avgSupportTime: 60, avgWaitTime: 12, avgFirstResponse: 9 },
    attendants: [
      { id: 1, name: "Ana Souza", rating: 2.6, avgSupportTime: 62, tickets: 80, online: true },
      { id: 2, name: "Bruno Lima", rating: null, avgSupportTime: 0, tickets: 0, online: false },
      { id: 3, name: "Clara Reis", rating: 1.5, avgSupportTime: 130, tickets: 40, online: false },
    ],
    hours,
    period: { from: "2026-11-14", to: "2026-11-20" },
    previousPeriod: { from: "2026-11-07", to: "2026-11-13" },
    ...change,
  };
}
