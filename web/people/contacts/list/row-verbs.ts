import type { ContactAnswer } from "#people/contacts/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { pageLanguage } from "#web/i18n/language.ts";
import { common } from "#web/i18n/locales/index.ts";
import { api, type CallOptions } from "#web/lib/api/api.ts";
import { saveFile } from "#web/lib/page/save-file.ts";
import { updateContact } from "#web/people/contacts/contacts-api.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { contactListTexts } from "./locales/index.ts";

/** Blocks or unblocks a contact; the toast offers to undo it. */
export async function blockContact(contact: ContactAnswer, blocked: boolean): Promise<void> {
  try {
    await updateContact(contact.id, { blocked });
    const told = text(contactListTexts, blocked ? "block.blocked" : "block.unblocked", {
      name: contact.name,
    });
    toast.info(told, {
      label: text(common, "action.undo"),
      run: () => void updateContact(contact.id, { blocked: !blocked }).catch(toast.failure),
    });
  } catch (error) {
    toast.failure(error);
  }
}

/** Downloads all data of one contact as an archive. */
export const exportPerson = ({ id }: ContactAnswer): Promise<void> =>
  save(`/contacts/${id}/export`, `contato-${id}.zip`);

/** Downloads all contacts, or the selected ones, as a table. */
export const exportContacts = (ids: readonly number[] = []): Promise<void> =>
  save("/contacts/export", "contatos.csv", {
    language: pageLanguage(),
    ...(ids.length > 0 && { ids: ids.join(",") }),
  });

async function save(path: string, fileName: string, query: CallOptions["query"] = {}): Promise<void> {
  try {
    saveFile(await api.file(path, { query }), fileName);
  } catch (error) {
    toast.failure(error);
  }
}
