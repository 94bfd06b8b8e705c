import { foldCase } from "#web/lib/format/fold-case.ts";

/** A member who can be mentioned. */
export interface MentionChoice {
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

/**
 * Up to six members of whom a first or last name starts with the typed text; a completely typed name is no longer
 * offered.
 */
export function mentionChoices<Person extends MentionChoice>(
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

/** Search patterns of the mentions that bubbles highlight: `@` and the name, escaped for a regular expression. */
export const mentionWords = (people: readonly MentionChoice[]): string[] =>
  people.map(({ user }) => `@${foldCase(user.name).replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}`);
