import { signal } from "@preact/signals-react";
import type { AttendanceAnswer, AttendancesAnswer } from "#inbox/reports/contract.ts";
import type { Api } from "#web/lib/api/api.ts";
import { Collection } from "#web/lib/lists/collection.ts";
import { PagedList } from "#web/lib/lists/paged-list.ts";
import { DEFAULT_FILTER, type ReportFilter, reportQuery } from "./report-url.ts";

/** A short page is continued until there are this many rows. */
const FILLED = 20;

/** State of the report of attendances. */
export class AttendancesModel {
  #filter: ReportFilter = DEFAULT_FILTER;
  readonly list: PagedList<AttendanceAnswer>;
  /** More than the counted rows match. */
  readonly countIsMore = signal(false);
  /** Only without rows: the nearest day that has some, null = there is none. */
  readonly nearest = signal<string | null>(null);

  constructor(calls: Pick<Api, "get">) {
    this.list = new PagedList<AttendanceAnswer>({
      collection: new Collection({ record: "attendance", id: "attendanceId" }),
      fillTo: FILLED,
      fetchPage: async ({ pageNumber, signal: aborted }) => {
        const query = { ...reportQuery(this.#filter), pageNumber };
        const page = await calls.get<AttendancesAnswer>("/reports/attendances", { query, signal: aborted });
        this.countIsMore.value = page.countIsMore === true;
        this.nearest.value = page.nearest ?? null;
        return { items: page.attendances, hasMore: page.hasMore, count: page.count };
      },
    });
  }

  /** Shows the rows of a filter; the columns do not matter. */
  show(filter: ReportFilter): void {
    this.#filter = filter;
    this.list.reset();
    void this.list.reload();
  }
}
