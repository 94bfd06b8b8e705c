import type { ColumnRole } from "#outreach/contact-imports/contract.ts";
import { fold } from "#platform/text.ts";

/** Headings of docs/rules/imports.md#contacts, without case, accents, and characters that are not letters. */
const HEADINGS: Readonly<Record<string, ColumnRole>> = {
  nome: "name",
  name: "name",
  numero: "number",
  number: "number",
  telefone: "number",
  phone: "number",
  celular: "number",
  email: "email",
};
/** Less common headings; used only for roles that the headings above did not fill. */
const ALSO: Readonly<Record<string, ColumnRole>> = {
  nomecompleto: "name",
  fullname: "name",
  nombre: "name",
  cliente: "name",
  contato: "name",
  whatsapp: "number",
  fone: "number",
  tel: "number",
  telefono: "number",
  movil: "number",
  mobile: "number",
  phonenumber: "number",
  numerodowhatsapp: "number",
  numerodetelefone: "number",
  telefonecelular: "number",
  correo: "email",
  correio: "email",
  emailaddress: "email",
};

const wordOf = (heading: string): string => fold(heading).replace(/[^a-z]/g, "");

/**
 * Maps headings to roles: the first column of each role counts, other columns are extra information, and columns
 * without a heading are ignored.
 */
export function columnRoles(headings: readonly string[]): ColumnRole[] {
  const roles: (ColumnRole | null)[] = headings.map(() => null);
  for (const words of [HEADINGS, ALSO])
    headings.forEach((heading, index) => {
      const role = words[wordOf(heading)];
      if (role && roles[index] === null && !roles.includes(role)) roles[index] = role;
    });
  return roles.map((role, index) => role ?? (headings[index]?.trim() ? "extra" : "ignore"));
}

/** Whether a mapping chosen by a user is valid: every role but extra and ignore occurs at most once. */
export function isPossible(mapping: readonly ColumnRole[]): boolean {
  return (["name", "number", "email"] as const).every(
    (role) => mapping.filter((other) => other === role).length <= 1,
  );
}
