import { expect, test } from "bun:test";
import { act, render } from "@testing-library/react";
import type { CertificateState } from "#operations/certificates/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { CertificatePanel } from "./certificate-panel.tsx";
import { cockpitTexts } from "./locales/index.ts";

await startPortuguese(cockpitTexts);

const good: CertificateState = {
  source: "authority",
  names: ["atendimento.example.com"],
  endsAt: "2027-02-20T12:00:00.000Z",
  daysLeft: 89,
  failures: 0,
  error: null,
  triedAt: null,
  nextAt: null,
  isLate: false,
};
const said = async (fields: Partial<CertificateState>) => {
  const { container } = render(<CertificatePanel certificate={{ ...good, ...fields }} />);
  await act(async () => {});
  return { text: container.textContent ?? "", alarm: container.querySelector("[role=alert]") !== null };
};

test("a valid certificate is shown as one line with its remaining days", async () => {
  const { text, alarm } = await said({});
  expect([text.includes("vale por 89 dias"), text.includes("recusou"), alarm]).toEqual([true, false, false]);
});

test("a failed renewal of the certificate shows its reason and the next attempt, as an alarm only near the expiry", async () => {
  const refused = {
    failures: 3,
    error: "www: nobody answered",
    triedAt: "2026-11-22T12:00:00.000Z",
    nextAt: "2026-11-22T13:00:00.000Z",
  };
  const early = await said(refused);
  expect(early.text).toContain("recusou 3 vezes seguidas");
  expect(early.text).toContain("www: nobody answered");
  expect([early.text.includes("Nova tentativa"), early.alarm]).toEqual([true, false]);
  expect(await said({ ...refused, daysLeft: 5, isLate: true })).toMatchObject({ alarm: true });
});

test("an expired, missing or unusable certificate is named as such", async () => {
  expect((await said({ daysLeft: -2, isLate: true })).text).toContain("venceu em");
  expect((await said({ daysLeft: null, endsAt: null, isLate: true })).text).toContain(
    "ainda não há certificado",
  );
  const files = {
    source: "files",
    daysLeft: null,
    endsAt: null,
    isLate: true,
    error: "outra chave",
  } as const;
  expect((await said(files)).text).toContain("Troque os arquivos");
});
