import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { rowWriter } from "#inbox/reports/columns/cells.ts";
import { recordReferral } from "#inbox/tickets/ads/ads.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { createField } from "#people/fields/definitions.ts";
import { writeValues } from "#people/fields/index.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { attendancePage } from "./list.ts";

let desk: Desk;
let ana: UserCtx;
let chief: UserCtx;
beforeEach(() => {
  desk = openDesk();
  ana = desk.attendant({ name: "Ana", queueIds: [desk.sales] });
  chief = desk.admin();
});
afterEach(() => desk.close());

const rows = (...all: object[]) =>
  attendancePage(chief, {
    ...{ by: "created", sort: "oldest", days: "7", pageNumber: 1 },
    ...(all.length > 0 && { filter: JSON.stringify({ all }) }),
  }).attendances;
const cellsOf = (columns: readonly string[]) => {
  const { headings, cells } = rowWriter(desk.tenant, columns, "pt");
  return { headings, rows: rows().map(cells) };
};

function answersAd(ticket: Ticket, headline: string, sourceId: string): void {
  desk.tenant.write((unit) =>
    recordReferral(
      unit,
      ticket,
      { sourceType: "ad", sourceId, sourceUrl: `https://fb.me/${sourceId}`, headline, body: "", clickId: "" },
      unit.now,
    ),
  );
}

describe("custom fields of an attendance", () => {
  function field(of: "ticket" | "contact", key: string, label: string) {
    createField(chief, {
      of,
      key,
      label,
      kind: "text",
      choices: [],
      required: false,
      queueIds: [],
      inList: false,
    });
  }

  test("fields of the ticket and of the contact are separate columns, also with the same key and label", () => {
    field("ticket", "code", "Código");
    field("contact", "code", "Código");
    const { id, contactId } = desk.attended(ana, desk.sales);
    desk.tenant.write((unit) => {
      writeValues(unit, "ticket", id, { code: "T-1" });
      writeValues(unit, "contact", contactId, { code: "C-1" });
    });
    expect(rows()).toMatchObject([{ fields: { code: "T-1" }, contactFields: { code: "C-1" } }]);
    expect(cellsOf(["contactField.code", "field.code"])).toEqual({
      headings: ["Contato: Código", "Código"],
      rows: [["C-1", "T-1"]],
    });
  });

  test("the column of a deleted field is left out of files", () => {
    desk.attended(ana, desk.sales);
    expect(cellsOf(["contactField.gone", "priority"])).toEqual({
      headings: ["Prioridade"],
      rows: [["Normal"]],
    });
  });
});

describe("the advertisement of an attendance", () => {
  test("an attendance has the last advertisement that its customer answered, and none from an earlier attendance", () => {
    const ticket = desk.attended(ana, desk.sales);
    answersAd(ticket, "Promoção", "11");
    answersAd(ticket, "Black Friday", "12");
    desk.put(ana, ticket.id, { status: "closed" });
    desk.app.clock.advance(60_000);
    desk.put(ana, ticket.id, { status: "open", userId: ana.actor.id });
    expect(cellsOf(["adHeadline", "adId", "adNetwork", "adUrl"])).toEqual({
      headings: ["Título do anúncio", "Id do anúncio", "Rede do anúncio", "Link do anúncio"],
      rows: [
        ["Black Friday", "12", "WhatsApp", "https://fb.me/12"],
        [null, null, null, null],
      ],
    });
  });

  test("conditions on the advertisement compare that of the attendance", () => {
    const ticket = desk.attended(ana, desk.sales);
    answersAd(ticket, "Promoção", "11");
    desk.put(ana, ticket.id, { status: "closed" });
    desk.app.clock.advance(60_000);
    desk.put(ana, ticket.id, { status: "open", userId: ana.actor.id });
    desk.attended(ana, desk.sales);
    expect(rows({ field: "ad.present", op: "is", value: true })).toHaveLength(1);
    expect(rows({ field: "ad.present", op: "is", value: false })).toHaveLength(2);
    expect(rows({ field: "ad.headline", op: "contains", value: "promocao" })).toHaveLength(1);
    expect(rows({ field: "ad.source_id", op: "equals", value: "12" })).toEqual([]);
  });
});
