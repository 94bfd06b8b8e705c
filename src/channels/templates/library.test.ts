import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { type OfficialOffice, officialOffice } from "#test/helpers/official.ts";
import { type PagesApp, startPagesApp } from "#test/helpers/pages.ts";

let place: PagesApp;
let office: OfficialOffice;
beforeAll(async () => {
  place = await startPagesApp();
});
afterAll(() => place.stop());
beforeEach(async () => {
  office = await officialOffice(place);
});
const path = () => `/whatsapp/${office.connectionId}/template-library`;
const TAKEN = { libraryName: "delivery_update_1", language: "pt_BR", category: "UTILITY" };

test("a ready-made text is found by a word, becomes a template with the company's inputs and can be used immediately", async () => {
  const { body: found } = await office.asAdmin.get(`${path()}?searchParam=entrega&language=pt_BR`);
  expect(found).toMatchObject([{ name: "delivery_update_1", buttons: [{ type: "URL" }] }]);
  const missing = await office.asAdmin.post(path(), {
    ...TAKEN,
    name: "minha_entrega",
    buttons: [{ type: "URL" }],
  });
  expect([missing.status, missing.body.details.fields]).toEqual([400, { buttons: "required" }]);
  const buttons = [{ type: "URL", url: "https://loja.example/{{1}}" }];
  const taken = await office.asAdmin.post(path(), { ...TAKEN, name: "minha_entrega", buttons });
  expect(taken.body).toMatchObject({ name: "minha_entrega", status: "APPROVED", usable: true });
});

test("only admins search the library of templates, and the 31st search within a minute gets 429", async () => {
  expect((await office.asAna.get(`${path()}?searchParam=a&language=pt_BR`)).status).toBe(403);
  const search = async () => (await office.asAdmin.get(`${path()}?searchParam=a&language=pt_BR`)).status;
  for (let n = 0; n < 30; n += 1) expect(await search()).toBe(200);
  expect(await search()).toBe(429);
  place.app.clock.advance(60_001);
  expect(await search()).toBe(200);
});
