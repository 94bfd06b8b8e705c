/** Names of the variables of texts, Portuguese: the source of the other languages. */
export const pt = {
  variable: {
    firstName: "Primeiro nome",
    name: "Nome",
    greeting: "Saudação",
    protocol: "Protocolo",
    date: "Data",
    hour: "Hora",
  },
  greeting: {
    dawn: "Boa madrugada",
    morning: "Bom dia",
    afternoon: "Boa tarde",
    night: "Boa noite",
  },
  area: {
    insert: "Inserir em {{field}}: {{variable}}",
    preview: "Prévia de {{field}}",
  },
} as const satisfies Record<string, Record<string, string>>;
