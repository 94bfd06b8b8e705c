/** What a contact was told about their data, Portuguese: the source of the other languages. */
export const pt = {
  consent: {
    title: "Privacidade",
    told: "Aviso de privacidade enviado em {{date}}",
    version: "{{connection}}, versão {{version}}",
    withdrawn: "Pediu para sair em {{date}}",
  },
} as const satisfies Record<string, Record<string, string>>;
