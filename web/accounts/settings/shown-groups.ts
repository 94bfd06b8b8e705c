import type { PlanFlag } from "#accounts/companies/contract.ts";
import { foldCase } from "#web/lib/format/fold-case.ts";
import { type FieldGroup, GROUPS, type SettingField, SUPER_ONLY } from "./fields.ts";

export interface Onlooker {
  readonly isSuper: boolean;
  readonly hasPlan: (flag: PlanFlag) => boolean;
}

/** The groups this person sees, with the settings a search finds: every word in name, meaning, group or key. */
export function shownGroups(
  search: string,
  { isSuper, hasPlan }: Onlooker,
  wordsOf: (group: FieldGroup, field: SettingField) => string,
): readonly FieldGroup[] {
  const words = foldCase(search).split(/\s+/).filter(Boolean);
  const fits = (group: FieldGroup, field: SettingField) => {
    const told = foldCase(`${wordsOf(group, field)} ${field.key}`);
    return words.every((word) => told.includes(word));
  };
  return GROUPS.filter(({ tab, planFlag }) => !tab && (!planFlag || hasPlan(planFlag)))
    .map((group) => ({
      ...group,
      fields: group.fields.filter((field) => (isSuper || !SUPER_ONLY.has(field.key)) && fits(group, field)),
    }))
    .filter(({ fields }) => fields.length > 0);
}
