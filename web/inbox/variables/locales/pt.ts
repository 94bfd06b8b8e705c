/** Names of the variables of texts, Portuguese: the source of the other languages. */
export const pt = {
  variable: {
    firstName: "Primeiro nome",
    name: "Nome",
    greeting: "Saudação",
    protocol: "Protocolo",
    date: "Data",
    hour: "Hora",
    userName: "Atendente",
    queue: "Fila",
    company: "Empresa",
  },
  problem: {
    unknown: "{{variable}} não existe: o contato leria exatamente isso. Troque por uma das opções abaixo.",
    unfinished: "{{variable}} está incompleta: variáveis têm duas chaves de cada lado.",
    braces: "{{variable}} seria enviada exatamente assim. Aqui se escreve {{right}}.",
  },
  area: {
    insert: "Inserir em {{field}}: {{variable}}",
    preview: "Prévia de {{field}}",
  },
} as const satisfies Record<string, Record<string, string>>;
