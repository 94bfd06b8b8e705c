import { timeZoneOf, writeSetting } from "#accounts/settings/index.ts";
import { createCampaign } from "#outreach/campaigns/editing/save.ts";
import { addList, insertItem } from "#outreach/contact-lists/index.ts";
import { createFileList, uploadFiles } from "#outreach/file-lists/save.ts";
import { matchKey } from "#people/contacts/index.ts";
import { addDays, dayAt } from "#platform/dates.ts";
import { one, run } from "#platform/db/database.ts";
import type { DemoCompany, DemoFiles, DemoList } from "#simulator/demo/companies/cast.ts";
import { pdfOf } from "#simulator/people/documents.ts";
import { photo } from "#simulator/people/pictures.ts";
import type { UserCtx } from "#tenants/tenant.ts";

const SETTLED = `UPDATE contact_list_item SET is_whatsapp_valid = ?, check_at = NULL
  WHERE contact_list_id = ? AND match_key = ?`;

/** Prepares future campaigns: contact lists, file lists, variables and drafts. */
export async function prepareCampaigns(admin: UserCtx, company: DemoCompany, nowMs: number): Promise<void> {
  const { tenant } = admin;
  // Variables first: texts with an unknown variable are rejected.
  if (company.variables) writeSetting(tenant, "variables", JSON.stringify(company.variables));
  for (const list of company.contactLists ?? []) gather(admin, list);
  for (const files of company.fileLists ?? []) await layOut(admin, files);
  const today = dayAt(nowMs, timeZoneOf(tenant));
  for (const { name, list, files, question, messages, when } of company.drafts ?? []) {
    const idOf = (table: "contact_list" | "file_list", named: string | undefined) =>
      named === undefined
        ? null
        : (one<{ id: number }>(tenant.db, `SELECT id FROM ${table} WHERE name = ?`, named)?.id ?? null);
    createCampaign(admin, {
      ...{ name, contactListId: idOf("contact_list", list), fileListId: idOf("file_list", files) },
      ...{ message1: messages[0] ?? "", message2: messages[1] ?? "" },
      ...{ confirmation: question !== undefined, confirmationMessage1: question ?? "" },
      scheduledAt: when ? `${addDays(today, when.inDays)}T${when.at}` : null,
    });
  }
}

function gather({ tenant }: UserCtx, { name, people }: DemoList): void {
  tenant.write((unit) => {
    const { id } = addList(unit, name);
    for (const { email = "", valid, ...person } of people) {
      insertItem(unit, id, { ...person, email });
      if (valid !== undefined) run(unit.db, SETTLED, valid ? 1 : 0, id, matchKey(person.number));
    }
  });
}

async function layOut(admin: UserCtx, { name, message, files }: DemoFiles): Promise<void> {
  const { id } = createFileList(admin, {
    name,
    message,
    options: files.map((file) => ({ name: file.name })),
  });
  const form = new FormData();
  for (const file of files) {
    form.append("name", file.name);
    form.append("id", "");
    form.append("files", await fileOf(file));
  }
  await uploadFiles(admin, id, new Request("http://demo.example/", { method: "POST", body: form }));
}

async function fileOf(file: DemoFiles["files"][number]): Promise<File> {
  return "picture" in file
    ? new File([(await photo(file.picture)).slice()], `${file.picture}.jpg`, { type: "image/jpeg" })
    : new File([pdfOf(file.page).slice()], "natal.pdf", { type: "application/pdf" });
}
