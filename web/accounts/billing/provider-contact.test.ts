import { expect, test } from "bun:test";
import { contactLinks } from "./provider-contact.tsx";

test("a Brazilian number in any usual spelling gets a WhatsApp link with its country code", () => {
  const { whatsapp, mail } = contactLinks(
    { name: "Provedor", email: "oi@provedor.example", phone: "(12) 97777-1111" },
    "Olá & até já",
  );
  expect(whatsapp).toBe("https://wa.me/5512977771111?text=Ol%C3%A1%20%26%20at%C3%A9%20j%C3%A1");
  expect(mail).toBe("mailto:oi%40provedor.example?subject=Ol%C3%A1%20%26%20at%C3%A9%20j%C3%A1");
});

test("contact fields that are empty or not a number have no link", () => {
  expect(contactLinks({ name: "Provedor", email: "", phone: "1" }, "Olá")).toMatchObject({
    whatsapp: null,
    mail: null,
  });
});
