/** Test helpers of the contact lists: a company with an admin and a list. */

import type { ImportAnswer } from "#outreach/contact-imports/contract.ts";
import { form, workedOff } from "#outreach/contact-imports/testing.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { Api } from "#test/helpers/api.ts";
import type { TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

export interface Office {
  readonly tenant: Tenant;
  readonly user: UserCtx;
  readonly api: Api;
}

export function office(app: TestApp): Office {
  const tenant = app.company();
  const user = testUser(tenant, { profile: "admin" });
  return { tenant, user, api: app.api(user) };
}

let made = 0;

/** Creates a list; returns its id. */
export async function newList({ api }: Office, name?: string): Promise<number> {
  made += 1;
  const { status, body } = await api.post("/contact-lists", { name: name ?? `Lista ${made}` });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.id as number;
}

/** Adds an item to a list; returns it. */
export const addItem = ({ api }: Office, contactListId: number, name: string, number: string, email = "") =>
  api.post("/contact-list-items", { contactListId, name, number, email });

/** Uploads a file into a list and runs the import to its end. */
export async function importInto(
  app: TestApp,
  { api }: Office,
  listId: number,
  content: BlobPart,
  name: string,
  query = "",
): Promise<ImportAnswer> {
  const begun = await api.post(`/contact-lists/${listId}/upload${query}`, form(content, name));
  if (begun.status !== 200) throw new Error(JSON.stringify(begun.body));
  return workedOff(app, api, begun.body.importId);
}

/** The port by which tests declare that a campaign uses a list. */
export { ListUsePort, unused as listUnused } from "./list-use-port.ts";
