import type { Cursor } from "#inbox/reports/attendances/attendances.sql.ts";
import { readRows } from "#inbox/reports/attendances/pages.ts";
import { attendancesOf } from "#inbox/reports/attendances/present.ts";
import { rowWriter } from "#inbox/reports/columns/cells.ts";
import { ratingWriter } from "#inbox/reports/columns/ratings.ts";
import type { CellValue } from "#inbox/reports/columns/texts.ts";
import { ratingsOf } from "#inbox/reports/satisfaction/rows.sql.ts";
import type { Figures, ReportFile } from "#inbox/reports/schema.ts";
import { queryAll } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { addFigures } from "./figures.ts";
import { rowsOf } from "./rows.ts";

/** Rows per piece; a piece takes some ms. */
const PIECE = 100;
/** Maximum number of rows of the period that a piece reads. */
const LOOKED_AT = 2_000;

/** A report that is read piece by piece, in a fixed order. */
export interface ReportPieces {
  readonly headings: readonly string[];
  /** Reads the rows after a cursor; `figures`: those of all earlier pieces. */
  read(after: Cursor | undefined, figures: Figures | null): Piece;
}
interface Piece {
  readonly rows: readonly CellValue[][];
  readonly figures: Figures | null;
  /** Where the next piece begins; null = this was the last one. */
  readonly next: Cursor | null;
}

/** Returns a reader of a file's pieces; undefined for a report that is written in one piece. Throws the errors of `wantedRows`. */
export function piecesOf(ctx: UserCtx, file: ReportFile): ReportPieces | undefined {
  const { tenant } = ctx;
  const { kind, filter, columns, language } = file;
  const wanted = rowsOf(ctx, kind, filter);
  if (!wanted) return undefined;
  const idsAfter = (after: Cursor | undefined) =>
    readRows(tenant.db, wanted, { after, limit: PIECE, most: LOOKED_AT });
  if (kind === "ratings") {
    const writer = ratingWriter(tenant, language);
    return {
      headings: writer.headings,
      read(after, figures) {
        const { ids, next } = idsAfter(after);
        const rows = queryAll(tenant.db, ratingsOf, { ids: JSON.stringify(ids) }).map(writer.cells);
        return { rows, figures, next };
      },
    };
  }
  const writer = rowWriter(tenant, columns, language);
  return {
    headings: writer.headings,
    read(after, figures) {
      const { ids, next } = idsAfter(after);
      const found = attendancesOf(tenant, ids, language);
      return { rows: found.map(writer.cells), figures: addFigures(figures, found), next };
    },
  };
}
