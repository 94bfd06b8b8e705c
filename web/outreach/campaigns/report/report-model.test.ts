import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { fakeSocket, settle } from "#web/lib/testing/test-fakes.ts";
import type { Detail } from "#web/outreach/campaigns/campaigns-api.ts";
import { sampleCampaign, sampleReport } from "#web/outreach/campaigns/dialog/test-campaign.ts";
import { COURSE_READ_MS, FINAL_READ_MS, ReportModel } from "./report-model.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const running = sampleCampaign({ status: "EM_ANDAMENTO", report: sampleReport({ valid: 10, delivered: 1 }) });
const detail = (): Detail => ({
  ...running,
  contactList: { id: 2, name: "Clientes", contacts: [] },
  shipping: [],
  timeline: { pieceMs: 60_000, points: [] },
});

async function open() {
  const seen = { reads: 0, moves: 0, now: 0 };
  const line = fakeSocket();
  line.socket.start();
  line.line().ready();
  const model = new ReportModel({
    id: 3,
    now: () => seen.now,
    get: async () => {
      seen.reads += 1;
      return detail();
    },
    onChange: () => {
      seen.moves += 1;
    },
  });
  model.listen(line.socket);
  await model.load();
  const tell = (change: Parameters<typeof sampleCampaign>[0]) =>
    line.emit("campaign", { action: "update", record: { ...running, ...change } });
  return { model, seen, tell, line };
}

test("the report of a campaign ignores events about other campaigns", async () => {
  const { model, seen, tell } = await open();
  tell({ report: sampleReport({ valid: 10, delivered: 4 }) });
  tell({ id: 4, report: sampleReport({ delivered: 9 }) });
  expect([model.campaign.value?.report.delivered, seen.moves, seen.reads]).toEqual([4, 1, 1]);
});

test("the report is loaded again five seconds after the status FINALIZADA", async () => {
  const { seen, tell } = await open();
  tell({ status: "FINALIZADA" });
  jest.advanceTimersByTime(FINAL_READ_MS - 1);
  expect(seen.reads).toBe(1);
  jest.advanceTimersByTime(1);
  expect(seen.reads).toBe(2);
});

test("the progress chart of a running campaign is loaded again at intervals", async () => {
  const { seen, tell } = await open();
  tell({});
  expect(seen.reads).toBe(1);
  seen.now = COURSE_READ_MS;
  tell({});
  tell({});
  await settle();
  expect(seen.reads).toBe(2);
});

test("a campaign deleted while its report is open is shown as missing", async () => {
  const { model, line } = await open();
  line.emit("campaign", { action: "delete", id: 3 });
  expect(model.gone.value).toBe(true);
});
