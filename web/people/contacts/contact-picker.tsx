import { useSignals } from "@preact/signals-react/runtime";
import UserPlus from "lucide-react/icons/user-plus";
import { useEffect, useState } from "react";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import type { WantsFocus } from "#web/lib/keyboard/has-keyboard.ts";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { ComboBox } from "#web/ui/select/combo-box.tsx";
import { createContactSearch } from "./contact-search-model.ts";
import { findContacts } from "./contacts-api.ts";
import { formatNumber } from "./phone-number.ts";

export interface ContactPickerProps {
  readonly label: string;
  readonly placeholder: string;
  /** Shown while fewer than three characters are typed, and when no contact was found. */
  readonly hint: string;
  readonly emptyText: string;
  readonly value: ContactAnswer | null;
  readonly onChange: (contact: ContactAnswer | null) => void;
  readonly onText?: (text: string) => void;
  readonly error?: string | null;
  /** Contact that cannot be chosen: the one itself in the merge dialog. */
  readonly exceptId?: number;
  readonly autoFocus?: WantsFocus;
  /** Last item of the list: adds a contact with the typed text. */
  readonly create?: { readonly label: (text: string) => string; readonly run: () => void };
}

/** Id of the item that adds a contact; ids of the server start at 1. */
const CREATE = -1;

/** A field that finds one contact by name or number. */
export function ContactPicker(props: ContactPickerProps) {
  useSignals();
  const { value, onChange, onText, exceptId } = props;
  const [search] = useState(() => createContactSearch(findContacts));
  useEffect(() => () => search.stop(), [search]);
  useEffect(() => {
    if (value) search.show(value.name);
  }, [value, search]);
  const found = search.found.value.filter(({ id }) => id !== exceptId);
  const shown = value && !found.some(({ id }) => id === value.id) ? [value, ...found] : found;
  const typed = search.text.value.trim();
  const offer = props.create && !value && typed !== "" ? props.create : null;
  return (
    <ComboBox<number>
      label={props.label}
      placeholder={props.placeholder}
      isRequired
      autoFocus={props.autoFocus ?? false}
      error={props.error ?? null}
      keepsText={props.create !== undefined}
      options={[
        ...shown.map((contact) => ({
          id: contact.id,
          label: contact.name,
          detail: formatNumber(contact.number),
          icon: <Avatar name={contact.name} picture={contact.profilePicUrl} size="s" />,
        })),
        ...(offer ? [{ id: CREATE, label: offer.label(typed), icon: <UserPlus aria-hidden="true" /> }] : []),
      ]}
      value={value?.id ?? null}
      onChange={(id) => {
        if (id === CREATE) return offer?.run();
        const chosen = shown.find((contact) => contact.id === id) ?? null;
        // Set before the list changes the field's text, so that the name of the chosen contact starts no search.
        if (chosen) search.show(chosen.name);
        onChange(chosen);
      }}
      search={search.text.value}
      onSearch={(text) => {
        // Choosing the last item puts its label into the field: restore the typed text.
        if (text === search.text.peek() || (offer && text === offer.label(typed))) return;
        if (value) onChange(null);
        search.type(text);
        onText?.(text);
      }}
      emptyText={
        search.state.value === "short" ? props.hint : search.state.value === "done" ? props.emptyText : "…"
      }
    />
  );
}
