import { foldCase } from "#web/lib/format/fold-case.ts";

/** Somebody who can be named. */
export interface Nameable {
  readonly userId: number;
  readonly user: { readonly name: string };
}

/** The text between an `@` and the cursor; null when no mention is being typed. */
export function mentionAt(
  text: string,
  caret: number,
): { readonly from: number; readonly typed: string } | null {
  const before = text.slice(0, caret);
  const found = /(?:^|[\s(])@([\p{L}\p{N}'’.-]*(?: [\p{L}\p{N}'’.-]*){0,2})$/u.exec(before);
  const typed = found?.[1];
  return typed === undefined ? null : { from: caret - typed.length - 1, typed };
}

/** Who is offered for what was typed: by the beginning of any of their names. */
export function mentionChoices<Person extends Nameable>(
  people: readonly Person[],
  typed: string,
): readonly Person[] {
  const wanted = foldCase(typed);
  return people
    .filter(({ user }) => {
      const name = foldCase(user.name);
      return (
        name !== wanted &&
        (name.startsWith(wanted) || name.split(/\s+/).some((word) => word.startsWith(wanted)))
      );
    })
    .slice(0, 6);
}

/** What the bubbles mark: `@` and each name, safe inside a pattern. */
export const mentionWords = (people: readonly Nameable[]): string[] =>
  people.map(({ user }) => `@${foldCase(user.name).replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}`);
