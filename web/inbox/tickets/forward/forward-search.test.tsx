import { afterEach, expect, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { createForwardSearch } from "./forward-search.ts";

const search = createForwardSearch();
afterEach(() => search.stop());

const contact = { id: 1, name: "Ana Lima", number: "5512977771111", profilePicUrl: null };

test.each(["lima ana", "(12) 97777-1111", "+55 12 97777-1111"])(
  "the forward dialog finds Ana Lima by %p",
  async (typed) => {
    servePage(({ path }) => ({
      body: path.startsWith("/tickets")
        ? { tickets: [sampleTicket({ id: 1, contact })], count: 1, hasMore: false }
        : { contacts: [{ ...contact, id: 2, name: "Ana Maria Lima" }], count: 1, hasMore: false },
    }));
    search.type(typed);
    await waitFor(() => expect(search.found.value.map(({ id }) => id)).toEqual(["ticket-1", "contact-2"]));
  },
);
