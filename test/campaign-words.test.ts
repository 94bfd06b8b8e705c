import { describe, expect, test } from "bun:test";
import enFile from "#outreach/campaigns/report/locales/en.json";
import esFile from "#outreach/campaigns/report/locales/es.json";
import ptFile from "#outreach/campaigns/report/locales/pt.json";
import enErrors from "#web/i18n/errors/locales/en.json";
import esErrors from "#web/i18n/errors/locales/es.json";
import ptErrors from "#web/i18n/errors/locales/pt.json";
import enMessages from "#web/inbox/messages/locales/en.json";
import esMessages from "#web/inbox/messages/locales/es.json";
import ptMessages from "#web/inbox/messages/locales/pt.json";
import en from "#web/outreach/campaigns/report/locales/en.json";
import es from "#web/outreach/campaigns/report/locales/es.json";
import pt from "#web/outreach/campaigns/report/locales/pt.json";

const LANGUAGES = [
  ["pt", pt, ptFile, ptErrors, ptMessages],
  ["en", en, enFile, enErrors, enMessages],
  ["es", es, esFile, esErrors, esMessages],
] as const;

describe.each(LANGUAGES)("campaign report in %s", (_, screen, file, errors, messages) => {
  test("the exported report names states as the screen does", () => {
    expect<Record<string, string>>(file.states).toEqual(screen.state);
    const { delivered, received, read, replied } = screen.table;
    expect(file.headings.slice(-4)).toEqual([delivered, received, read, replied]);
  });

  test("the exported report has the reasons of the screen, and never a code", () => {
    const reasons: Readonly<Record<string, string>> = file.reasons;
    const { other, ...own } = screen.reason;
    const codes = Object.keys(file.reasons).filter((reason) => reason.startsWith("ERR_"));
    const known: Record<string, string> = errors;
    // The screen's text of this code covers any missing record.
    const shown = codes.filter((code) => code !== "ERR_NO_TICKET_FOUND");
    expect<Record<string, string>>(file.reasons).toMatchObject(own);
    for (const code of shown) expect([code, reasons[code]]).toEqual([code, known[code]]);
    expect(file.otherReason).toBe(other);
    expect(other).not.toContain("{{");
  });

  test("the exported report names a delivered message as the conversation does", () => {
    expect(screen.state.delivered).toBe(messages.ack.received);
  });
});
