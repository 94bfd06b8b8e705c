import type { PageLanguage } from "#platform/http/contract.ts";
import { type CellValue, textsIn } from "./texts.ts";

/** Headings and rows of the report of resolutions. */
export function resolutionRows(
  report: { readonly rows: readonly { readonly name: string | null; readonly tickets: number }[] },
  language: PageLanguage,
): CellValue[][] {
  const { byResolution } = textsIn(language);
  return [
    [byResolution.name, byResolution.tickets],
    ...report.rows.map(({ name, tickets }) => [name ?? byResolution.without, tickets]),
  ];
}
