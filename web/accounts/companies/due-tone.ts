import type { RowTone } from "#web/ui/table/data-table.tsx";

/**
 * Tint of a row by the days to its due date: yellow at 5, orange from 4 to -3, red from -4 on
 * (docs/rules/forms.md#pages).
 */
export function dueTone(daysLeft: number | null): RowTone | null {
  if (daysLeft === null || daysLeft > 5) return null;
  if (daysLeft === 5) return "notice";
  return daysLeft >= -3 ? "waiting" : "danger";
}
