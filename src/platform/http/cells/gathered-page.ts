import { mergedPage } from "#platform/http/page.ts";
import { type GatherRule, gathered } from "./cell-rule.ts";

type Page<Name extends string, Row> = { readonly [N in Name]: readonly Row[] } & { readonly count: number };

/** The rule of a list with pages over all cells; `compare`: the order of its statement. The handler passes `isPart` to `pageOfRows`. */
export const gatheredPage = <Name extends string, Row>(
  name: Name,
  compare: (a: Row, b: Row) => number,
): GatherRule<unknown, { readonly pageNumber: number }> =>
  gathered<Page<Name, Row>, unknown, { readonly pageNumber: number }>((parts, { query }) => {
    const { rows, ...page } = mergedPage(
      parts.map((part) => ({ rows: part[name], count: part.count })),
      query.pageNumber,
      compare,
    );
    return { [name]: rows, ...page };
  });
