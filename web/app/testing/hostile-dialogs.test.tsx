import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "bun:test";
import { act, fireEvent, render, screen } from "@testing-library/react";
import fc from "fast-check";
import type { ReactNode } from "react";
import { ImportAnswer } from "#outreach/contact-imports/contract.ts";
import { ContactAnswer } from "#people/contacts/contract.ts";
import { sampleOf } from "#test/helpers/sample.ts";
import { shell } from "#web/app/locales/index.ts";
import { paletteTexts } from "#web/app/palette/locales/index.ts";
import { loadPalette } from "#web/app/palette/palette.tsx";
import { common } from "#web/i18n/locales/index.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { DocumentDialog } from "#web/inbox/messages/media/document-dialog.tsx";
import Lightbox from "#web/inbox/messages/media/lightbox.tsx";
import { shownPicture } from "#web/inbox/messages/media/lightbox-model.ts";
import { sampleMessage, sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { placeTexts } from "#web/lib/places/locales/index.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { ContactPicker } from "#web/people/contacts/contact-picker.tsx";
import { CheckStep } from "#web/people/contacts/import/check-step.tsx";
import { contactImports } from "#web/people/contacts/import/import-model.ts";
import { importTexts } from "#web/people/contacts/import/locales/index.ts";
import { ReportStep } from "#web/people/contacts/import/report-step.tsx";
import { contactTexts } from "#web/people/contacts/locales/index.ts";
import MergeDialog from "#web/people/contacts/merge-dialog.tsx";
import { failuresAfterLoading } from "./test-failures.tsx";
import { hostileText } from "./test-hostile.ts";

/** Layers over a page that show names, texts and file names of strangers. */
await startPortuguese(
  common,
  shell,
  paletteTexts,
  placeTexts,
  ticketTexts,
  messages,
  contactTexts,
  importTexts,
);
const FEW = { numRuns: 15 };
/** Begins each name, to find it on the page. */
const MARK = "Zqz";
/** Longer than the delay of every search. */
const SEARCH_MS = 1_000;

let Palette: Awaited<ReturnType<typeof loadPalette>>;
beforeAll(async () => {
  Palette = await loadPalette();
});
beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  shownPicture.value = null;
});

const contactOf = (name: string) =>
  ({
    ...(sampleOf(ContactAnswer, { id: 1, text: name }) as ContactAnswer),
    id: 2,
    name,
    number: name,
  }) as const;

/** Types into the only search field and waits until its results are there. */
const search = (role: "searchbox" | "combobox") => async () => {
  const field = screen.getByRole(role);
  await act(async () => field.focus());
  fireEvent.change(field, { target: { value: "mar" } });
  await act(async () => void jest.advanceTimersByTime(SEARCH_MS));
};
const nothing = () => undefined;

function serveContacts(name: string): void {
  servePage(({ path }) => ({
    body: path.startsWith("/tickets")
      ? { tickets: [sampleTicket({ contact: contactOf(name), lastMessage: name })] }
      : { contacts: [contactOf(name)] },
  }));
}

/** A preview, or the result, of an import whose every column and cell has this text. */
function showImport(text: string): void {
  const result = {
    ...(sampleOf(ImportAnswer, { id: 1, text }) as ImportAnswer),
    columns: [text, text, ""],
    invalidCount: 1,
    fileName: text,
  };
  contactImports.look.value = { columns: result.columns, mapping: result.mapping, result };
  contactImports.report.value = result;
}

interface Layer {
  readonly name: string;
  readonly before?: (text: string) => void;
  readonly draw: (text: string) => ReactNode;
  readonly use?: () => unknown;
  /** The elements that must show the text. Default: any. */
  readonly inside?: string;
}
const OPTION = "[role=option]";
const LAYERS: readonly Layer[] = [
  {
    name: "the palette with found tickets and contacts",
    before: serveContacts,
    draw: () => <Palette />,
    use: search("searchbox"),
    inside: "[role=menuitem]",
  },
  {
    name: "a contact picker",
    before: serveContacts,
    draw: (text) => (
      <ContactPicker
        {...{ label: "c", placeholder: "", hint: "", emptyText: "", value: null, onChange: nothing }}
        create={{ label: (typed) => `${typed}${text}`, run: nothing }}
      />
    ),
    use: search("combobox"),
    inside: OPTION,
  },
  {
    name: "a contact picker with its choice",
    before: serveContacts,
    draw: (text) => (
      <ContactPicker
        {...{ label: "c", placeholder: "", hint: "", emptyText: "", onChange: nothing }}
        value={contactOf(text)}
      />
    ),
  },
  {
    name: "the merge dialog",
    before: serveContacts,
    draw: (text) => <MergeDialog contact={{ ...contactOf(text), id: 9 }} onClose={nothing} />,
    use: search("combobox"),
    inside: OPTION,
  },
  { name: "the preview of an import", before: showImport, draw: () => <CheckStep /> },
  { name: "the result of an import", before: showImport, draw: () => <ReportStep /> },
  {
    name: "the large view of pictures",
    before: () => {
      shownPicture.value = 1;
    },
    draw: (text) => (
      <Lightbox
        pictures={[1, 2].map((id) => ({
          ...sampleMessage({ id, body: text, mediaType: "image", mediaUrl: `/media/1/${id}/a` }),
          mediaName: text,
        }))}
      />
    ),
  },
  {
    name: "the dialog of a document",
    draw: (text) => <DocumentDialog name={text} source="/media/1/2/a" onClose={nothing} />,
  },
];

describe("hostile content in layers over the page", () => {
  test.each(LAYERS.map((layer) => [layer.name, layer] as const))(
    "%s renders hostile texts",
    async (_name, { before, draw, use, inside }) => {
      await fc.assert(
        fc.asyncProperty(hostileText, async (text) => {
          before?.(MARK + text);
          const failures = await failuresAfterLoading(draw(MARK + text), { use, inside, shown: MARK });
          expect(failures).toEqual([]);
        }),
        FEW,
      );
    },
  );

  test("a contact found in the palette is opened although its name has half a surrogate pair", async () => {
    servePage(() => ({ body: { tickets: [], contacts: [{ ...contactOf("Zqz\uD800"), number: "" }] } }));
    render(<Palette />);
    await search("searchbox")();
    await act(async () => {
      for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
    });
    fireEvent.click(screen.getByRole("menuitem", { name: /Zqz/ }));
    expect(globalThis.location.search).toContain("q=Zqz");
  });
});
